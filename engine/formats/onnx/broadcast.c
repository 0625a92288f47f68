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
  const guint rank = koma_builder_get_rank (call->nodes, a);
  KomaShape   shape = koma_builder_get_shape (call->nodes, b);

  if (axis + shape.rank > rank)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "%u dimensions from %u on of %u",
                              shape.rank, axis, rank);
  if (axis + shape.rank == rank)
    return b;
  while (axis + shape.rank < rank)
    shape.dims[shape.rank++] = 1;
  return koma_builder_reshape (call->nodes, b, shape);
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
  if (call->opset >= 7 || !koma_onnx_has_attr (call->node, "axis") ||
      koma_onnx_attr_int (call->node, "broadcast", 0) == 0)
    return call->inputs[1];
  return koma_onnx_align_at (call, call->inputs[0], call->inputs[1], koma_onnx_attr_axis (call, 0));
}
