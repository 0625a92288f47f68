/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BroadcastTo (x, shape): x repeated to a shape by NumPy's rule; any type. shape
 * must be known ahead. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaInts         dims = { 0 };
  KomaShape        shape = { 0 };
  KomaShape        common = { 0 };

  if (!koma_infer_ints (graph, node, 1, "shape", &dims, error))
    return FALSE;
  if (dims.n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "shape has %u elements, expected at most %d", dims.n, KOMA_MAX_RANK);
  shape = koma_shape_make (dims.n, dims.at);
  if (!koma_shape_broadcast (&input->shape, &shape, &common) ||
      !koma_shape_equal (&common, &shape)) {
    g_autofree char *text = koma_shape_to_string (&shape);
    return koma_fail (error, KOMA_ERROR_SHAPE, "input “%s” can not be broadcast to %s",
                      input->name, text);
  }
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_broadcast_to = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
