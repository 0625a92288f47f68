/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* FusedBatchNormV3 (x, scale, offset, mean, variance):
 *
 *   y = (x - mean) / sqrt (variance + epsilon) * scale + offset
 *
 * over the last dimension of x, c; the other four are [c]; float32. Attribute
 * `epsilon`, 0.0001 where missing. Only TensorFlow's first output is there,
 * and only inference: `is_training` must be false or missing. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  static const char *const names[] = { "input", "scale", "offset", "mean", "variance" };
  const KomaValue         *input = koma_node_input (graph, node, 0);
  double                   epsilon = koma_attrs_get_float (node->attrs, "epsilon", 0.0001);

  if (!koma_infer_check_dtype (input, names[0], KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_nhwc (node, error))
    return FALSE;
  if (input->shape.rank < 1)
    return koma_infer_fail_shape (error, names[0], &input->shape, "one dimension or more");
  if (koma_attrs_get_int (node->attrs, "is_training", FALSE))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "is_training is true, expected a model frozen for inference");
  if (!(epsilon >= 0))
    return koma_fail (error, KOMA_ERROR_MODEL, "epsilon is %g, expected 0 or more", epsilon);
  for (guint i = 1; i < 5; i++)
    if (!koma_infer_check_vector (graph, node, i, names[i],
                                  input->shape.dims[input->shape.rank - 1], error))
      return FALSE;
  node->params = (KomaOpParams){ .epsilon = epsilon };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_fused_batch_norm = {
  .min_inputs = 5,
  .max_inputs = 5,
  .infer = infer,
};
