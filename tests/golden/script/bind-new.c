/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* How tensors are made. */
#include <math.h>
#include <string.h>

#include "bindings.h"

#define MAX_DEPTH 32

/* A list that has itself as an element ends somewhere. */
static GVariant *
to_variant (const ScriptValue *value,
            guint              depth)
{
  GVariantBuilder builder;

  if (value->kind == SCRIPT_BOOLEAN)
    return g_variant_new_boolean (value->number != 0);
  if (value->kind == SCRIPT_DOUBLE)
    return g_variant_new_double (value->number);
  if (value->kind != SCRIPT_LIST)
    return g_variant_new_string (script_value_type_name (value));
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < value->items->len && depth < MAX_DEPTH; i++)
    g_variant_builder_add (&builder, "v", to_variant (script_value_item (value, i), depth + 1));
  return g_variant_builder_end (&builder);
}

static gboolean
is_of_booleans (const ScriptValue *value)
{
  for (guint depth = 0; value->kind == SCRIPT_LIST && depth < MAX_DEPTH; depth++) {
    if (value->items->len == 0)
      return FALSE;
    value = script_value_item (value, 0);
  }
  return value->kind == SCRIPT_BOOLEAN;
}

/* Values in arrays, which have as many dimensions as @rank, or any number for -1. */
static KomaTensor *
make (const ScriptValue *values,
      int                rank,
      const ScriptValue *dtype_name,
      GError           **error)
{
  KomaDType dtype = KOMA_DTYPE_FLOAT32;

  if (values == NULL) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "There are no values");
    return NULL;
  }
  if (!script_get_dtype (dtype_name, is_of_booleans (values) ? KOMA_DTYPE_BOOL : dtype, &dtype,
                         error))
    return NULL;
  return koma_tensor_new_nested (to_variant (values, 0), dtype, rank, error);
}

/* Values in arrays or flat, of a given shape. */
static KomaTensor *
make_shaped (const ScriptValue *values,
             const ScriptValue *shape,
             const ScriptValue *dtype_name,
             GError           **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GArray) dims = script_get_ints (shape, error);
  KomaTensor *tensor = dims != NULL ? make (values, -1, dtype_name, error) : NULL;

  if (tensor == NULL)
    return NULL;
  return koma_scope_return (
    scope, koma_tensor_reshape (tensor, (const int *) dims->data, dims->len, error));
}

KomaTensor *
script_to_tensor (const ScriptValue *value,
                  GError           **error)
{
  KomaTensor *tensor = script_value_tensor (value);

  return tensor != NULL ? tensor : make (value, -1, NULL, error);
}

/* tf.tensor (values, shape, dtype) */
static ScriptValue *
new_tensor (ScriptCall *call,
            GError    **error)
{
  const ScriptValue *values = script_argument (call, 0);
  const ScriptValue *shape = script_argument (call, 1);
  const ScriptValue *dtype = script_argument (call, 2);

  return script_new_object (call->script, script_value_is_missing (shape)
                                            ? make (values, -1, dtype, error)
                                            : make_shaped (values, shape, dtype, error));
}

/* tf.scalar (value, dtype), tf.tensor1d (values, dtype) */
static ScriptValue *
new_plain (ScriptCall *call,
           GError    **error)
{
  const int rank = g_str_equal (call->name, "tf.scalar") ? 0 : 1;

  return script_new_object (call->script, make (script_argument (call, 0), rank,
                                                script_argument (call, 1), error));
}

/* tf.tensor2d (values, shape, dtype) */
static ScriptValue *
new_tensor_nd (ScriptCall *call,
               GError    **error)
{
  const guint        rank = call->name[strlen ("tf.tensor")] - '0';
  const ScriptValue *shape = script_argument (call, 1);

  if (script_value_is_missing (shape))
    return script_new_object (call->script, make (script_argument (call, 0), rank,
                                                  script_argument (call, 2), error));
  if (script_value_length (shape) == rank)
    return new_tensor (call, error);
  koma_fail (error, KOMA_ERROR_SHAPE, "The shape has not %u numbers", rank);
  return NULL;
}

typedef KomaTensor *(*RandomFunc) (const int *shape,
                                   guint      rank,
                                   double     first,
                                   double     second,
                                   guint64    seed,
                                   GError   **error);

/* tf.randomNormal (shape, mean, deviation, dtype, seed); of a uniform one the limits. */
static ScriptValue *
new_random (ScriptCall *call,
            RandomFunc  func,
            GError    **error)
{
  const double first = script_argument_number (call, 1, 0);
  const double second = script_argument_number (call, 2, 1);
  const double seed = fmin (fabs (script_argument_number (call, 4, 0)), G_MAXUINT);
  g_autoptr (GArray) shape = script_get_ints (script_argument (call, 0), error);

  if (shape == NULL)
    return NULL;
  return script_new_object (call->script, func ((const int *) shape->data, shape->len, first,
                                                second, (guint64) seed, error));
}

static ScriptValue *
random_normal (ScriptCall *call,
               GError    **error)
{
  return new_random (call, koma_tensor_new_random_normal, error);
}

static ScriptValue *
random_uniform (ScriptCall *call,
                GError    **error)
{
  return new_random (call, koma_tensor_new_random_uniform, error);
}

static ScriptValue *
truncated_normal (ScriptCall *call,
                  GError    **error)
{
  return new_random (call, koma_tensor_new_truncated_normal, error);
}

const ScriptBinding script_new_functions[] = {
  { "tf.randomNormal", random_normal, FALSE },
  { "tf.randomUniform", random_uniform, FALSE },
  { "tf.scalar", new_plain, FALSE },
  { "tf.tensor", new_tensor, FALSE },
  { "tf.tensor1d", new_plain, FALSE },
  { "tf.tensor2d", new_tensor_nd, FALSE },
  { "tf.tensor3d", new_tensor_nd, FALSE },
  { "tf.tensor4d", new_tensor_nd, FALSE },
  { "tf.tensor5d", new_tensor_nd, FALSE },
  { "tf.tensor6d", new_tensor_nd, FALSE },
  { "tf.truncatedNormal", truncated_normal, FALSE },
  { NULL, NULL, FALSE },
};
