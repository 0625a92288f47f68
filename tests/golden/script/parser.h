/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lexer.h"
#include "node.h"

G_BEGIN_DECLS

/* A text that is read token by token. After an error nothing is read any more: nodes are made, and
 * the caller looks at the error once, at the end. */
typedef struct
{
  GArray    *tokens; /* (owned) */
  guint      at;
  guint      depth;
  GPtrArray *nodes; /* the program's */
  GError    *error;
} ScriptParser;

const ScriptToken *script_parser_peek (const ScriptParser *self);
gboolean           script_parser_is (const ScriptParser *self, const char *text);
gboolean           script_parser_take (ScriptParser *self, const char *text);
void               script_parser_expect (ScriptParser *self, const char *text);
void               script_parser_fail (ScriptParser *self, const char *expected);
/* A name or a keyword; NULL, and the error, where there is none. */
const char *script_parser_take_name (ScriptParser *self);

/* (transfer none): at the next token. */
ScriptNode *script_parser_new_node (ScriptParser *self, ScriptNodeKind kind);
/* (transfer none): with children, as many as given up to a NULL. */
ScriptNode *script_parser_join (ScriptParser  *self,
                                ScriptNodeKind kind,
                                const char    *text, /* (nullable) */
                                ScriptNode    *first,
                                ...) G_GNUC_NULL_TERMINATED;
/* Nesting, which is limited: FALSE, and the error, where it is too deep. */
gboolean script_parser_enter (ScriptParser *self);
void     script_parser_leave (ScriptParser *self);

/* parse-expression.c, parse-primary.c, parse-statement.c */
ScriptNode *script_parse_expression (ScriptParser *self); /* without commas */
ScriptNode *script_parse_primary (ScriptParser *self);    /* patterns too */
ScriptNode *script_parse_list (ScriptParser *self, ScriptNode *node, const char *end);
ScriptNode *script_parse_function (ScriptParser *self); /* behind the word "function" */
gboolean    script_parser_is_arrow (const ScriptParser *self);
ScriptNode *script_parse_arrow (ScriptParser *self);
ScriptNode *script_parse_block (ScriptParser *self);
ScriptNode *script_parse_statement (ScriptParser *self);

G_END_DECLS
