/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor.h"

#include <string.h>

#include "engine/koma-error.h"
#include "engine/runtime/memory.h"

static KomaTensor *
tensor_new (KomaDType        dtype,
            const KomaShape *shape,
            gsize            count)
{
  KomaTensor *tensor = g_new0 (KomaTensor, 1);

  g_atomic_ref_count_init (&tensor->ref_count);
  tensor->dtype = dtype;
  tensor->shape = *shape;
  tensor->count = count;
  return tensor;
}

/**
 * koma_tensor_new:
 * @shape: known in every dimension
 *
 * A tensor of zeros; dense, row-major, see #KomaShape. Data is aligned and
 * padded as in memory.h. Thread: any.
 *
 * Errors: those of koma_shape_check(); %KOMA_ERROR_MEMORY if memory lacks.
 *
 * Returns: (transfer full): the tensor
 */
KomaTensor *
koma_tensor_new (KomaDType        dtype,
                 const KomaShape *shape,
                 GError         **error)
{
  gsize       count = 0;
  gpointer    data = NULL;
  KomaTensor *tensor = NULL;

  g_return_val_if_fail (dtype < KOMA_N_DTYPES, NULL);

  if (!koma_shape_check (shape, koma_dtype_size (dtype), &count, error))
    return NULL;
  data = koma_memory_alloc (count * koma_dtype_size (dtype), error);
  if (data == NULL)
    return NULL;
  tensor = tensor_new (dtype, shape, count);
  tensor->data = data;
  return tensor;
}

/**
 * koma_tensor_new_from_data:
 * @data: as many elements as @shape has; copied
 *
 * As koma_tensor_new(), with values. Thread: any.
 *
 * Errors: those of koma_tensor_new().
 */
KomaTensor *
koma_tensor_new_from_data (KomaDType        dtype,
                           const KomaShape *shape,
                           gconstpointer    data,
                           GError         **error)
{
  KomaTensor *tensor = koma_tensor_new (dtype, shape, error);

  if (tensor != NULL && tensor->count > 0)
    memcpy (tensor->data, data, koma_tensor_get_size_bytes (tensor));
  return tensor;
}

/**
 * koma_tensor_new_scalar:
 * @value: converted to @dtype as a C cast does
 *
 * A 0-D tensor. Thread: any.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaTensor *
koma_tensor_new_scalar (KomaDType dtype,
                        double    value,
                        GError  **error)
{
  KomaShape   scalar = KOMA_SHAPE_SCALAR;
  KomaTensor *tensor = koma_tensor_new (dtype, &scalar, error);

  if (tensor == NULL)
    return NULL;
  switch (dtype) {
  case KOMA_DTYPE_FLOAT32:
    *(float *) tensor->data = value;
    break;
  case KOMA_DTYPE_INT32:
    *(gint32 *) tensor->data = value;
    break;
  case KOMA_DTYPE_UINT8:
    *(guint8 *) tensor->data = value;
    break;
  case KOMA_DTYPE_INT8:
    *(gint8 *) tensor->data = value;
    break;
  case KOMA_DTYPE_BOOL:
  case KOMA_N_DTYPES:
  default:
    *(guint8 *) tensor->data = value != 0;
  }
  return tensor;
}

/**
 * koma_tensor_reshape:
 * @shape: of as many elements as @tensor has
 *
 * The same data in another shape; nothing is copied. Errors:
 * %KOMA_ERROR_SHAPE. Thread: any.
 *
 * Returns: (transfer full): the tensor
 */
KomaTensor *
koma_tensor_reshape (KomaTensor      *tensor,
                     const KomaShape *shape,
                     GError         **error)
{
  gsize       count = 0;
  KomaTensor *reshaped = NULL;

  if (!koma_shape_check (shape, koma_dtype_size (tensor->dtype), &count, error))
    return NULL;
  if (count != tensor->count) {
    g_autofree char *from = koma_shape_to_string (&tensor->shape);
    g_autofree char *to = koma_shape_to_string (shape);
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "Can not reshape %s to %s", from, to);
    return NULL;
  }
  reshaped = tensor_new (tensor->dtype, shape, count);
  reshaped->data = tensor->data;
  reshaped->origin = koma_tensor_ref (tensor->origin != NULL ? tensor->origin : tensor);
  return reshaped;
}

/**
 * koma_tensor_ref:
 *
 * Thread: any.
 *
 * Returns: (transfer full): @tensor
 */
KomaTensor *
koma_tensor_ref (KomaTensor *tensor)
{
  g_atomic_ref_count_inc (&tensor->ref_count);
  return tensor;
}

/**
 * koma_tensor_unref:
 * @tensor: (transfer full)
 *
 * The last reference frees the data, unless reshaped tensors share it. Thread:
 * any.
 */
void
koma_tensor_unref (KomaTensor *tensor)
{
  if (!g_atomic_ref_count_dec (&tensor->ref_count))
    return;
  if (tensor->origin != NULL)
    koma_tensor_unref (tensor->origin);
  else
    koma_memory_free (tensor->data);
  g_free (tensor);
}

/**
 * koma_tensor_get_size_bytes:
 *
 * Returns: bytes of all elements, without padding. Thread: any.
 */
gsize
koma_tensor_get_size_bytes (const KomaTensor *tensor)
{
  return tensor->count * koma_dtype_size (tensor->dtype);
}

/**
 * koma_tensor_get_int:
 * @index: in memory order, below the number of elements
 *
 * One element as an integer, whatever the dtype; for shapes, axes and sizes
 * that models keep in tensors. A float is cut, and 0 if it is out of range.
 */
gint64
koma_tensor_get_int (const KomaTensor *tensor,
                     gsize             index)
{
  float value = 0;

  g_return_val_if_fail (index < tensor->count, 0);

  if (tensor->dtype == KOMA_DTYPE_INT32)
    return ((const gint32 *) tensor->data)[index];
  if (tensor->dtype == KOMA_DTYPE_INT8)
    return ((const gint8 *) tensor->data)[index];
  if (tensor->dtype != KOMA_DTYPE_FLOAT32)
    return ((const guint8 *) tensor->data)[index];
  value = ((const float *) tensor->data)[index];
  return value > -1e18f && value < 1e18f ? (gint64) value : 0;
}
