/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "script-call.h"

#include <string.h>

#include "engine/formats/json.h"
#include "expression.h"

void
script_value_free (gpointer data)
{
  ScriptValue *value = data;

  g_clear_pointer (&value->json, json_node_free);
  g_clear_pointer (&value->list, g_ptr_array_unref);
  g_clear_object (&value->variable);
  g_free (value);
}

/* (transfer full) (nullable): lists of numbers and strings. */
static JsonNode *
to_json (const ScriptValue *value)
{
  JsonNode *node = NULL;

  if (value->json != NULL)
    return json_node_copy (value->json);
  if (value->list == NULL)
    return NULL;
  node = json_node_init_array (json_node_alloc (), json_array_new ());
  json_array_unref (json_node_get_array (node));
  for (guint i = 0; i < value->list->len; i++) {
    JsonNode *element = to_json (g_ptr_array_index (value->list, i));

    if (element == NULL) {
      json_node_free (node);
      return NULL;
    }
    json_array_add_element (json_node_get_array (node), element);
  }
  return node;
}

/* An op's text is "(x, a) => tf.sum(x[0], a.axis, a.keepDims)": its arguments in their order;
 * (transfer full) (nullable). */
static char **
find_parameters (JsonObject *ops, const char *name, const char **ret_op)
{
  g_autofree char *begin = g_strdup_printf (".%s(", name);
  g_autoptr (GList) members = json_object_get_members (ops);

  for (GList *l = members; l != NULL; l = l->next) {
    const char      *text = koma_json_get_string (ops, l->data);
    const char      *at = text != NULL ? strstr (text, begin) : NULL;
    g_autofree char *list = NULL;

    if (at == NULL || strchr (at, ')') == NULL)
      continue;
    at += strlen (begin);
    list = g_strndup (at, strchr (at, ')') - at);
    *ret_op = l->data;
    return g_strsplit (list, ", ", -1);
  }
  return NULL;
}

static gboolean
add_tensor (GPtrArray         *x,
            const ScriptValue *value,
            GError           **error)
{
  double number = 0;

  if (value->tensor != NULL)
    g_ptr_array_add (x, value->tensor);
  else if (value->json != NULL && koma_json_node_double (value->json, &number))
    g_ptr_array_add (x, koma_tensor_new_scalar (number, error));
  else
    return FALSE;
  return TRUE;
}

/* One argument, for "x" (a list of tensors), "x[0]" (a tensor) or "a.axis" (an attribute). */
static gboolean
add_argument (const char        *parameter,
              const ScriptValue *value,
              GPtrArray         *x,
              JsonObject        *attributes,
              GError           **error)
{
  JsonNode *json = NULL;

  if (g_str_has_prefix (parameter, "x["))
    return add_tensor (x, value, error);
  if (g_str_equal (parameter, "x")) {
    for (guint i = 0; value->list != NULL && i < value->list->len; i++)
      if (!add_tensor (x, g_ptr_array_index (value->list, i), error))
        return FALSE;
    return value->list != NULL;
  }
  if (!g_str_has_prefix (parameter, "a."))
    return TRUE;
  json = to_json (value);
  if (json != NULL)
    json_object_set_member (attributes, parameter + 2, json);
  return json != NULL;
}

static gboolean
call_op (JsonObject  *ops,
         const char  *name,
         GPtrArray   *arguments,
         ScriptValue *ret_value,
         GError     **error)
{
  const char *op = NULL;
  g_auto (GStrv) parameters = find_parameters (ops, name, &op);
  g_autoptr (JsonObject) attributes = json_object_new ();
  g_autoptr (GPtrArray) x = g_ptr_array_new ();
  g_autoptr (GPtrArray) results = NULL;

  if (parameters == NULL || arguments->len > g_strv_length (parameters) || !expression_has (op))
    return FALSE;
  for (guint i = 0; i < arguments->len; i++)
    if (!add_argument (parameters[i], g_ptr_array_index (arguments, i), x, attributes, error))
      return FALSE;
  results = expression_call (op, attributes, (KomaTensor *const *) x->pdata, x->len, error);
  if (results != NULL)
    ret_value->tensor = g_ptr_array_index (results, 0);
  return results != NULL;
}

static gboolean
is_flat (const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    if (((const ScriptValue *) g_ptr_array_index (list, i))->json == NULL)
      return FALSE;
  return TRUE;
}

/* tf.tensor1d ([..], dtype) */
static gboolean
call_tensor_1d (GPtrArray   *arguments,
                ScriptValue *ret_value,
                GError     **error)
{
  const ScriptValue *values = arguments->len > 0 ? g_ptr_array_index (arguments, 0) : NULL;
  g_autoptr (JsonObject) attributes = json_object_new ();
  g_autoptr (GPtrArray) results = NULL;
  JsonArray *shape = NULL;

  if (values == NULL || values->list == NULL || !is_flat (values->list))
    return FALSE;
  shape = json_array_new ();
  json_array_add_int_element (shape, values->list->len);
  json_object_set_array_member (attributes, "shape", shape);
  json_object_set_member (attributes, "values", to_json (values));
  if (arguments->len > 1)
    json_object_set_member (attributes, "dtype", to_json (g_ptr_array_index (arguments, 1)));
  results = expression_call ("tensor", attributes, NULL, 0, error);
  if (results != NULL)
    ret_value->tensor = g_ptr_array_index (results, 0);
  return results != NULL;
}

/* What no formula expresses: the life of tensors and variables. */
static gboolean
call_object (const char  *name,
             GPtrArray   *arguments,
             ScriptValue *ret_value,
             gboolean    *ret_is_done,
             GError     **error)
{
  ScriptValue *first = arguments->len > 0 ? g_ptr_array_index (arguments, 0) : NULL;
  ScriptValue *second = arguments->len > 1 ? g_ptr_array_index (arguments, 1) : NULL;

  *ret_is_done = FALSE;
  if (first == NULL || first->tensor == NULL)
    return FALSE;
  if (g_str_equal (name, "dispose")) {
    koma_tensor_dispose_data (first->tensor);
    *ret_is_done = TRUE;
  } else if (g_str_equal (name, "variable")) {
    ret_value->variable = koma_variable_new (first->tensor, TRUE, NULL, error);
    ret_value->tensor = (KomaTensor *) ret_value->variable;
    *ret_is_done = ret_value->variable != NULL;
  } else if (g_str_equal (name, "assign") && first->variable != NULL && second != NULL) {
    *ret_is_done = koma_variable_assign (first->variable, second->tensor, error);
  } else {
    return FALSE;
  }
  return TRUE;
}

gboolean
script_call (JsonObject  *ops,
             const char  *name,
             GPtrArray   *arguments,
             ScriptValue *ret_value,
             GError     **error)
{
  gboolean is_done = FALSE;

  if (call_object (name, arguments, ret_value, &is_done, error))
    return is_done;
  if (g_str_equal (name, "tensor1d"))
    return call_tensor_1d (arguments, ret_value, error);
  return call_op (ops, name, arguments, ret_value, error);
}
