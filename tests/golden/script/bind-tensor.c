/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be asked of a tensor, and done with it. */
#include "bindings.h"

static KomaTensor *
get_self (const ScriptCall *call)
{
  return script_value_tensor (call->self);
}

static ScriptValue *
print_tensor (ScriptCall *call,
              KomaTensor *tensor, /* (nullable) */
              guint       verbose,
              GError    **error)
{
  const gboolean   is_verbose = script_value_is_true (script_argument (call, verbose));
  g_autofree char *text = NULL;

  if (tensor != NULL)
    text = koma_tensor_to_string (tensor, is_verbose, error);
  if (text == NULL)
    return NULL;
  script_print (call->script, text);
  return script_new_undefined (call->script);
}

/* tensor.print (verbose) */
static ScriptValue *
print (ScriptCall *call,
       GError    **error)
{
  return print_tensor (call, get_self (call), 0, error);
}

/* tf.print (tensor, verbose) */
static ScriptValue *
print_first (ScriptCall *call,
             GError    **error)
{
  return print_tensor (call, script_argument_tensor (call, 0, error), 1, error);
}

static ScriptValue *
to_string (ScriptCall *call,
           GError    **error)
{
  const gboolean   is_verbose = script_value_is_true (script_argument (call, 0));
  g_autofree char *text = koma_tensor_to_string (get_self (call), is_verbose, error);

  return text != NULL ? script_new_text (call->script, text) : NULL;
}

static ScriptValue *
get_shape (ScriptCall *call,
           GError    **error)
{
  guint        rank = 0;
  const int   *shape = koma_tensor_get_shape (get_self (call), &rank);
  ScriptValue *list = script_new_list (call->script);

  for (guint d = 0; d < rank; d++)
    g_ptr_array_add (list->items, script_new_number (call->script, shape[d]));
  return list;
}

static ScriptValue *
get_rank (ScriptCall *call,
          GError    **error)
{
  return script_new_number (call->script, koma_tensor_get_rank (get_self (call)));
}

static ScriptValue *
get_size (ScriptCall *call,
          GError    **error)
{
  return script_new_number (call->script, koma_tensor_get_size (get_self (call)));
}

static ScriptValue *
get_dtype (ScriptCall *call,
           GError    **error)
{
  return script_new_text (call->script,
                          koma_dtype_name (koma_tensor_get_dtype (get_self (call))));
}

static ScriptValue *
is_disposed (ScriptCall *call,
             GError    **error)
{
  return script_new_boolean (call->script, koma_tensor_is_disposed (get_self (call)));
}

/* tensor.dataSync () */
static ScriptValue *
read_flat (ScriptCall *call,
           GError    **error)
{
  const gboolean    is_boolean = koma_tensor_get_dtype (get_self (call)) == KOMA_DTYPE_BOOL;
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (get_self (call), &n, error);
  ScriptValue      *list = script_new_list (call->script);

  if (values == NULL)
    return NULL;
  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (list->items, is_boolean ? script_new_boolean (call->script, values[i] != 0)
                                             : script_new_number (call->script, values[i]));
  return list;
}

/* Arrays in arrays, as many as there are dimensions; takes the items from the flat ones. */
static ScriptValue *
nest (Script            *script,
      const ScriptValue *flat,
      guint             *at,
      const int         *shape,
      guint              rank)
{
  ScriptValue *list = NULL;

  if (rank == 0)
    return script_value_item (flat, (*at)++);
  list = script_new_list (script);
  for (int i = 0; i < shape[0]; i++)
    g_ptr_array_add (list->items, nest (script, flat, at, shape + 1, rank - 1));
  return list;
}

/* tensor.arraySync () */
static ScriptValue *
read_nested (ScriptCall *call,
             GError    **error)
{
  const ScriptValue *flat = read_flat (call, error);
  guint              rank = 0;
  const int         *shape = koma_tensor_get_shape (get_self (call), &rank);
  guint              at = 0;

  return flat != NULL ? nest (call->script, flat, &at, shape, rank) : NULL;
}

static ScriptValue *
promise (ScriptCall  *call,
         ScriptValue *value /* (nullable) */)
{
  return value != NULL ? script_new_promise (call->script, value) : NULL;
}

static ScriptValue *
read_flat_later (ScriptCall *call,
                 GError    **error)
{
  return promise (call, read_flat (call, error));
}

static ScriptValue *
read_nested_later (ScriptCall *call,
                   GError    **error)
{
  return promise (call, read_nested (call, error));
}

static ScriptValue *
cast_to (ScriptCall *call,
         KomaDType   dtype,
         GError    **error)
{
  return script_new_object (call->script, koma_tensor_cast (get_self (call), dtype, error));
}

static ScriptValue *
to_float (ScriptCall *call,
          GError    **error)
{
  return cast_to (call, KOMA_DTYPE_FLOAT32, error);
}

static ScriptValue *
to_int (ScriptCall *call,
        GError    **error)
{
  return cast_to (call, KOMA_DTYPE_INT32, error);
}

/* tensor.clone (), or tf.clone (tensor) */
static ScriptValue *
clone_tensor (ScriptCall *call,
              GError    **error)
{
  KomaTensor *tensor = call->self != NULL ? get_self (call)
                                          : script_argument_tensor (call, 0, error);

  return script_new_object (call->script, koma_tensor_clone (tensor, error));
}

static ScriptValue *
assign (ScriptCall *call,
        GError    **error)
{
  KomaTensor *value = script_argument_tensor (call, 0, error);

  if (value == NULL || !koma_variable_assign (KOMA_VARIABLE (get_self (call)), value, error))
    return NULL;
  return script_new_undefined (call->script);
}

static ScriptValue *
get_name (ScriptCall *call,
          GError    **error)
{
  const char *name = koma_variable_get_name (KOMA_VARIABLE (get_self (call)));

  return script_new_text (call->script, name != NULL ? name : "");
}

const ScriptBinding script_tensor_members[] = {
  { "array", read_nested_later, FALSE },
  { "arraySync", read_nested, FALSE },
  { "clone", clone_tensor, FALSE },
  { "data", read_flat_later, FALSE },
  { "dataSync", read_flat, FALSE },
  { "dispose", script_dispose_self, FALSE },
  { "dtype", get_dtype, TRUE },
  { "isDisposed", is_disposed, TRUE },
  { "print", print, FALSE },
  { "rank", get_rank, TRUE },
  { "shape", get_shape, TRUE },
  { "size", get_size, TRUE },
  { "toFloat", to_float, FALSE },
  { "toInt", to_int, FALSE },
  { "toString", to_string, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_variable_members[] = {
  { "assign", assign, FALSE },
  { "name", get_name, TRUE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_tensor_functions[] = {
  { "tf.clone", clone_tensor, FALSE },
  { "tf.print", print_first, FALSE },
  { NULL, NULL, FALSE },
};
