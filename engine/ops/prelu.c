/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Prelu (x, alpha): y = x > 0 ? x : alpha * x; float32. alpha is broadcast to
 * x, and never the other way round. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const KomaValue *alpha = koma_node_input (graph, node, 1);
  KomaShape        shape = { 0 };

  if (!koma_infer_check_same_dtype (graph, node, 2, KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  if (!koma_shape_broadcast (&input->shape, &alpha->shape, &shape) ||
      !koma_shape_equal (&shape, &input->shape)) {
    g_autofree char *text = koma_shape_to_string (&input->shape);
    g_autofree char *expected = g_strdup_printf ("one that can be broadcast to %s", text);
    return koma_infer_fail_shape (error, "alpha", &alpha->shape, expected);
  }
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_prelu = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
