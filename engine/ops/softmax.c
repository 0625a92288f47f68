/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Softmax, LogSoftmax (x): exp (x) / sum (exp (x)), or its logarithm, along
 * one axis; float32. Attribute `axis`, the last where missing: TensorFlow has
 * none, layers models do. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  guint            axis = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", -1), input->shape.rank, &axis,
                        error))
    return FALSE;
  node->params = (KomaOpParams){ .axis = { .axis = axis } };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_softmax = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
