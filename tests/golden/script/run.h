/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "error.h"
#include "script.h"
#include "value.h"

G_BEGIN_DECLS

/* The names of a block or of a call. */
struct _ScriptNames
{
  ScriptNames *outer;  /* (nullable) */
  GHashTable  *values; /* (owned) by name; borrowed values */
};

/* promise.then (function): what is called when the statements that run are over. */
typedef struct
{
  const ScriptNode *node;
  ScriptValue      *function;
  ScriptValue      *promise; /* its argument */
  ScriptValue      *result;  /* a promise of what it gives */
} ScriptTask;

/* What a script is run with. Nothing is evaluated after an error. */
struct _Script
{
  GPtrArray   *values;    /* (owned) all ScriptValue */
  GPtrArray   *blocks;    /* (owned) all ScriptNames */
  GPtrArray   *programs;  /* (owned) */
  GPtrArray   *printed;   /* (owned) lines */
  GPtrArray   *scopes;    /* (owned) those of tf.engine ().startScope () */
  GPtrArray   *variables; /* (owned) in the order of their making */
  GArray      *tasks;     /* (owned) ScriptTask */
  ScriptNames *globals;   /* (borrowed) */
  guint        n_steps;
  guint        depth;
  GError      *error;
};

/* A call of a builtin function. */
struct _ScriptCall
{
  Script           *script;
  const ScriptNode *node;      /* the place */
  const char       *name;      /* "tf.losses.huberLoss", "print" */
  ScriptValue      *self;      /* (nullable) whose method it is, or what it was made with */
  GPtrArray        *arguments; /* borrowed values */
};

/* values.c: all are the script's; none is ever NULL */
ScriptValue *script_new_value (Script *self, ScriptKind kind);
ScriptValue *script_new_undefined (Script *self);
ScriptValue *script_new_boolean (Script *self, gboolean is_true);
ScriptValue *script_new_number (Script *self, double number);
ScriptValue *script_new_text (Script *self, const char *text);
ScriptValue *script_new_list (Script *self);
ScriptValue *script_new_record (Script *self);
ScriptValue *script_new_promise (Script *self, ScriptValue *of);
ScriptValue *
script_new_builtin (Script *self, const char *name, ScriptNative native, ScriptValue *owner);
/* Takes a reference. NULL, where a call failed, gives NULL. */
ScriptValue *script_new_object (Script *self, gpointer object);
ScriptNames *script_new_names (Script *self, ScriptNames *outer);

/* evaluate.c, operators.c, members.c, statement.c, call.c */
ScriptValue *script_evaluate (Script *self, const ScriptNode *node, ScriptNames *names);
ScriptValue              *
script_operate (Script *self, const ScriptNode *node, const ScriptValue *a, const ScriptValue *b);
ScriptValue *script_get_member (Script           *self,
                                const ScriptNode *node,
                                ScriptValue      *object,
                                const char       *name);
ScriptValue *
script_get_index (Script *self, const ScriptNode *node, ScriptValue *object, ScriptValue *index);
void
script_assign (Script *self, const ScriptNode *target, ScriptNames *names, ScriptValue *value);
/* Takes the value apart into new names. */
void
script_bind (Script *self, const ScriptNode *pattern, ScriptNames *names, ScriptValue *value);
/* Statements; the value of "return", or of a brief function. */
ScriptValue *script_execute_body (Script *self, const ScriptNode *body, ScriptNames *names);
ScriptValue *script_call_value (Script           *self,
                                const ScriptNode *node,
                                ScriptValue      *function,
                                GPtrArray        *arguments);

/* Calls what waits, in its order, and what begins to wait meanwhile. */
void script_run_tasks (Script *self);
/* What a promise is of; other values are themselves. */
ScriptValue *script_wait (Script *self, const ScriptNode *node, ScriptValue *value);

/* Sets the script's error, at the node, unless there is one. Returns undefined. */
ScriptValue *script_strange (Script           *self,
                             const ScriptNode *node,
                             const char       *format,
                             ...) G_GNUC_PRINTF (3, 4);
/* One step; FALSE after an error, which too many steps, or too deep ones, are too. */
gboolean script_enter (Script *self, const ScriptNode *node);
void     script_leave (Script *self);

G_END_DECLS
