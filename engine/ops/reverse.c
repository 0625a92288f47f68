/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ReverseV2 (x, axes): x with the order along some dimensions reversed; any type.
 * axes must be known ahead; negative ones count from the end. Backends see a
 * slice with steps of -1. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaOpParams     params = { .slice = { .full_shape = input->shape } };
  KomaInts         axes = { 0 };

  if (!koma_infer_ints (graph, node, 1, "axes", &axes, error))
    return FALSE;
  for (guint i = 0; i < input->shape.rank; i++)
    params.slice.step[i] = 1;
  for (guint i = 0; i < axes.n; i++) {
    guint axis = 0;

    if (!koma_infer_axis (axes.at[i], input->shape.rank, &axis, error))
      return FALSE;
    if (params.slice.step[axis] < 0)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "axes names dimension %u twice, expected once", axis);
    params.slice.step[axis] = -1;
    params.slice.begin[axis] = MAX (input->shape.dims[axis] - 1, 0);
  }
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_reverse = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
