/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "broadcast.h"

/**
 * koma_onnx_align_at:
 * @axis: of @a, that the first dimension of @b belongs to
 *
 * Returns: @b with as many dimensions of one element at its end as NumPy's rule needs. Thread: any.
 */
KomaValueId
koma_onnx_align_at (KomaOnnxCall *call,
                    KomaValueId   a,
                    KomaValueId   b,
                    guint         axis)
{
  const KomaShape *shape = koma_onnx_shape (call, b);
  const guint      rank = koma_onnx_rank (call, a);
  gint64           dims[KOMA_MAX_RANK] = { 0 };

  if (b == KOMA_VALUE_NONE)
    return b;
  if (axis + shape->rank > rank)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE, "%u dimensions from %u on of %u", shape->rank,
                           axis, rank);
  for (guint i = 0; i < rank - axis; i++)
    dims[i] = i < shape->rank ? shape->dims[i] : 1;
  return axis + shape->rank == rank ? b : koma_onnx_reshape (call, b, dims, rank - axis);
}

/**
 * koma_onnx_align_second:
 *
 * Returns: the second input as it is repeated: before opset 7 from a dimension on that `axis`
 *   names, else by NumPy's rule. Thread: any.
 */
KomaValueId
koma_onnx_align_second (KomaOnnxCall *call)
{
  const guint rank = koma_onnx_rank (call, call->inputs[0]);

  if (call->opset >= 7 || !koma_onnx_has_attr (call->node, "axis") ||
      koma_onnx_attr_int (call->node, "broadcast", 0) == 0)
    return call->inputs[1];
  return koma_onnx_align_at (call, call->inputs[0], call->inputs[1],
                             koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                                             rank));
}
