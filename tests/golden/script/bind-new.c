/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* How tensors are made, and what can be asked of them. */
#include <math.h>
#include <string.h>

#include "bindings.h"

#define MAX_RANK 6

/* Arrays of arrays of numbers, read into one. */
typedef struct
{
  GArray  *values; /* double */
  int      shape[MAX_RANK + 1];
  guint    rank;
  gboolean is_boolean;
} Numbers;

static void
numbers_clear (Numbers *self)
{
  g_clear_pointer (&self->values, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbers, numbers_clear)

static gboolean
append (Numbers           *self,
        const ScriptValue *value,
        guint              depth,
        GError           **error)
{
  const double number = script_value_number (value);

  if (value->kind != SCRIPT_LIST) {
    if (depth != self->rank)
      return koma_fail (error, KOMA_ERROR_SHAPE, "Arrays in one array differ in length");
    if (value->kind != SCRIPT_DOUBLE && value->kind != SCRIPT_BOOLEAN)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s is no number",
                        script_value_type_name (value));
    g_array_append_val (self->values, number);
    return TRUE;
  }
  if (depth >= self->rank || (int) value->items->len != self->shape[depth])
    return koma_fail (error, KOMA_ERROR_SHAPE, "Arrays in one array differ in length");
  for (guint i = 0; i < value->items->len; i++)
    if (!append (self, script_value_item (value, i), depth + 1, error))
      return FALSE;
  return TRUE;
}

/* The first elements say what the shape is. */
static gboolean
read_numbers (const ScriptValue *value,
              Numbers           *self,
              GError           **error)
{
  const ScriptValue *first = value;

  self->values = g_array_new (TRUE, FALSE, sizeof (double));
  if (value == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There are no values");
  for (; first != NULL && first->kind == SCRIPT_LIST; first = script_value_item (first, 0)) {
    if (self->rank > MAX_RANK)
      return koma_fail (error, KOMA_ERROR_SHAPE, "More than %d dimensions", MAX_RANK);
    self->shape[self->rank++] = first->items->len;
  }
  self->is_boolean = first != NULL && first->kind == SCRIPT_BOOLEAN;
  return append (self, value, 0, error);
}

static KomaTensor *
make (const Numbers     *numbers,
      const ScriptValue *shape,
      const ScriptValue *dtype_name,
      GError           **error)
{
  const KomaDType fallback = numbers->is_boolean ? KOMA_DTYPE_BOOL : KOMA_DTYPE_FLOAT32;
  g_autoptr (GArray) dims = NULL;
  KomaDType dtype = fallback;

  if (!script_get_dtype (dtype_name, fallback, &dtype, error))
    return NULL;
  if (!script_value_is_missing (shape)) {
    dims = script_get_ints (shape, error);
    if (dims == NULL)
      return NULL;
  }
  return koma_tensor_new_typed (dtype, (const double *) numbers->values->data, numbers->values->len,
                                dims != NULL ? (const int *) dims->data : numbers->shape,
                                dims != NULL ? dims->len : numbers->rank, error);
}

KomaTensor *
script_to_tensor (const ScriptValue *value,
                  GError           **error)
{
  g_auto (Numbers) numbers = { 0 };
  KomaTensor *tensor = script_value_tensor (value);

  if (tensor != NULL)
    return tensor;
  return read_numbers (value, &numbers, error) ? make (&numbers, NULL, NULL, error) : NULL;
}

/* tf.tensor (values, shape, dtype) */
static ScriptValue *
new_tensor (ScriptCall *call,
            GError    **error)
{
  g_auto (Numbers) numbers = { 0 };

  if (!read_numbers (script_argument (call, 0), &numbers, error))
    return NULL;
  return script_new_object (call->script, make (&numbers, script_argument (call, 1),
                                                script_argument (call, 2), error));
}

/* tf.tensor2d (values, shape, dtype): the values are flat, or arrays of that depth. */
static ScriptValue *
new_tensor_nd (ScriptCall *call,
               GError    **error)
{
  const guint        rank = call->name[strlen ("tf.tensor")] - '0';
  const gboolean     is_1d = rank == 1;
  const ScriptValue *shape = is_1d ? NULL : script_argument (call, 1);
  g_auto (Numbers) numbers = { 0 };

  if (!read_numbers (script_argument (call, 0), &numbers, error))
    return NULL;
  if (script_value_is_missing (shape) ? numbers.rank != rank
                                      : script_value_length (shape) != rank ||
                                          (numbers.rank != 1 && numbers.rank != rank)) {
    koma_fail (error, KOMA_ERROR_SHAPE, "%s: values of %u dimensions, and %s shape", call->name,
               numbers.rank, script_value_is_missing (shape) ? "no" : "a");
    return NULL;
  }
  return script_new_object (call->script, make (&numbers, shape,
                                                script_argument (call, is_1d ? 1 : 2), error));
}

static ScriptValue *
new_scalar (ScriptCall *call,
            GError    **error)
{
  g_auto (Numbers) numbers = { 0 };

  if (!read_numbers (script_argument (call, 0), &numbers, error))
    return NULL;
  if (numbers.rank > 0) {
    koma_fail (error, KOMA_ERROR_SHAPE, "A scalar is made of a number, not of an array");
    return NULL;
  }
  return script_new_object (call->script,
                            make (&numbers, NULL, script_argument (call, 1), error));
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
  { "tf.scalar", new_scalar, FALSE },
  { "tf.tensor", new_tensor, FALSE },
  { "tf.tensor1d", new_tensor_nd, FALSE },
  { "tf.tensor2d", new_tensor_nd, FALSE },
  { "tf.tensor3d", new_tensor_nd, FALSE },
  { "tf.tensor4d", new_tensor_nd, FALSE },
  { "tf.tensor5d", new_tensor_nd, FALSE },
  { "tf.tensor6d", new_tensor_nd, FALSE },
  { "tf.truncatedNormal", truncated_normal, FALSE },
  { NULL, NULL, FALSE },
};
