/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "array.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "half.h"

static KomaArray *
tensor_new (KomaDType        dtype,
            const KomaShape *shape,
            gsize            count)
{
  KomaArray *array = g_new0 (KomaArray, 1);

  g_atomic_ref_count_init (&array->ref_count);
  array->dtype = dtype;
  array->shape = *shape;
  array->count = count;
  return array;
}

/**
 * koma_array_new:
 * @shape: known in every dimension
 *
 * A array of zeros; dense, row-major, see #KomaShape. Data is aligned and
 * padded as in memory.h. Thread: any.
 *
 * Errors: those of koma_shape_check(); %KOMA_ERROR_MEMORY if memory lacks.
 *
 * Returns: (transfer full): the array
 */
KomaArray *
koma_array_new (KomaDType        dtype,
                const KomaShape *shape,
                GError         **error)
{
  gsize      count = 0;
  gpointer   data = NULL;
  KomaArray *array = NULL;

  g_return_val_if_fail (dtype < KOMA_N_DTYPES, NULL);

  if (!koma_shape_check (shape, koma_dtype_size (dtype), &count, error))
    return NULL;
  data = koma_memory_alloc (count * koma_dtype_size (dtype), error);
  if (data == NULL)
    return NULL;
  array = tensor_new (dtype, shape, count);
  array->data = data;
  return array;
}

/**
 * koma_array_new_from_data:
 * @data: as many elements as @shape has; copied
 *
 * As koma_array_new(), with values. Thread: any.
 *
 * Errors: those of koma_array_new().
 */
KomaArray *
koma_array_new_from_data (KomaDType        dtype,
                          const KomaShape *shape,
                          gconstpointer    data,
                          GError         **error)
{
  KomaArray *array = koma_array_new (dtype, shape, error);

  if (array != NULL && array->count > 0)
    memcpy (array->data, data, koma_array_get_size_bytes (array));
  return array;
}

/* @padding_bytes: that @bytes has behind the elements */
static KomaArray *
new_over_bytes (KomaDType        dtype,
                const KomaShape *shape,
                GBytes          *bytes,
                guint64          offset,
                gsize            alignment,
                gsize            padding_bytes,
                GError         **error)
{
  gsize         count = 0;
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size_bytes);
  KomaArray    *array = NULL;

  if (!koma_shape_check (shape, koma_dtype_size (dtype), &count, error))
    return NULL;
  if (offset > size_bytes || offset % alignment != 0 ||
      count * koma_dtype_size (dtype) + padding_bytes > size_bytes - offset) {
    koma_fail (error, KOMA_ERROR_MODEL, "an array lies outside of its memory");
    return NULL;
  }
  array = tensor_new (dtype, shape, count);
  array->data = (gpointer) (data + offset);
  array->bytes = g_bytes_ref (bytes);
  return array;
}

/**
 * koma_array_new_from_bytes:
 * @bytes: whose data begins at a multiple of %KOMA_MEMORY_ALIGNMENT; a reference is taken
 * @offset: of the first element, a multiple of %KOMA_MEMORY_ALIGNMENT
 *
 * An array over a part of @bytes, which has %KOMA_MEMORY_PADDING bytes behind the elements; nothing
 * is copied, and nobody writes to it. Thread: any.
 *
 * Errors: those of koma_shape_check(); %KOMA_ERROR_MODEL where @bytes has no such part.
 *
 * Returns: (transfer full): the array
 */
KomaArray *
koma_array_new_from_bytes (KomaDType        dtype,
                           const KomaShape *shape,
                           GBytes          *bytes,
                           guint64          offset,
                           GError         **error)
{
  return new_over_bytes (dtype, shape, bytes, offset, KOMA_MEMORY_ALIGNMENT, KOMA_MEMORY_PADDING,
                         error);
}

/**
 * koma_array_new_from_file_bytes:
 * @bytes: of koma_kept_files_map(); a reference is taken
 * @offset: of the first element, a multiple of its size
 *
 * Likewise, where the elements lie as a file has them: readers look at them, and constants are
 * folded with them, but no session is made of them. Thread: any.
 *
 * Errors: those of koma_array_new_from_bytes().
 *
 * Returns: (transfer full): the array
 */
KomaArray *
koma_array_new_from_file_bytes (KomaDType        dtype,
                                const KomaShape *shape,
                                GBytes          *bytes,
                                guint64          offset,
                                GError         **error)
{
  return new_over_bytes (dtype, shape, bytes, offset, koma_dtype_size (dtype), 0, error);
}

/**
 * koma_array_new_scalar:
 * @value: converted to @dtype as a C cast does
 *
 * A 0-D array. Thread: any.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_array_new_scalar (KomaDType dtype,
                       double    value,
                       GError  **error)
{
  KomaShape  scalar = KOMA_SHAPE_SCALAR;
  KomaArray *array = koma_array_new (dtype, &scalar, error);

  if (array == NULL)
    return NULL;
  switch (dtype) {
  case KOMA_DTYPE_FLOAT32:
    *(float *) array->data = value;
    break;
  case KOMA_DTYPE_INT32:
    *(gint32 *) array->data = value;
    break;
  case KOMA_DTYPE_UINT8:
    *(guint8 *) array->data = value;
    break;
  case KOMA_DTYPE_INT8:
    *(gint8 *) array->data = value;
    break;
  case KOMA_DTYPE_FLOAT16:
    *(guint16 *) array->data = koma_half_from_float ((float) value);
    break;
  case KOMA_DTYPE_BOOL:
  case KOMA_N_DTYPES:
  default:
    *(guint8 *) array->data = value != 0;
  }
  return array;
}

/**
 * koma_array_reshape:
 * @shape: of as many elements as @array has
 *
 * The same data in another shape; nothing is copied. Errors:
 * %KOMA_ERROR_SHAPE. Thread: any.
 *
 * Returns: (transfer full): the array
 */
KomaArray *
koma_array_reshape (KomaArray       *array,
                    const KomaShape *shape,
                    GError         **error)
{
  gsize      count = 0;
  KomaArray *reshaped = NULL;

  if (!koma_shape_check (shape, koma_dtype_size (array->dtype), &count, error))
    return NULL;
  if (count != array->count) {
    g_autofree char *from = koma_shape_to_string (&array->shape);
    g_autofree char *to = koma_shape_to_string (shape);
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "Can not reshape %s to %s", from, to);
    return NULL;
  }
  reshaped = tensor_new (array->dtype, shape, count);
  reshaped->data = array->data;
  reshaped->origin = koma_array_ref (array->origin != NULL ? array->origin : array);
  return reshaped;
}

/**
 * koma_array_ref:
 *
 * Thread: any.
 *
 * Returns: (transfer full): @array
 */
KomaArray *
koma_array_ref (KomaArray *array)
{
  g_atomic_ref_count_inc (&array->ref_count);
  return array;
}

/**
 * koma_array_unref:
 * @array: (transfer full)
 *
 * The last reference frees the data, unless reshaped arrays share it. Thread:
 * any.
 */
void
koma_array_unref (KomaArray *array)
{
  if (!g_atomic_ref_count_dec (&array->ref_count))
    return;
  if (array->origin != NULL)
    koma_array_unref (array->origin);
  else if (array->bytes != NULL)
    g_bytes_unref (array->bytes);
  else
    koma_memory_free (array->data);
  g_free (array);
}

/**
 * koma_array_get_size_bytes:
 *
 * Returns: bytes of all elements, without padding. Thread: any.
 */
gsize
koma_array_get_size_bytes (const KomaArray *array)
{
  return array->count * koma_dtype_size (array->dtype);
}

/**
 * koma_array_get_int:
 * @index: in memory order, below the number of elements
 *
 * One element as an integer, whatever the dtype; for shapes, axes and sizes
 * that models keep in arrays. A float is cut, and 0 if it is out of range.
 */
gint64
koma_array_get_int (const KomaArray *array,
                    gsize            index)
{
  float value = 0;

  g_return_val_if_fail (index < array->count, 0);

  if (array->dtype == KOMA_DTYPE_INT32)
    return ((const gint32 *) array->data)[index];
  if (array->dtype == KOMA_DTYPE_INT8)
    return ((const gint8 *) array->data)[index];
  if (array->dtype == KOMA_DTYPE_FLOAT32)
    value = ((const float *) array->data)[index];
  else if (array->dtype == KOMA_DTYPE_FLOAT16)
    value = koma_half_to_float (((const guint16 *) array->data)[index]);
  else
    return ((const guint8 *) array->data)[index];
  return value > -1e18f && value < 1e18f ? (gint64) value : 0;
}
