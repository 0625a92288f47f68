/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* The elements of @x in row i and column j with j - i in low … high. */
static KomaValueId
take_band (KomaOnnxCall *call,
           KomaValueId   x,
           gint64        low,
           gint64        high)
{
  return koma_onnx_add (call, KOMA_OP_MATRIX_BAND_PART, NULL, 3, x,
                        koma_onnx_number (call, KOMA_DTYPE_INT32, (double) low),
                        koma_onnx_number (call, KOMA_DTYPE_INT32, (double) high));
}

/* EyeLike (x): a matrix with the shape of x, 1 in diagonal k. A band part has the main diagonal, so
 * that others are the difference of two. */
void
koma_onnx_rule_eye_like (KomaOnnxCall *call)
{
  const gint64       k = koma_onnx_attr_int (call->node, "k", 0);
  const int          number = (int) koma_onnx_attr_int (call->node, "dtype", 0);
  const KomaOnnxType type = koma_onnx_type_get (number);
  const KomaValueId  ones = koma_onnx_add (call, KOMA_OP_FILL, NULL, 2,
                                           koma_onnx_add (call, KOMA_OP_SHAPE, NULL, 1,
                                                          call->inputs[0]),
                                           koma_onnx_float (call, 1));
  const gint64       far = CLAMP (ABS (k), 0, G_MAXINT32);
  KomaValueId        value = KOMA_VALUE_NONE;

  if (number != 0 && type.size == 0)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  if (koma_onnx_rank (call, call->inputs[0]) != 2)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "the input is no matrix");
  if (k == 0)
    value = take_band (call, ones, 0, 0);
  else if (k > 0)
    value = koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, take_band (call, ones, -1, far),
                           take_band (call, ones, -1, far - 1));
  else
    value = koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, take_band (call, ones, far, -1),
                           take_band (call, ones, far - 1, -1));
  koma_onnx_return (call, koma_onnx_cast (call, value,
                                          number != 0 ? type.dtype
                                                      : koma_onnx_dtype (call, call->inputs[0])));
}
