/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ExpandDims (x, axis): a new dimension of size 1 before dimension axis, or
 * behind the last; any element type. axis must be known ahead; -1 is behind
 * the last. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { .rank = input->shape.rank + 1 };
  gint64           number = 0;
  guint            axis = 0;

  if (shape.rank > KOMA_MAX_RANK)
    return koma_infer_fail_shape (error, "input", &input->shape, "at most 5 dimensions");
  if (!koma_infer_int (graph, node, 1, "axis", &number, error) ||
      !koma_infer_axis (number, shape.rank, &axis, error))
    return FALSE;
  for (guint i = 0; i < shape.rank; i++)
    shape.dims[i] = i == axis ? 1 : input->shape.dims[i < axis ? i : i - 1];
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_expand_dims = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
