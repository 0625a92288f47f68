/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pack (x0, x1, …): tensors of one shape along a new dimension, attribute
 * `axis` of the result, 0 where missing; any type. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *first = koma_node_input (graph, node, 0);
  KomaShape        shape = { .rank = first->shape.rank + 1 };
  guint            axis = 0;

  if (shape.rank > KOMA_MAX_RANK)
    return koma_infer_fail_shape (error, "input", &first->shape, "at most 5 dimensions");
  if (!koma_infer_check_same_dtype (graph, node, node->n_inputs, KOMA_DTYPES_MOVED, error) ||
      !koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", 0), shape.rank, &axis, error))
    return FALSE;
  for (guint i = 1; i < node->n_inputs; i++) {
    const KomaValue *input = koma_node_input (graph, node, i);

    if (!koma_shape_equal (&first->shape, &input->shape)) {
      g_autofree char *expected = koma_shape_to_string (&first->shape);
      return koma_infer_fail_shape (error, input->name, &input->shape, expected);
    }
  }
  for (guint i = 0; i < shape.rank; i++)
    shape.dims[i] = i == axis ? node->n_inputs : first->shape.dims[i < axis ? i : i - 1];
  node->params = (KomaOpParams){ .axis = { .axis = axis } };
  return koma_infer_set_output (graph, node, 0, first->dtype, &shape, error);
}

const KomaOpClass koma_op_pack = {
  .min_inputs = 1,
  .max_inputs = KOMA_OP_VARIADIC,
  .infer = infer,
};
