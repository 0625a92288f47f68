/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Matrices about their diagonals. */

#include "rules.h"

/* The elements of @x in row i and column j with j - i in low … high. */
static KomaValueId
take_band (KomaOnnxCall                                *call,
           KomaAttrs                                   *attrs,
           /* (transfer full) (nullable) */ KomaValueId x,
           gint64                                       low,
           gint64                                       high)
{
  const KomaValueId first = koma_builder_int (call->nodes, (gint32) low);

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_MATRIX_BAND_PART, attrs, x, first,
                            koma_builder_int (call->nodes, (gint32) high));
}

/* EyeLike (x): a matrix with the shape of x, 1 in diagonal k. A band part has the main diagonal, so
 * that others are the difference of two. */
KomaValueId
koma_onnx_rule_eye_like (KomaOnnxCall *call)
{
  KomaBuilder       *nodes = call->nodes;
  const KomaValueId  x = call->inputs[0];
  const gint64       k = koma_onnx_attr_int (call->node, "k", 0);
  const int          number = (int) koma_onnx_attr_int (call->node, "dtype", 0);
  const KomaOnnxType type = koma_onnx_type_get (number);
  const gint64       far = CLAMP (ABS (k), 0, G_MAXINT32);
  const KomaValueId  ones = koma_onnx_with_float (
     call, KOMA_OP_FILL, koma_builder_unary (nodes, KOMA_OP_SHAPE, x), 1);
  KomaValueId value = KOMA_VALUE_NONE;

  if (number != 0 && type.size == 0)
    koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  if (koma_builder_get_rank (nodes, x) != 2)
    koma_builder_fail (nodes, KOMA_ERROR_SHAPE, "the input is no matrix");
  if (k == 0)
    value = take_band (call, NULL, ones, 0, 0);
  else if (k > 0)
    value = koma_builder_binary (nodes, KOMA_OP_SUB, take_band (call, NULL, ones, -1, far),
                                 take_band (call, NULL, ones, -1, far - 1));
  else
    value = koma_builder_binary (nodes, KOMA_OP_SUB, take_band (call, NULL, ones, far, -1),
                                 take_band (call, NULL, ones, far - 1, -1));
  return koma_onnx_cast (call, value,
                         number != 0 ? type.dtype : koma_builder_get_dtype (nodes, x));
}

/* Trilu (x, k): the elements above diagonal k and on it; with the attribute upper = 0, those below
 * and on it. */
KomaValueId
koma_onnx_rule_trilu (KomaOnnxCall *call)
{
  const gboolean   is_upper = koma_onnx_attr_int (call->node, "upper", 1) != 0;
  const KomaArray *k = koma_onnx_known (call, koma_onnx_input (call, 1));

  if (koma_onnx_has_input (call, 1) && (k == NULL || k->count != 1))
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "a diagonal that is computed");
  return take_band (call,
                    koma_attrs_new_int ("diagonal", k != NULL ? koma_array_get_int (k, 0) : 0),
                    call->inputs[0], is_upper ? 0 : -1, is_upper ? -1 : 0);
}
