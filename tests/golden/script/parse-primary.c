/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What expressions are made of: literals, names, functions. */
#include <string.h>

#include "parser.h"

/* Elements or arguments, up to a bracket. */
ScriptNode *
script_parse_list (ScriptParser *self,
                   ScriptNode   *node,
                   const char   *end)
{
  while (self->error == NULL && !script_parser_take (self, end)) {
    ScriptNode *element = NULL;

    if (script_parser_take (self, "..."))
      element =
        script_parser_join (self, SCRIPT_SPREAD, NULL, script_parse_expression (self), NULL);
    else
      element = script_parse_expression (self);
    g_ptr_array_add (node->children, element);
    if (!script_parser_is (self, end))
      script_parser_expect (self, ",");
  }
  return node;
}

/* { name: value, "name": value, name, name = fallback, name (parameters) { } } */
static ScriptNode *
parse_property (ScriptParser *self)
{
  const ScriptToken *token = script_parser_peek (self);
  ScriptNode        *name = script_parser_new_node (self, SCRIPT_NAME);
  ScriptNode        *value = name;

  if (token->kind != SCRIPT_TOKEN_STRING && token->kind != SCRIPT_TOKEN_NUMBER &&
      token->kind != SCRIPT_TOKEN_NAME)
    script_parser_fail (self, "the name of a property");
  name->text = g_strdup (token->text);
  self->at++;
  if (script_parser_take (self, ":"))
    value = script_parse_expression (self);
  else if (script_parser_take (self, "="))
    value =
      script_parser_join (self, SCRIPT_ASSIGN, "=", name, script_parse_expression (self), NULL);
  else if (script_parser_is (self, "("))
    value = script_parse_function (self);
  else if (token->kind != SCRIPT_TOKEN_NAME)
    script_parser_expect (self, ":");
  return script_parser_join (self, SCRIPT_PROPERTY, name->text, value, NULL);
}

static ScriptNode *
parse_object (ScriptParser *self,
              ScriptNode   *node)
{
  while (self->error == NULL && !script_parser_take (self, "}")) {
    ScriptNode *property = NULL;

    if (script_parser_take (self, "..."))
      property =
        script_parser_join (self, SCRIPT_SPREAD, NULL, script_parse_expression (self), NULL);
    else
      property = parse_property (self);
    g_ptr_array_add (node->children, property);
    if (!script_parser_is (self, "}"))
      script_parser_expect (self, ",");
  }
  return node;
}

static void
add_text (ScriptParser *self,
          ScriptNode   *node,
          const char   *text,
          gsize         n)
{
  ScriptNode *piece = script_parser_new_node (self, SCRIPT_STRING);

  piece->text = script_resolve_escapes (text, n);
  g_ptr_array_add (node->children, piece);
}

/* The expression in a template, up to its brace. */
static void
add_expression (ScriptParser *self,
                ScriptNode   *node,
                const char   *text,
                gsize         n)
{
  g_autofree char *copy = g_strndup (text, n);
  ScriptParser     inner = { .nodes = self->nodes, .depth = self->depth };

  if (self->error != NULL)
    return;
  inner.tokens = script_lex (copy, node->line, node->column, &self->error);
  if (inner.tokens == NULL)
    return;
  g_ptr_array_add (node->children, script_parse_expression (&inner));
  if (script_parser_peek (&inner)->kind != SCRIPT_TOKEN_END)
    script_parser_fail (&inner, "the end of the expression");
  g_array_unref (inner.tokens);
  self->error = inner.error;
}

/* `text ${expression} text`: bytes up to the brace that ends the expression. */
static gsize
measure_expression (const char *text)
{
  guint depth = 0;
  gsize n = 0;

  for (; text[n] != '\0'; n++) {
    if (text[n] == '}' && depth == 0)
      break;
    depth += text[n] == '{';
    depth -= text[n] == '}';
  }
  return n;
}

static ScriptNode *
parse_template (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_TEMPLATE);
  const char *at = script_parser_peek (self)->text;

  for (const char *mark = strstr (at, "${"); mark != NULL; mark = strstr (at, "${")) {
    const gsize n = measure_expression (mark + 2);

    if (mark[2 + n] == '\0')
      script_parser_fail (self, "a } in it");
    add_text (self, node, at, mark - at);
    add_expression (self, node, mark + 2, n);
    at = mark + 2 + n + (mark[2 + n] != '\0');
  }
  add_text (self, node, at, strlen (at));
  self->at++;
  return node;
}

static void
parse_parameter (ScriptParser *self,
                 ScriptNode   *function)
{
  ScriptNode *pattern = script_parse_primary (self);

  if (script_parser_take (self, "="))
    pattern =
      script_parser_join (self, SCRIPT_ASSIGN, "=", pattern, script_parse_expression (self), NULL);
  g_ptr_array_add (function->children, pattern);
}

static void
parse_parameters (ScriptParser *self,
                  ScriptNode   *function)
{
  script_parser_expect (self, "(");
  while (self->error == NULL && !script_parser_take (self, ")")) {
    parse_parameter (self, function);
    if (!script_parser_is (self, ")"))
      script_parser_expect (self, ",");
  }
}

ScriptNode *
script_parse_function (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_FUNCTION);

  if (!script_parser_is (self, "("))
    node->text = g_strdup (script_parser_take_name (self));
  parse_parameters (self, node);
  g_ptr_array_add (node->children, script_parse_block (self));
  return node;
}

/* Whether "=>" is behind the name or the brackets that are next, perhaps after "async". */
gboolean
script_parser_is_arrow (const ScriptParser *self)
{
  ScriptParser ahead = *self;
  guint        depth = 0;

  if (script_parser_is (&ahead, "async"))
    ahead.at++;
  if (script_parser_peek (&ahead)->kind == SCRIPT_TOKEN_SIGN && !script_parser_is (&ahead, "("))
    return FALSE;
  do {
    depth += script_parser_is (&ahead, "(");
    depth -= script_parser_is (&ahead, ")");
    ahead.at++;
  } while (depth > 0 && script_parser_peek (&ahead)->kind != SCRIPT_TOKEN_END);
  return script_parser_is (&ahead, "=>");
}

ScriptNode *
script_parse_arrow (ScriptParser *self)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_FUNCTION);

  node->is_async = script_parser_take (self, "async");
  if (script_parser_is (self, "("))
    parse_parameters (self, node);
  else
    g_ptr_array_add (node->children, script_parse_primary (self));
  script_parser_expect (self, "=>");
  node->is_brief = !script_parser_is (self, "{");
  g_ptr_array_add (node->children,
                   node->is_brief ? script_parse_expression (self) : script_parse_block (self));
  return node;
}

static ScriptNode *
parse_leaf (ScriptParser      *self,
            const ScriptToken *token)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_NAME);

  if (token->kind == SCRIPT_TOKEN_NUMBER)
    node->kind = SCRIPT_NUMBER;
  else if (token->kind == SCRIPT_TOKEN_STRING)
    node->kind = SCRIPT_STRING;
  else if (token->kind != SCRIPT_TOKEN_NAME)
    script_parser_fail (self, "an expression");
  node->number = token->number;
  node->text = g_strdup (token->text);
  self->at++;
  return node;
}

static ScriptNode *
parse_bracketed (ScriptParser *self)
{
  ScriptNode *node = script_parse_expression (self);

  script_parser_expect (self, ")");
  return node;
}

static ScriptNode *
parse_async_function (ScriptParser *self)
{
  ScriptNode *node = NULL;

  script_parser_expect (self, "function");
  node = script_parse_function (self);
  node->is_async = TRUE;
  return node;
}

ScriptNode *
script_parse_primary (ScriptParser *self)
{
  const ScriptToken *token = script_parser_peek (self);
  ScriptNode        *node = NULL;

  if (token->kind == SCRIPT_TOKEN_TEMPLATE)
    return parse_template (self);
  if (script_parser_take (self, "("))
    return parse_bracketed (self);
  if (script_parser_take (self, "function"))
    return script_parse_function (self);
  if (script_parser_take (self, "async"))
    return parse_async_function (self);
  /* "new" makes no difference: what makes an object is a function. */
  if (script_parser_take (self, "new"))
    return script_parse_primary (self);
  if (!script_parser_is (self, "[") && !script_parser_is (self, "{"))
    return parse_leaf (self, token);
  node = script_parser_new_node (self, SCRIPT_ARRAY);
  if (script_parser_take (self, "["))
    return script_parse_list (self, node, "]");
  node->kind = SCRIPT_OBJECT;
  script_parser_expect (self, "{");
  return parse_object (self, node);
}
