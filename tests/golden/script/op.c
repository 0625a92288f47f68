/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are ops of the expressions, called as TensorFlow.js has them. */
#include <string.h>

#include "bindings.h"
#include "tests/golden/expression-ops.h"
#include "tests/golden/expression.h"

gboolean
script_has_op (const char *name)
{
  const ExpressionOp *op = expression_op_find (name);

  return op != NULL && op->arguments != NULL;
}

static KomaTensor *
to_ints (KomaTensor        *tensor,
         const ScriptValue *value,
         GError           **error)
{
  return tensor == NULL || script_value_tensor (value) != NULL
           ? tensor
           : koma_tensor_cast (tensor, KOMA_DTYPE_INT32, error);
}

static gboolean
add_tensor (GPtrArray         *x,
            const char        *kind,
            const ScriptValue *value,
            GError           **error)
{
  KomaTensor *tensor = script_to_tensor (value, error);

  if (kind[0] == 'i')
    tensor = to_ints (tensor, value, error);
  if (tensor != NULL)
    g_ptr_array_add (x, tensor);
  return tensor != NULL;
}

static gboolean
add_list (GPtrArray         *x,
          const ScriptValue *value,
          GError           **error)
{
  g_autoptr (GPtrArray) tensors = script_to_tensors (value, error);

  if (tensors != NULL)
    g_ptr_array_extend (x, tensors, NULL, NULL);
  return tensors != NULL;
}

/* One argument of the function, by what the op says of it. */
static gboolean
add_argument (const char        *what,
              const ScriptValue *value,
              GPtrArray         *x,
              JsonObject        *attributes,
              GError           **error)
{
  JsonNode *json = NULL;

  if (script_value_is_missing (value) || g_str_equal (what, "-"))
    return TRUE;
  if (g_str_equal (what, "x") || g_str_equal (what, "i"))
    return add_tensor (x, what, value, error);
  if (g_str_equal (what, "x.."))
    return add_list (x, value, error);
  json = script_value_to_json (value);
  if (json == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s is %s", what, script_value_type_name (value));
  json_object_set_member (attributes, what, json);
  return TRUE;
}

/* A tensor, a list of them, or a record with names. */
static ScriptValue *
wrap (ScriptCall *call,
      GPtrArray  *results,
      const char *names /* (nullable) */)
{
  g_auto (GStrv) keys = names != NULL ? g_strsplit (names, " ", -1) : NULL;
  ScriptValue *record = NULL;

  if (names == NULL)
    return script_new_object (call->script, g_ptr_array_index (results, 0));
  if (g_str_equal (names, "list"))
    return script_new_list_of (call->script, results);
  record = script_new_record (call->script);
  for (guint i = 0; i < results->len && keys[i] != NULL; i++)
    script_value_set (record, keys[i],
                      script_new_object (call->script, g_ptr_array_index (results, i)));
  return record;
}

/* The object of a method is the first argument, or the first of the list: a.concat ([b], axis). */
static void
add_self (ScriptCall *call,
          gboolean    is_of_list)
{
  ScriptValue *first = script_argument (call, 0);
  ScriptValue *list = NULL;

  if (!is_of_list || first == NULL) {
    g_ptr_array_insert (call->arguments, 0, call->self);
    return;
  }
  list = script_new_list (call->script);
  g_ptr_array_add (list->items, call->self);
  if (first->kind == SCRIPT_LIST)
    g_ptr_array_extend (list->items, first->items, NULL, NULL);
  else
    g_ptr_array_add (list->items, first);
  g_ptr_array_index (call->arguments, 0) = list;
}

/* Tensors that arguments were made into, of numbers, go with the scope. */
ScriptValue *
script_call_op (ScriptCall *call,
                GError    **error)
{
  const ExpressionOp *op = expression_op_find (call->name);
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_auto (GStrv) sides = g_strsplit (op->arguments, " -> ", 2);
  g_auto (GStrv) kinds = g_strsplit (sides[0], " ", -1);
  g_autoptr (GPtrArray) x = g_ptr_array_new ();
  g_autoptr (JsonObject) attributes = json_object_new ();
  g_autoptr (GPtrArray) results = NULL;

  if (call->self != NULL)
    add_self (call, g_str_equal (kinds[0], "x.."));
  if (call->arguments->len > g_strv_length (kinds)) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s has %u arguments, not %u", call->name,
               g_strv_length (kinds), call->arguments->len);
    return NULL;
  }
  for (guint i = 0; i < call->arguments->len; i++)
    if (!add_argument (kinds[i], script_argument (call, i), x, attributes, error))
      return NULL;
  results = expression_call (call->name, attributes, (KomaTensor *const *) x->pdata, x->len, error);
  if (results == NULL)
    return NULL;
  for (guint i = 0; i < results->len; i++)
    koma_scope_move_out (scope, g_ptr_array_index (results, i));
  return wrap (call, results, sides[1]);
}
