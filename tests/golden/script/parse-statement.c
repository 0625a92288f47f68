/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser.h"

/* A semicolon, or the end of a block or of the line. */
static void
end_statement (ScriptParser *self)
{
  const ScriptToken *token = script_parser_peek (self);

  if (!script_parser_take (self, ";") && !script_parser_is (self, "}") &&
      token->kind != SCRIPT_TOKEN_END && !token->begins_line)
    script_parser_expect (self, ";");
}

static gboolean
is_over (const ScriptParser *self)
{
  const ScriptToken *token = script_parser_peek (self);

  return token->kind == SCRIPT_TOKEN_END || token->begins_line || script_parser_is (self, ";") ||
         script_parser_is (self, "}");
}

ScriptNode *
script_parse_block (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_BLOCK);

  script_parser_expect (self, "{");
  while (self->error == NULL && !script_parser_take (self, "}"))
    g_ptr_array_add (node->children, script_parse_statement (self));
  return node;
}

static gboolean
take_declaration (ScriptParser *self)
{
  return script_parser_take (self, "const") || script_parser_take (self, "let") ||
         script_parser_take (self, "var");
}

/* Behind "const". */
static ScriptNode *
parse_declaration (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_DECLARE);

  do {
    g_ptr_array_add (node->children, script_parse_primary (self));
    g_ptr_array_add (node->children,
                     script_parser_take (self, "=") ? script_parse_expression (self) : NULL);
  } while (script_parser_take (self, ","));
  return node;
}

static ScriptNode *
parse_condition (ScriptParser *self)
{
  ScriptNode *node = NULL;

  script_parser_expect (self, "(");
  node = script_parse_expression (self);
  script_parser_expect (self, ")");
  return node;
}

static ScriptNode *
parse_if (ScriptParser *self)
{
  ScriptNode *condition = parse_condition (self);
  ScriptNode *then = script_parse_statement (self);

  return script_parser_join (self, SCRIPT_IF, NULL, condition, then,
                             script_parser_take (self, "else") ? script_parse_statement (self)
                                                               : NULL,
                             NULL);
}

static ScriptNode *
parse_for_of (ScriptParser *self,
              ScriptNode   *declaration)
{
  ScriptNode *list = script_parse_expression (self);

  script_parser_expect (self, ")");
  return script_parser_join (self, SCRIPT_FOR_OF, NULL,
                             g_ptr_array_index (declaration->children, 0), list,
                             script_parse_statement (self), NULL);
}

static void
add_optional (ScriptParser *self,
              ScriptNode   *node,
              const char   *end)
{
  g_ptr_array_add (node->children,
                   script_parser_is (self, end) ? NULL : script_parse_expression (self));
  script_parser_expect (self, end);
}

static ScriptNode *
parse_for (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_FOR);
  ScriptNode *declaration = NULL;

  script_parser_expect (self, "(");
  if (take_declaration (self)) {
    declaration = parse_declaration (self);
    if (script_parser_take (self, "of"))
      return parse_for_of (self, declaration);
    g_ptr_array_add (node->children, declaration);
    script_parser_expect (self, ";");
  } else {
    add_optional (self, node, ";");
  }
  add_optional (self, node, ";");
  add_optional (self, node, ")");
  g_ptr_array_add (node->children, script_parse_statement (self));
  return node;
}

static ScriptNode *
parse_while (ScriptParser *self)
{
  ScriptNode *condition = parse_condition (self);

  return script_parser_join (self, SCRIPT_WHILE, NULL, condition, script_parse_statement (self),
                             NULL);
}

/* A function has its name in the block: a declaration of it. */
static ScriptNode *
parse_named_function (ScriptParser *self)
{
  const gboolean is_async = script_parser_take (self, "async");
  ScriptNode    *function = NULL;
  ScriptNode    *name = script_parser_new_node (self, SCRIPT_NAME);

  script_parser_expect (self, "function");
  if (script_parser_is (self, "("))
    script_parser_fail (self, "a name");
  function = script_parse_function (self);
  function->is_async = is_async;
  name->text = g_strdup (function->text);
  return script_parser_join (self, SCRIPT_DECLARE, "function", name, function, NULL);
}

static gboolean
is_named_function (ScriptParser *self)
{
  ScriptParser ahead = *self;

  script_parser_take (&ahead, "async");
  return script_parser_is (&ahead, "function");
}

static ScriptNode *
parse_simple (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_EVALUATE);

  if (take_declaration (self)) {
    node = parse_declaration (self);
  } else if (script_parser_take (self, "return")) {
    node->kind = SCRIPT_RETURN;
    g_ptr_array_add (node->children, is_over (self) ? NULL : script_parse_expression (self));
  } else if (script_parser_take (self, "break")) {
    node->kind = SCRIPT_BREAK;
  } else if (script_parser_take (self, "continue")) {
    node->kind = SCRIPT_CONTINUE;
  } else {
    g_ptr_array_add (node->children, script_parse_expression (self));
  }
  end_statement (self);
  return node;
}

static ScriptNode *
parse_any (ScriptParser *self)
{
  ScriptNode *nothing = script_parser_new_node (self, SCRIPT_BLOCK);

  if (script_parser_take (self, ";"))
    return nothing;
  if (script_parser_is (self, "{"))
    return script_parse_block (self);
  if (is_named_function (self))
    return parse_named_function (self);
  if (script_parser_take (self, "if"))
    return parse_if (self);
  if (script_parser_take (self, "for"))
    return parse_for (self);
  if (script_parser_take (self, "while"))
    return parse_while (self);
  return parse_simple (self);
}

ScriptNode *
script_parse_statement (ScriptParser *self)
{
  ScriptNode *node = NULL;

  if (!script_parser_enter (self))
    return script_parser_new_node (self, SCRIPT_BLOCK);
  node = parse_any (self);
  script_parser_leave (self);
  return node;
}
