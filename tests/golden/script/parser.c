/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser.h"

#include "error.h"

#define MAX_DEPTH 200

static void
free_node (gpointer data)
{
  ScriptNode *node = data;

  g_free (node->text);
  g_ptr_array_unref (node->children);
  g_free (node);
}

guint
script_node_count (const ScriptNode *self)
{
  return self->children->len;
}

const ScriptNode *
script_node_child (const ScriptNode *self,
                   guint             index)
{
  return index < self->children->len ? g_ptr_array_index (self->children, index) : NULL;
}

void
script_program_free (ScriptProgram *self)
{
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

const ScriptToken *
script_parser_peek (const ScriptParser *self)
{
  return &g_array_index (self->tokens, ScriptToken, MIN (self->at, self->tokens->len - 1));
}

gboolean
script_parser_is (const ScriptParser *self,
                  const char         *text)
{
  const ScriptToken *token = script_parser_peek (self);

  return (token->kind == SCRIPT_TOKEN_SIGN || token->kind == SCRIPT_TOKEN_NAME) &&
         g_str_equal (token->text, text);
}

gboolean
script_parser_take (ScriptParser *self,
                    const char   *text)
{
  if (self->error != NULL || !script_parser_is (self, text))
    return FALSE;
  self->at++;
  return TRUE;
}

void
script_parser_fail (ScriptParser *self,
                    const char   *expected)
{
  const ScriptToken *token = script_parser_peek (self);
  const gboolean     is_end = token->kind == SCRIPT_TOKEN_END;

  script_fail (&self->error, SCRIPT_ERROR_SYNTAX, token->line, token->column,
               "Expected %s, found %s%s", expected, is_end ? "the end" : "", token->text);
}

void
script_parser_expect (ScriptParser *self,
                      const char   *text)
{
  if (!script_parser_take (self, text))
    script_parser_fail (self, text);
}

const char *
script_parser_take_name (ScriptParser *self)
{
  const ScriptToken *token = script_parser_peek (self);

  if (self->error != NULL || token->kind != SCRIPT_TOKEN_NAME) {
    script_parser_fail (self, "a name");
    return NULL;
  }
  self->at++;
  return token->text;
}

ScriptNode *
script_parser_new_node (ScriptParser  *self,
                        ScriptNodeKind kind)
{
  const ScriptToken *token = script_parser_peek (self);
  ScriptNode        *node = g_new0 (ScriptNode, 1);

  node->kind = kind;
  node->line = token->line;
  node->column = token->column;
  node->children = g_ptr_array_new ();
  g_ptr_array_add (self->nodes, node);
  return node;
}

ScriptNode *
script_parser_join (ScriptParser  *self,
                    ScriptNodeKind kind,
                    const char    *text,
                    ScriptNode    *first,
                    ...)
{
  ScriptNode *node = script_parser_new_node (self, kind);
  va_list     children;

  node->text = g_strdup (text);
  node->line = first->line;
  node->column = first->column;
  va_start (children, first);
  for (ScriptNode *child = first; child != NULL; child = va_arg (children, ScriptNode *))
    g_ptr_array_add (node->children, child);
  va_end (children);
  return node;
}

gboolean
script_parser_enter (ScriptParser *self)
{
  if (++self->depth > MAX_DEPTH)
    script_parser_fail (self, "fewer levels of brackets");
  return self->error == NULL;
}

void
script_parser_leave (ScriptParser *self)
{
  self->depth--;
}

ScriptProgram *
script_program_new (const char *text,
                    GError    **error)
{
  g_autoptr (ScriptProgram) program = g_new0 (ScriptProgram, 1);
  ScriptParser parser = { .tokens = script_lex (text, 1, 1, error) };
  ScriptNode  *body = NULL;

  program->nodes = g_ptr_array_new_with_free_func (free_node);
  if (parser.tokens == NULL)
    return NULL;
  parser.nodes = program->nodes;
  body = script_parser_new_node (&parser, SCRIPT_BLOCK);
  while (parser.error == NULL && script_parser_peek (&parser)->kind != SCRIPT_TOKEN_END)
    g_ptr_array_add (body->children, script_parse_statement (&parser));
  program->body = body;
  g_array_unref (parser.tokens);
  if (parser.error == NULL)
    return g_steal_pointer (&program);
  g_propagate_error (error, parser.error);
  return NULL;
}
