/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions. */
#include <math.h>

#include "bindings.h"
#include "run.h"

#define MAX_STEPS 1000000
#define MAX_DEPTH 1000

ScriptValue *
script_strange (Script           *self,
                const ScriptNode *node,
                const char       *format,
                ...)
{
  g_autofree char *what = NULL;
  va_list          arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  script_fail (&self->error, SCRIPT_ERROR_UNKNOWN, node->line, node->column, "%s", what);
  return script_new_undefined (self);
}

gboolean
script_enter (Script           *self,
              const ScriptNode *node)
{
  if (++self->n_steps > MAX_STEPS)
    script_strange (self, node, "More than %u steps", MAX_STEPS);
  if (++self->depth > MAX_DEPTH)
    script_strange (self, node, "Calls are nested too deeply");
  return self->error == NULL;
}

void
script_leave (Script *self)
{
  self->depth--;
}

static ScriptValue *
find_constant (Script     *self,
               const char *name)
{
  if (g_str_equal (name, "true") || g_str_equal (name, "false"))
    return script_new_boolean (self, name[0] == 't');
  if (g_str_equal (name, "null"))
    return script_new_value (self, SCRIPT_NULL);
  if (g_str_equal (name, "undefined"))
    return script_new_undefined (self);
  if (g_str_equal (name, "NaN"))
    return script_new_number (self, NAN);
  if (g_str_equal (name, "Infinity"))
    return script_new_number (self, INFINITY);
  return NULL;
}

static ScriptValue *
find_name (Script           *self,
           const ScriptNode *node,
           ScriptNames      *names)
{
  ScriptValue *value = NULL;

  for (; names != NULL; names = names->outer) {
    value = g_hash_table_lookup (names->values, node->text);
    if (value != NULL)
      return value;
  }
  value = find_constant (self, node->text);
  if (value == NULL)
    value = script_find_builtin (self, node->text);
  return value != NULL ? value
                       : script_strange (self, node, "“%s” is not defined", node->text);
}

/* Elements, those of a spread list one by one. */
static void
evaluate_items (Script           *self,
                const ScriptNode *node,
                guint             first,
                ScriptNames      *names,
                GPtrArray        *ret_items)
{
  for (guint i = first; i < script_node_count (node); i++) {
    const ScriptNode *child = script_node_child (node, i);
    ScriptValue      *value = NULL;

    if (child->kind != SCRIPT_SPREAD) {
      g_ptr_array_add (ret_items, script_evaluate (self, child, names));
      continue;
    }
    value = script_evaluate (self, script_node_child (child, 0), names);
    if (value->kind != SCRIPT_LIST)
      script_strange (self, child, "%s has no elements", script_value_type_name (value));
    for (guint k = 0; k < script_value_length (value); k++)
      g_ptr_array_add (ret_items, script_value_item (value, k));
  }
}

static ScriptValue *
evaluate_list (Script           *self,
               const ScriptNode *node,
               ScriptNames      *names)
{
  ScriptValue *list = script_new_list (self);

  evaluate_items (self, node, 0, names, list->items);
  return list;
}

static ScriptValue *
evaluate_record (Script           *self,
                 const ScriptNode *node,
                 ScriptNames      *names)
{
  ScriptValue *record = script_new_record (self);

  for (guint i = 0; i < script_node_count (node); i++) {
    const ScriptNode *child = script_node_child (node, i);
    ScriptValue      *value = script_evaluate (self, script_node_child (child, 0), names);

    if (child->kind == SCRIPT_PROPERTY)
      script_value_set (record, child->text, value);
    else if (value->kind == SCRIPT_RECORD)
      for (guint k = 0; k < value->items->len; k++)
        script_value_set (record, g_ptr_array_index (value->keys, k), script_value_item (value, k));
  }
  return record;
}

static ScriptValue *
evaluate_template (Script           *self,
                   const ScriptNode *node,
                   ScriptNames      *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < script_node_count (node); i++) {
    g_autofree char *piece =
      script_value_to_text (script_evaluate (self, script_node_child (node, i), names));

    g_string_append (text, piece);
  }
  return script_new_text (self, text->str);
}

static ScriptValue *
evaluate_call (Script           *self,
               const ScriptNode *node,
               ScriptNames      *names)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  ScriptValue *function = script_evaluate (self, script_node_child (node, 0), names);

  evaluate_items (self, node, 1, names, arguments);
  return script_call_value (self, node, function, arguments);
}

static ScriptValue *
evaluate_function (Script           *self,
                   const ScriptNode *node,
                   ScriptNames      *names)
{
  ScriptValue *value = script_new_value (self, SCRIPT_CLOSURE);

  value->function = node;
  value->names = names;
  return value;
}

/* The second operand of some is evaluated only where it counts. */
static ScriptValue *
evaluate_binary (Script           *self,
                 const ScriptNode *node,
                 ScriptNames      *names)
{
  ScriptValue *left = script_evaluate (self, script_node_child (node, 0), names);
  gboolean     is_left = FALSE;

  if (g_str_equal (node->text, "&&"))
    is_left = !script_value_is_true (left);
  else if (g_str_equal (node->text, "||"))
    is_left = script_value_is_true (left);
  else if (g_str_equal (node->text, "??"))
    is_left = !script_value_is_missing (left);
  else
    return script_operate (self, node, left,
                           script_evaluate (self, script_node_child (node, 1), names));
  return is_left ? left : script_evaluate (self, script_node_child (node, 1), names);
}

static ScriptValue *
evaluate_unary (Script           *self,
                const ScriptNode *node,
                ScriptNames      *names)
{
  const ScriptValue *value = script_evaluate (self, script_node_child (node, 0), names);

  if (g_str_equal (node->text, "!"))
    return script_new_boolean (self, !script_value_is_true (value));
  if (g_str_equal (node->text, "typeof"))
    return script_new_text (self, value->kind == SCRIPT_UNDEFINED    ? "undefined"
                                  : value->kind == SCRIPT_DOUBLE     ? "number"
                                  : value->kind == SCRIPT_TEXT       ? "string"
                                  : value->kind == SCRIPT_BOOLEAN    ? "boolean"
                                  : script_value_is_function (value) ? "function"
                                                                     : "object");
  return script_new_number (self, script_value_number (value) * (node->text[0] == '-' ? -1 : 1));
}

static ScriptValue *
evaluate_update (Script           *self,
                 const ScriptNode *node,
                 ScriptNames      *names)
{
  const ScriptNode *target = script_node_child (node, 0);
  ScriptValue      *before =
    script_new_number (self, script_value_number (script_evaluate (self, target, names)));
  ScriptValue *after =
    script_new_number (self, before->number + (node->text[0] == '+' ? 1 : -1));

  script_assign (self, target, names, after);
  return node->is_prefix ? after : before;
}

static ScriptValue *
evaluate_assignment (Script           *self,
                     const ScriptNode *node,
                     ScriptNames      *names)
{
  const ScriptNode *target = script_node_child (node, 0);
  ScriptValue      *value = script_evaluate (self, script_node_child (node, 1), names);

  if (!g_str_equal (node->text, "="))
    value = script_operate (self, node, script_evaluate (self, target, names), value);
  script_assign (self, target, names, value);
  return value;
}

static ScriptValue *
evaluate_conditional (Script           *self,
                      const ScriptNode *node,
                      ScriptNames      *names)
{
  const gboolean is_true =
    script_value_is_true (script_evaluate (self, script_node_child (node, 0), names));

  return script_evaluate (self, script_node_child (node, is_true ? 1 : 2), names);
}

static ScriptValue *
evaluate_await (Script           *self,
                const ScriptNode *node,
                ScriptNames      *names)
{
  ScriptValue *value = script_evaluate (self, script_node_child (node, 0), names);

  script_run_tasks (self);
  return script_wait (self, node, value);
}

static ScriptValue *
evaluate (Script           *self,
          const ScriptNode *node,
          ScriptNames      *names)
{
  switch (node->kind) {
  case SCRIPT_NUMBER:
    return script_new_number (self, node->number);
  case SCRIPT_STRING:
    return script_new_text (self, node->text);
  case SCRIPT_TEMPLATE:
    return evaluate_template (self, node, names);
  case SCRIPT_NAME:
    return find_name (self, node, names);
  case SCRIPT_ARRAY:
    return evaluate_list (self, node, names);
  case SCRIPT_OBJECT:
    return evaluate_record (self, node, names);
  case SCRIPT_FUNCTION:
    return evaluate_function (self, node, names);
  case SCRIPT_MEMBER:
    return script_get_member (self, node,
                              script_evaluate (self, script_node_child (node, 0), names),
                              node->text);
  case SCRIPT_INDEX:
    return script_get_index (self, node, script_evaluate (self, script_node_child (node, 0), names),
                             script_evaluate (self, script_node_child (node, 1), names));
  case SCRIPT_CALL:
    return evaluate_call (self, node, names);
  case SCRIPT_UNARY:
    return evaluate_unary (self, node, names);
  case SCRIPT_UPDATE:
    return evaluate_update (self, node, names);
  case SCRIPT_BINARY:
    return evaluate_binary (self, node, names);
  case SCRIPT_CONDITIONAL:
    return evaluate_conditional (self, node, names);
  case SCRIPT_ASSIGN:
    return evaluate_assignment (self, node, names);
  case SCRIPT_AWAIT:
    return evaluate_await (self, node, names);
  default:
    return script_strange (self, node, "This is no expression");
  }
}

/* Never NULL; undefined after an error. */
ScriptValue *
script_evaluate (Script           *self,
                 const ScriptNode *node,
                 ScriptNames      *names)
{
  ScriptValue *value =
    script_enter (self, node) ? evaluate (self, node, names) : script_new_undefined (self);

  script_leave (self);
  return value;
}
