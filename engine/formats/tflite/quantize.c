/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A quantised tensor of the file is a value of integers. What reads it reads a Dequantize, what
 * makes it ends in a Quantize: see “Quantised models” in engine/README.md. */
#include "quantize.h"

/**
 * koma_tflite_is_quantized:
 *
 * Returns: whether its integers stand for other numbers
 */
gboolean
koma_tflite_is_quantized (const KomaTfliteTensor *tensor)
{
  return tensor->scales.n > 0 &&
         (tensor->type == KOMA_TFLITE_UINT8 || tensor->type == KOMA_TFLITE_INT8 ||
          tensor->type == KOMA_TFLITE_INT32);
}

static gboolean
get_zero_point (const KomaTfliteTensor *tensor,
                gsize                   index,
                gint64                 *ret_zero_point,
                GError                **error)
{
  const gint64 least = tensor->type == KOMA_TFLITE_UINT8 ? 0 : G_MININT8;
  gint64       zero_point = 0;

  /* One may be for all. */
  if (tensor->zero_points.n > 0)
    zero_point =
      koma_flat_vector_get_int64 (&tensor->zero_points, MIN (index, tensor->zero_points.n - 1));
  if (zero_point < least || zero_point > least + G_MAXUINT8)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "tensor “%s”: its zero point is %" G_GINT64_FORMAT
                      ", expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                      tensor->name, zero_point, least, least + G_MAXUINT8);
  *ret_zero_point = zero_point;
  return TRUE;
}

static gboolean
fill_zero_points (const KomaTfliteTensor *tensor,
                  KomaArray              *zero_points,
                  GError                **error)
{
  for (gsize i = 0; i < zero_points->count; i++) {
    gint64 zero_point = 0;

    if (!get_zero_point (tensor, i, &zero_point, error))
      return FALSE;
    if (zero_points->dtype == KOMA_DTYPE_INT32)
      ((gint32 *) zero_points->data)[i] = zero_point;
    else
      ((guint8 *) zero_points->data)[i] = zero_point;
  }
  return TRUE;
}

/* Of a tensor of one number where there is one scale. */
static KomaShape
get_shape (const KomaTfliteTensor *tensor)
{
  return tensor->scales.n == 1 ? KOMA_SHAPE_SCALAR : KOMA_SHAPE (tensor->scales.n);
}

/**
 * koma_tflite_convert:
 * @tensor: whose scale and zero point are taken
 * @op: Quantize or Dequantize
 * @value: what is converted, or %KOMA_VALUE_NONE
 * @axis: of several scales
 *
 * Errors: %KOMA_ERROR_MODEL if a zero point is out of range; %KOMA_ERROR_MEMORY.
 *
 * Returns: the result, or %KOMA_VALUE_NONE
 */
KomaValueId
koma_tflite_convert (KomaTflite             *tflite,
                     const KomaTfliteTensor *tensor,
                     KomaOp                  op,
                     KomaValueId             value,
                     gint64                  axis)
{
  KomaBuilder    *b = &tflite->nodes;
  const char     *outer_name = b->name;
  const KomaShape shape = get_shape (tensor);
  KomaDType       dtype = KOMA_DTYPE_INT32;
  KomaAttrs      *attrs = NULL;
  g_autoptr (KomaArray) scales = NULL;
  g_autoptr (KomaArray) zero_points = NULL;

  if (b->error != NULL || !koma_tflite_find_dtype (tensor->type, &dtype) ||
      !koma_tflite_charge (tflite, tensor->scales.n * 8, &b->error) ||
      (scales = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &b->error)) == NULL ||
      (zero_points = koma_array_new (dtype, &shape, &b->error)) == NULL ||
      !fill_zero_points (tensor, zero_points, &b->error))
    return KOMA_VALUE_NONE;
  for (gsize i = 0; i < scales->count; i++)
    ((float *) scales->data)[i] = koma_flat_vector_get_float (&tensor->scales, i);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", axis);
  b->name = tensor->name;
  value = KOMA_BUILDER_NODE (b, op, attrs, value, koma_builder_array (b, scales),
                             koma_builder_array (b, zero_points));
  b->name = outer_name;
  return value;
}

/**
 * koma_tflite_get_real:
 * @index: of a tensor
 *
 * Errors: those of koma_tflite_get_value() and of koma_tflite_convert().
 *
 * Returns: the numbers that its integers stand for, or its value where it is not quantised
 */
KomaValueId
koma_tflite_get_real (KomaTflite *tflite,
                      guint       index)
{
  KomaTfliteTensor *tensor = &tflite->tensors[index];
  const KomaValueId value = koma_tflite_get_value (tflite, index);

  if (!koma_tflite_is_quantized (tensor) || value == KOMA_VALUE_NONE)
    return value;
  if (tensor->real == KOMA_VALUE_NONE)
    tensor->real = koma_tflite_convert (tflite, tensor, KOMA_OP_DEQUANTIZE, value, tensor->axis);
  return tensor->real;
}
