/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "run.h"

static gboolean
is_equality (const char *text)
{
  return g_str_equal (text, "==") || g_str_equal (text, "!=") || g_str_equal (text, "===") ||
         g_str_equal (text, "!==");
}

/* "==" takes null for undefined; otherwise values of two kinds are different. */
static gboolean
is_equal (const char        *text,
          const ScriptValue *a,
          const ScriptValue *b)
{
  const gboolean is_loose = text[2] == '\0';

  return (is_loose && script_value_is_missing (a) && script_value_is_missing (b)) ||
         script_value_equals (a, b);
}

static ScriptValue *
join (Script            *self,
      const ScriptValue *a,
      const ScriptValue *b)
{
  g_autofree char *left = script_value_to_text (a);
  g_autofree char *right = script_value_to_text (b);
  g_autofree char *text = g_strconcat (left, right, NULL);

  return script_new_text (self, text);
}

static double
calculate (const char *text,
           double      a,
           double      b)
{
  if (g_str_has_prefix (text, "**"))
    return pow (a, b);
  switch (text[0]) {
  case '+':
    return a + b;
  case '-':
    return a - b;
  case '*':
    return a * b;
  case '/':
    return a / b;
  default:
    return fmod (a, b);
  }
}

static gboolean
compare (const char *text,
         double      a,
         double      b)
{
  const gboolean or_equal = text[1] == '=';

  if (text[0] == '<')
    return or_equal ? a <= b : a < b;
  return or_equal ? a >= b : a > b;
}

static gboolean
is_plain (const ScriptValue *value)
{
  return value->kind == SCRIPT_BOOLEAN || value->kind == SCRIPT_DOUBLE ||
         value->kind == SCRIPT_TEXT || script_value_is_missing (value);
}

/* A binary operator, or the one in an assignment such as "+=". */
ScriptValue *
script_operate (Script            *self,
                const ScriptNode  *node,
                const ScriptValue *a,
                const ScriptValue *b)
{
  const char *text = node->text;

  if (is_equality (text))
    return script_new_boolean (self, is_equal (text, a, b) != (text[0] == '!'));
  if (text[0] == '+' && (script_value_string (a) != NULL || script_value_string (b) != NULL))
    return join (self, a, b);
  if (!is_plain (a) || !is_plain (b))
    return script_strange (self, node, "“%s” of %s and %s", text, script_value_type_name (a),
                           script_value_type_name (b));
  if (text[0] == '<' || text[0] == '>')
    return script_new_boolean (self,
                               compare (text, script_value_number (a), script_value_number (b)));
  return script_new_number (self,
                            calculate (text, script_value_number (a), script_value_number (b)));
}
