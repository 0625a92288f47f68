/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions, by the strength of their operators. */
#include "parser.h"

#define MAX_OPERATORS 8

/* Weak ones first. */
static const char *const levels[][MAX_OPERATORS] = {
  { "??", NULL },
  { "||", NULL },
  { "&&", NULL },
  { "===", "!==", "==", "!=", NULL },
  { "<", ">", "<=", ">=", NULL },
  { "+", "-", NULL },
  { "*", "/", "%", NULL },
};

static const char *const assignments[] = { "=", "+=", "-=", "*=", "/=", "%=", "**=", NULL };
static const char *const prefixes[] = { "-", "+", "!", "typeof", NULL };

/* (nullable): that of the list which is next; it is taken. */
static const char *
take_one_of (ScriptParser      *self,
             const char *const *texts)
{
  for (; *texts != NULL; texts++)
    if (script_parser_take (self, *texts))
      return *texts;
  return NULL;
}

static ScriptNode *
parse_member (ScriptParser *self,
              ScriptNode   *object)
{
  ScriptNode *node = script_parser_new_node (self, SCRIPT_MEMBER);

  g_ptr_array_add (node->children, object);
  node->text = g_strdup (script_parser_take_name (self));
  return node;
}

static ScriptNode *
parse_index (ScriptParser *self,
             ScriptNode   *object)
{
  ScriptNode *index = script_parse_expression (self);

  script_parser_expect (self, "]");
  return script_parser_join (self, SCRIPT_INDEX, NULL, object, index, NULL);
}

static ScriptNode *
parse_postfix (ScriptParser *self)
{
  ScriptNode *node = script_parse_primary (self);

  while (self->error == NULL) {
    if (script_parser_take (self, "."))
      node = parse_member (self, node);
    else if (script_parser_take (self, "["))
      node = parse_index (self, node);
    else if (script_parser_take (self, "("))
      node =
        script_parse_list (self, script_parser_join (self, SCRIPT_CALL, NULL, node, NULL), ")");
    else
      break;
  }
  return node;
}

static ScriptNode *
parse_update (ScriptParser *self)
{
  static const char *const updates[] = { "++", "--", NULL };
  const char              *before = take_one_of (self, updates);
  ScriptNode              *node = parse_postfix (self);
  const char              *text =
    before != NULL || script_parser_peek (self)->begins_line ? before : take_one_of (self, updates);

  if (text == NULL)
    return node;
  node = script_parser_join (self, SCRIPT_UPDATE, text, node, NULL);
  node->is_prefix = before != NULL;
  return node;
}

static ScriptNode *
parse_unary (ScriptParser *self)
{
  const char *text = NULL;
  ScriptNode *node = NULL;

  if (!script_parser_enter (self))
    return script_parser_new_node (self, SCRIPT_NAME);
  text = take_one_of (self, prefixes);
  if (text != NULL)
    node = script_parser_join (self, SCRIPT_UNARY, text, parse_unary (self), NULL);
  else if (script_parser_take (self, "await"))
    node = script_parser_join (self, SCRIPT_AWAIT, NULL, parse_unary (self), NULL);
  else
    node = parse_update (self);
  if (text == NULL && script_parser_take (self, "**"))
    node = script_parser_join (self, SCRIPT_BINARY, "**", node, parse_unary (self), NULL);
  script_parser_leave (self);
  return node;
}

static ScriptNode *
parse_binary (ScriptParser *self,
              guint         level)
{
  ScriptNode *left = NULL;
  const char *text = NULL;

  if (level == G_N_ELEMENTS (levels))
    return parse_unary (self);
  left = parse_binary (self, level + 1);
  while ((text = take_one_of (self, levels[level])) != NULL)
    left =
      script_parser_join (self, SCRIPT_BINARY, text, left, parse_binary (self, level + 1), NULL);
  return left;
}

static ScriptNode *
parse_conditional (ScriptParser *self)
{
  ScriptNode *condition = parse_binary (self, 0);
  ScriptNode *then = NULL;

  if (!script_parser_take (self, "?"))
    return condition;
  then = script_parse_expression (self);
  script_parser_expect (self, ":");
  return script_parser_join (self, SCRIPT_CONDITIONAL, NULL, condition, then,
                             script_parse_expression (self), NULL);
}

ScriptNode *
script_parse_expression (ScriptParser *self)
{
  ScriptNode *node = NULL;
  const char *text = NULL;

  if (!script_parser_enter (self))
    return script_parser_new_node (self, SCRIPT_NAME);
  node = script_parser_is_arrow (self) ? script_parse_arrow (self) : parse_conditional (self);
  text = take_one_of (self, assignments);
  if (text != NULL)
    node =
      script_parser_join (self, SCRIPT_ASSIGN, text, node, script_parse_expression (self), NULL);
  script_parser_leave (self);
  return node;
}
