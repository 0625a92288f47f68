/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "bindings.h"

#define MAX_DEPTH 32

ScriptValue *
script_argument (const ScriptCall *call,
                 guint             index)
{
  return index < call->arguments->len ? g_ptr_array_index (call->arguments, index) : NULL;
}

KomaTensor *
script_argument_tensor (const ScriptCall *call,
                        guint             index,
                        GError          **error)
{
  return script_to_tensor (script_argument (call, index), error);
}

gboolean
script_check_function (const ScriptValue *value,
                       GError           **error)
{
  return script_value_is_function (value) ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "%s is no function",
                    script_value_type_name (value));
}

double
script_argument_number (const ScriptCall *call,
                        guint             index,
                        double            fallback)
{
  const double number = script_value_number (script_argument (call, index));

  return isnan (number) ? fallback : number;
}

double
script_get_number (const ScriptValue *record,
                   const char        *key,
                   double             fallback)
{
  const double number = script_value_number (script_value_get (record, key));

  return isnan (number) ? fallback : number;
}

/* A dimension that is open, null, is -1. */
GArray *
script_get_ints (const ScriptValue *list,
                 GError           **error)
{
  g_autoptr (GArray) ints = g_array_new (TRUE, FALSE, sizeof (int));

  if (list == NULL || list->kind != SCRIPT_LIST) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "Expected an array of numbers, not %s",
               script_value_type_name (list));
    return NULL;
  }
  for (guint i = 0; i < list->items->len; i++) {
    const ScriptValue *item = script_value_item (list, i);
    const double       number = item->kind == SCRIPT_NULL ? -1 : script_value_number (item);
    const int          value = (int) fmin (fmax (number, G_MININT), G_MAXINT);

    if (number != value) {
      koma_fail (error, KOMA_ERROR_ARGUMENT, "Element %u is no whole number", i);
      return NULL;
    }
    g_array_append_val (ints, value);
  }
  return g_steal_pointer (&ints);
}

gboolean
script_get_dtype (const ScriptValue *name,
                  KomaDType          fallback,
                  KomaDType         *ret_dtype,
                  GError           **error)
{
  const char *text = script_value_string (name);

  *ret_dtype = fallback;
  if (script_value_is_missing (name))
    return TRUE;
  if (text != NULL && koma_dtype_from_name (text, ret_dtype))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no dtype “%s”",
                    text != NULL ? text : script_value_type_name (name));
}

GPtrArray *
script_to_tensors (const ScriptValue *value,
                   GError           **error)
{
  g_autoptr (GPtrArray) tensors = g_ptr_array_new ();
  const gboolean is_list = value != NULL && value->kind == SCRIPT_LIST;

  for (guint i = 0; i < (is_list ? value->items->len : 1); i++) {
    const ScriptValue *item = is_list ? script_value_item (value, i) : value;
    KomaTensor        *tensor = script_to_tensor (item, error);

    if (tensor == NULL)
      return NULL;
    g_ptr_array_add (tensors, tensor);
  }
  return g_steal_pointer (&tensors);
}

static void
collect (const ScriptValue *value,
         guint              depth,
         GPtrArray         *tensors)
{
  KomaTensor *tensor = script_value_tensor (value);

  if (tensor != NULL)
    g_ptr_array_add (tensors, tensor);
  for (guint i = 0; i < script_value_length (value) && depth < MAX_DEPTH; i++)
    collect (script_value_item (value, i), depth + 1, tensors);
}

GPtrArray *
script_collect_tensors (const ScriptValue *value)
{
  GPtrArray *tensors = g_ptr_array_new ();

  collect (value, 0, tensors);
  return tensors;
}

ScriptValue *
script_new_list_of (Script    *self,
                    GPtrArray *objects)
{
  ScriptValue *list = script_new_list (self);

  for (guint i = 0; i < objects->len; i++)
    g_ptr_array_add (list->items, script_new_object (self, g_ptr_array_index (objects, i)));
  return list;
}
