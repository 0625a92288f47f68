/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AddN (x0, x1, …): the sum of tensors of one shape; float32 or int32. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *first = koma_node_input (graph, node, 0);

  if (!koma_infer_check_same_dtype (graph, node, node->n_inputs, KOMA_DTYPES_NUMBER, error))
    return FALSE;
  for (guint i = 1; i < node->n_inputs; i++) {
    const KomaValue *input = koma_node_input (graph, node, i);

    if (!koma_shape_equal (&first->shape, &input->shape)) {
      g_autofree char *expected = koma_shape_to_string (&first->shape);
      return koma_infer_fail_shape (error, input->name, &input->shape, expected);
    }
  }
  return koma_infer_set_output (graph, node, 0, first->dtype, &first->shape, error);
}

const KomaOpClass koma_op_add_n = {
  .min_inputs = 1,
  .max_inputs = KOMA_OP_VARIADIC,
  .infer = infer,
};
