/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-read.h"

#include "koma-error.h"
#include "tensor-private.h"

static float
get_float (const KomaArray *array,
           gsize            index)
{
  return array->dtype == KOMA_DTYPE_FLOAT32 ? ((const float *) array->data)[index]
                                            : koma_array_get_int (array, index);
}

/**
 * koma_tensor_read_floats:
 * @self: (nullable): a tensor of any dtype; %NULL stands for a call that failed before
 * @ret_n_values: (out): number of elements
 * @error: return location for an error
 *
 * All elements as floats, the last dimension running fastest; bool is 0 and 1. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of.
 *
 * Returns: (transfer full) (array length=ret_n_values) (nullable): a copy, free with g_free()
 */
float *
koma_tensor_read_floats (KomaTensor *self,
                         gsize      *ret_n_values,
                         GError    **error)
{
  const KomaArray *array = self != NULL ? koma_tensor_get_array (self, error) : NULL;
  float           *values = NULL;

  if (array == NULL)
    return NULL;
  values = g_new (float, array->count + 1);
  for (gsize i = 0; i < array->count; i++)
    values[i] = get_float (array, i);
  *ret_n_values = array->count;
  return values;
}

/**
 * koma_tensor_read_ints:
 * @self: (nullable): a tensor of int32, bool, uint8 or int8; %NULL stands for a call that failed
 *   before
 * @ret_n_values: (out): number of elements
 * @error: return location for an error
 *
 * All elements as integers, the last dimension running fastest. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of, or is of float32.
 *
 * Returns: (transfer full) (array length=ret_n_values) (nullable): a copy, free with g_free()
 */
int *
koma_tensor_read_ints (KomaTensor *self,
                       gsize      *ret_n_values,
                       GError    **error)
{
  const KomaArray *array = self != NULL ? koma_tensor_get_array (self, error) : NULL;
  int             *values = NULL;

  if (array == NULL)
    return NULL;
  if (array->dtype == KOMA_DTYPE_FLOAT32) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "A tensor of float32 is not read as integers");
    return NULL;
  }
  values = g_new (int, array->count + 1);
  for (gsize i = 0; i < array->count; i++)
    values[i] = koma_array_get_int (array, i);
  *ret_n_values = array->count;
  return values;
}
