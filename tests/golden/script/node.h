/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  /* expressions: their children, text and number */
  SCRIPT_NUMBER,      /* number */
  SCRIPT_STRING,      /* text */
  SCRIPT_TEMPLATE,    /* expressions that are written one behind the other */
  SCRIPT_NAME,        /* text */
  SCRIPT_ARRAY,       /* elements */
  SCRIPT_OBJECT,      /* properties */
  SCRIPT_PROPERTY,    /* text: value */
  SCRIPT_SPREAD,      /* ...value */
  SCRIPT_FUNCTION,    /* text: its name or NULL; parameters.., body */
  SCRIPT_MEMBER,      /* object.text */
  SCRIPT_INDEX,       /* object, index */
  SCRIPT_CALL,        /* function, arguments.. */
  SCRIPT_UNARY,       /* operator text; operand */
  SCRIPT_UPDATE,      /* "++" or "--", target; is_prefix */
  SCRIPT_BINARY,      /* left operator text right; && || ?? too */
  SCRIPT_CONDITIONAL, /* condition, then, else */
  SCRIPT_ASSIGN,      /* target, value; text "=", "+=" .. */
  SCRIPT_AWAIT,       /* value */
  /* statements */
  SCRIPT_BLOCK,   /* statements */
  SCRIPT_DECLARE, /* pattern, value or NULL, pattern, value .. */
  SCRIPT_EVALUATE,
  SCRIPT_RETURN, /* value or NULL */
  SCRIPT_BREAK,
  SCRIPT_CONTINUE,
  SCRIPT_IF,     /* condition, then, else or NULL */
  SCRIPT_FOR,    /* each may be NULL: before, condition, after; body */
  SCRIPT_FOR_OF, /* pattern, list, body */
  SCRIPT_WHILE,  /* condition, body */
} ScriptNodeKind;

/* Patterns, what a value is taken apart into, are names, arrays and objects of patterns, or one
 * with a value where it is undefined: an assignment. */
typedef struct _ScriptNode ScriptNode;
struct _ScriptNode
{
  ScriptNodeKind kind;
  guint          line;
  guint          column;
  char          *text;     /* (owned) (nullable) */
  GPtrArray     *children; /* (owned) borrowed nodes, or NULL */
  double         number;
  gboolean       is_async;  /* of a function */
  gboolean       is_prefix; /* of an update */
  gboolean       is_brief;  /* a function whose body is an expression */
};

/* A parsed text: the nodes are the program's. */
typedef struct
{
  GPtrArray        *nodes; /* (owned) all of them */
  const ScriptNode *body;  /* a block */
} ScriptProgram;

/* Errors: %SCRIPT_ERROR_SYNTAX, with the place.
 *
 * Returns (transfer full) (nullable) */
ScriptProgram *script_program_new (const char *text, GError **error);
void           script_program_free (ScriptProgram *self);

guint             script_node_count (const ScriptNode *self);
const ScriptNode *script_node_child (const ScriptNode *self, guint index); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScriptProgram, script_program_free)

G_END_DECLS
