/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TopKV2 (x, k): the k largest elements of each line along the last dimension, the
 * largest first, and where they stand, as int32; of equal ones the first comes first.
 * A NaN is larger than all numbers. x is float32 or int32; k must be known ahead.
 * Attributes, which ONNX has: axis, -1 where missing; largest, true where missing:
 * false finds the smallest, the smallest first. */
#include "infer.h"

static guint
count_outputs (const KomaAttrs *attrs)
{
  return 2;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  gint64           k = 0;
  guint            axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_int (graph, node, 1, "k", &k, error) ||
      !koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", -1), shape.rank, &axis, error))
    return FALSE;
  if (k < 0 || k > shape.dims[axis])
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "k is %" G_GINT64_FORMAT ", expected 0 to %" G_GINT64_FORMAT,
                      k, shape.dims[axis]);
  shape.dims[axis] = k;
  node->params = (KomaOpParams){
    .axis = {
      .axis = axis,
      .is_smallest = koma_attrs_get_int (node->attrs, "largest", TRUE) == FALSE,
    },
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error) &&
         koma_infer_set_output (graph, node, 1, KOMA_DTYPE_INT32, &shape, error);
}

const KomaOpClass koma_op_top_k = {
  .min_inputs = 2,
  .max_inputs = 2,
  .count_outputs = count_outputs,
  .infer = infer,
};
