/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-tensor.h"

#include <math.h>
#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/graph/half.h"

/**
 * koma_tf_shape_make:
 * @sizes: (nullable): [n_sizes], outermost first; -1 where it is open
 * @n_sizes: the rank
 * @ret_shape: (out): the shape
 * @error: return location
 *
 * Checks the sizes of a file's shape one by one; their product is not
 * looked at.
 *
 * Errors: %KOMA_ERROR_SHAPE.
 *
 * Returns: whether they are sizes
 */
gboolean
koma_tf_shape_make (const gint64 *sizes,
                    gsize         n_sizes,
                    KomaShape    *ret_shape,
                    GError      **error)
{
  gint64 dims[KOMA_MAX_RANK] = { 0 };

  if (n_sizes > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "expected at most %d dimensions, found %zu", KOMA_MAX_RANK, n_sizes);

  for (gsize i = 0; i < n_sizes; i++) {
    if (sizes[i] < -1 || sizes[i] > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "expected a size as dimension %zu, found %" G_GINT64_FORMAT, i, sizes[i]);
    dims[i] = sizes[i] == -1 ? KOMA_DIM_UNKNOWN : sizes[i];
  }

  *ret_shape = koma_shape_make ((guint) n_sizes, dims);
  return TRUE;
}

static double
read_content (const KomaTfTensor *tensor,
              gsize               index)
{
  const gsize   size = tensor->dtype->size;
  const guint64 bits = koma_little_endian_read (tensor->content + index * size, size);
  const guint32 low = (guint32) bits;
  float         single = 0;
  double        number = 0;

  switch (tensor->dtype->number) {
  case 1:
    memcpy (&single, &low, sizeof single);
    return single;
  case 2:
    memcpy (&number, &bits, sizeof number);
    return number;
  case 3:
  case 13:
    return (gint32) low;
  case 5:
    return (gint16) low;
  case 6:
  case 11:
    return (gint8) low;
  case 9:
    return (double) (gint64) bits;
  case 19:
    return koma_half_to_float ((guint16) low);
  default: /* unsigned, boolean */
    return (double) bits;
  }
}

/* 64-bit integers appear as sizes and as "to the end": cut, not wrapped. */
static void
write_number (KomaArray *tensor,
              gsize      index,
              double     value)
{
  gpointer data = tensor->data;

  switch (tensor->dtype) {
  case KOMA_DTYPE_INT32:
    ((gint32 *) data)[index] = isnan (value) ? 0 : (gint32) CLAMP (value, G_MININT32, G_MAXINT32);
    break;
  case KOMA_DTYPE_BOOL:
    ((guint8 *) data)[index] = value != 0;
    break;
  case KOMA_DTYPE_FLOAT32:
  default:
    ((float *) data)[index] = (float) value;
    break;
  }
}

/* Weights, nearly always. */
static gboolean
is_stored_alike (const KomaTfTensor *tensor)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN && tensor->content_bytes > 0 &&
         (tensor->dtype->number == 1 || tensor->dtype->number == 3);
}

static gboolean
check_contents (const KomaTfTensor *tensor,
                gsize               count,
                GError            **error)
{
  if (tensor->content_bytes > 0 && tensor->content_bytes != count * tensor->dtype->size) {
    g_autofree char *shape = koma_shape_to_string (&tensor->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "expected %zu bytes for %s of %s, found %zu",
                      count * tensor->dtype->size, shape, tensor->dtype->name,
                      tensor->content_bytes);
  }

  if (tensor->content_bytes == 0 && tensor->n_values > count) {
    g_autofree char *shape = koma_shape_to_string (&tensor->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "expected at most %zu numbers for %s, found %zu",
                      count, shape, tensor->n_values);
  }

  return TRUE;
}

/**
 * koma_tf_tensor_make:
 * @tensor: a TensorProto
 * @ret_tensor: (out) (transfer full) (nullable): the tensor
 * @error: return location
 *
 * Makes a tensor of what a file's TensorProto holds. TensorFlow.js takes the
 * contents out of the graph and into the weights: @ret_tensor is %NULL then.
 *
 * Errors: %KOMA_ERROR_SHAPE where the shape is open or does not fit the
 * contents, %KOMA_ERROR_MEMORY.
 *
 * Returns: %FALSE on error
 */
gboolean
koma_tf_tensor_make (const KomaTfTensor *tensor,
                     KomaArray         **ret_tensor,
                     GError            **error)
{
  g_autoptr (KomaArray) made = NULL;
  gsize count = 0;

  if (tensor->content_bytes == 0 && tensor->n_values == 0) {
    *ret_tensor = NULL;
    return TRUE;
  }

  /* Twice the size, for the 64-bit types. */
  if (!koma_shape_check (&tensor->shape, sizeof (double), &count, error) ||
      !check_contents (tensor, count, error))
    return FALSE;

  made = koma_array_new (tensor->dtype->dtype, &tensor->shape, error);
  if (made == NULL)
    return FALSE;

  if (is_stored_alike (tensor)) {
    memcpy (made->data, tensor->content, tensor->content_bytes);
    *ret_tensor = g_steal_pointer (&made);
    return TRUE;
  }
  for (gsize i = 0; i < count; i++) {
    const double value = tensor->content_bytes > 0
                           ? read_content (tensor, i)
                           : tensor->values[MIN (i, tensor->n_values - 1)];

    write_number (made, i, value);
  }

  *ret_tensor = g_steal_pointer (&made);
  return TRUE;
}
