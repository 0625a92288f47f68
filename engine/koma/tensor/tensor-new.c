/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-new.h"

#include <math.h>
#include <string.h>

#include "engine/graph/half.h"
#include "engine/koma/koma-error.h"
#include "environment-private.h"
#include "tensor-private.h"

static gboolean
make_shape (const int *shape,
            guint      rank,
            KomaShape *ret_shape,
            GError   **error)
{
  *ret_shape = (KomaShape){ .rank = rank };
  if (rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE, "A tensor has 0 to %d dimensions, not %u",
                      KOMA_MAX_RANK, rank);
  for (guint d = 0; d < rank; d++) {
    if (shape[d] < 0)
      return koma_fail (error, KOMA_ERROR_SHAPE, "Dimension %u of the shape is %d", d, shape[d]);
    ret_shape->dims[d] = shape[d];
  }
  return TRUE;
}

static gboolean
check_dtype (KomaDType dtype,
             GError  **error)
{
  return (dtype >= 0 && dtype < KOMA_N_DTYPES) ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "There is no dtype %d", dtype);
}

/* Of any values. */
static KomaArray *
new_array (KomaDType  dtype,
           const int *shape,
           guint      rank,
           GError   **error)
{
  KomaShape full;

  if (!check_dtype (dtype, error) || !make_shape (shape, rank, &full, error))
    return NULL;
  return koma_environment_new_array (koma_environment_get (), dtype, &full, error);
}

static gboolean
check_count (const KomaArray *array,
             gsize            n_values,
             GError         **error)
{
  g_autofree char *text = NULL;

  if (array->count == n_values)
    return TRUE;
  text = koma_shape_to_string (&array->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "Shape %s has %" G_GSIZE_FORMAT " elements, but there are %" G_GSIZE_FORMAT
                    " values",
                    text, array->count, n_values);
}

/* [min, max] of what an integer type holds, after the fraction was cut. */
static gboolean
is_in_range (KomaDType dtype,
             double    value)
{
  switch (dtype) {
  case KOMA_DTYPE_INT32:
    return value > -2147483649.0 && value < 2147483648.0;
  case KOMA_DTYPE_UINT8:
    return value > -1 && value < 256;
  case KOMA_DTYPE_INT8:
    return value > -129 && value < 128;
  case KOMA_DTYPE_FLOAT32:
  case KOMA_DTYPE_FLOAT16:
  case KOMA_DTYPE_BOOL:
  case KOMA_N_DTYPES:
  default:
    return TRUE;
  }
}

static gboolean
set_element (KomaArray *array,
             gsize      index,
             double     value,
             GError   **error)
{
  if (!is_in_range (array->dtype, value))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%g at %" G_GSIZE_FORMAT " is no %s", value,
                      index, koma_dtype_name (array->dtype));
  switch (array->dtype) {
  case KOMA_DTYPE_FLOAT32:
    ((float *) array->data)[index] = value;
    break;
  case KOMA_DTYPE_INT32:
    ((gint32 *) array->data)[index] = value;
    break;
  case KOMA_DTYPE_INT8:
    ((gint8 *) array->data)[index] = value;
    break;
  case KOMA_DTYPE_UINT8:
    ((guint8 *) array->data)[index] = value;
    break;
  case KOMA_DTYPE_FLOAT16:
    ((guint16 *) array->data)[index] = koma_half_from_float ((float) value);
    break;
  case KOMA_DTYPE_BOOL:
  case KOMA_N_DTYPES:
  default:
    ((guint8 *) array->data)[index] = value != 0;
  }
  return TRUE;
}

/* Values that are as the elements in memory. */
static KomaTensor *
new_from_memory (KomaDType     dtype,
                 gconstpointer values,
                 gsize         n_values,
                 const int    *shape,
                 guint         rank,
                 GError      **error)
{
  g_autoptr (KomaArray) array = new_array (dtype, shape, rank, error);

  if (array == NULL || !check_count (array, n_values, error))
    return NULL;
  if (n_values > 0)
    memcpy (array->data, values, koma_array_get_size_bytes (array));
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_new: (constructor)
 * @values: (array length=n_values): as many as @shape has elements, the last dimension running
 *   fastest; copied
 * @n_values: number of values
 * @shape: (array length=rank) (nullable): sizes, 0 or more each, the outermost first
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of float32, of any shape. Thread: any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @shape is none, or has another number of elements;
 * %KOMA_ERROR_MEMORY above 2 GiB, or if memory lacks.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new (const float *values,
                 gsize        n_values,
                 const int   *shape,
                 guint        rank,
                 GError     **error)
{
  return new_from_memory (KOMA_DTYPE_FLOAT32, values, n_values, shape, rank, error);
}

/**
 * koma_tensor_new_typed: (constructor)
 * @dtype: type of the elements
 * @values: (array length=n_values): as many as @shape has elements, the last dimension running
 *   fastest
 * @n_values: number of values
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of any type. For integers the fraction of a value is cut; for bool every value but 0
 * is true; float16 has the nearest number, infinity above 65504. Thread: any; the tensor is the
 * calling thread's.
 *
 * Errors: those of koma_tensor_new(); %KOMA_ERROR_ARGUMENT if there is no such @dtype, or it does
 * not hold a value.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_typed (KomaDType     dtype,
                       const double *values,
                       gsize         n_values,
                       const int    *shape,
                       guint         rank,
                       GError      **error)
{
  g_autoptr (KomaArray) array = new_array (dtype, shape, rank, error);

  if (array == NULL || !check_count (array, n_values, error))
    return NULL;
  for (gsize i = 0; i < n_values; i++)
    if (!set_element (array, i, values[i], error))
      return NULL;
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_new_ints: (constructor)
 * @values: (array length=n_values): as many as @shape has elements
 * @n_values: number of values
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of int32, of any shape. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_ints (const int *values,
                      gsize      n_values,
                      const int *shape,
                      guint      rank,
                      GError   **error)
{
  return new_from_memory (KOMA_DTYPE_INT32, values, n_values, shape, rank, error);
}

/* What ops rely on: bool is 0 or 1. */
static void
make_plain (KomaArray *array)
{
  guint8 *bytes = array->data;

  if (array->dtype == KOMA_DTYPE_BOOL)
    for (gsize i = 0; i < array->count; i++)
      bytes[i] = bytes[i] != 0;
}

/**
 * koma_tensor_new_from_memory: (constructor)
 * @dtype: type of the elements
 * @memory: (nullable): where the elements lie, in the machine's order of bytes, the last dimension
 *   running fastest; need not be aligned
 * @n_bytes: bytes there
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of elements as they lie in memory, which are copied: the engine's memory is aligned, and
 * has bytes behind it that others' memory has not. For bool every byte but 0 is true. In Python
 * @memory is an address; Koma.tensor () finds it. Thread: any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @shape is none, or its elements take another number of bytes;
 * %KOMA_ERROR_ARGUMENT if there is no such @dtype; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_from_memory (KomaDType     dtype,
                             gconstpointer memory,
                             gsize         n_bytes,
                             const int    *shape,
                             guint         rank,
                             GError      **error)
{
  g_autoptr (KomaArray) array = NULL;

  g_return_val_if_fail (memory != NULL || n_bytes == 0, NULL);

  array = new_array (dtype, shape, rank, error);
  if (array == NULL)
    return NULL;
  if (koma_array_get_size_bytes (array) != n_bytes) {
    g_autofree char *text = koma_shape_to_string (&array->shape);

    koma_fail (error, KOMA_ERROR_SHAPE,
               "Shape %s of %s takes %" G_GSIZE_FORMAT " bytes, but there are %" G_GSIZE_FORMAT,
               text, koma_dtype_name (dtype), koma_array_get_size_bytes (array), n_bytes);
    return NULL;
  }
  if (n_bytes > 0)
    memcpy (array->data, memory, n_bytes);
  make_plain (array);
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_new_from_bytes: (constructor)
 * @dtype: type of the elements
 * @bytes: (transfer none): the elements as for koma_tensor_new_from_memory(), as
 *   koma_tensor_read_bytes() gives them
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * koma_tensor_new_from_memory() for languages that have no addresses: in JavaScript @bytes is a
 * Uint8Array. They are copied. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new_from_memory().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_from_bytes (KomaDType  dtype,
                            GBytes    *bytes,
                            const int *shape,
                            guint      rank,
                            GError   **error)
{
  gsize         n_bytes = 0;
  gconstpointer memory = NULL;

  g_return_val_if_fail (bytes != NULL, NULL);

  memory = g_bytes_get_data (bytes, &n_bytes);
  return koma_tensor_new_from_memory (dtype, memory, n_bytes, shape, rank, error);
}

/**
 * koma_tensor_new_scalar: (constructor)
 * @value: its only element
 * @error: return location for an error
 *
 * A tensor of float32 without dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_scalar (float    value,
                        GError **error)
{
  return koma_tensor_new (&value, 1, NULL, 0, error);
}

/**
 * koma_tensor_new_zeros: (constructor)
 * @dtype: type of the elements
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of zeros. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new_typed().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_zeros (KomaDType  dtype,
                       const int *shape,
                       guint      rank,
                       GError   **error)
{
  g_autoptr (KomaArray) array = NULL;
  KomaShape full;

  if (!check_dtype (dtype, error) || !make_shape (shape, rank, &full, error))
    return NULL;
  array = koma_array_new (dtype, &full, error);
  return array != NULL ? koma_tensor_new_from_array (array) : NULL;
}

/**
 * koma_tensor_new_ones: (constructor)
 * @dtype: type of the elements
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @error: return location for an error
 *
 * A tensor of ones. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new_typed().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_ones (KomaDType  dtype,
                      const int *shape,
                      guint      rank,
                      GError   **error)
{
  return koma_tensor_new_fill (dtype, shape, rank, 1, error);
}

/**
 * koma_tensor_new_fill: (constructor)
 * @dtype: type of the elements
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @value: each element; converted as by koma_tensor_new_typed()
 * @error: return location for an error
 *
 * A tensor of one value. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new_typed().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_fill (KomaDType  dtype,
                      const int *shape,
                      guint      rank,
                      double     value,
                      GError   **error)
{
  g_autoptr (KomaArray) array = new_array (dtype, shape, rank, error);

  if (array == NULL)
    return NULL;
  for (gsize i = 0; i < array->count; i++)
    if (!set_element (array, i, value, error))
      return NULL;
  return koma_tensor_new_from_array (array);
}
