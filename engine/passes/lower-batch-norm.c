/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* y = (x - mean) / sqrt (variance + epsilon) * scale + offset
 *   = x * factor + shift,
 * factor = scale / sqrt (variance + epsilon), shift = offset - mean * factor
 * (Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2). */

#include "passes.h"

enum {
  INPUT_X,
  INPUT_SCALE,
  INPUT_OFFSET,
  INPUT_MEAN,
  INPUT_VARIANCE,
  N_INPUTS,
};

static gboolean
is_constant (const KomaGraph *graph,
             const KomaNode  *node)
{
  for (guint i = INPUT_SCALE; i < N_INPUTS; i++)
    if (koma_node_input (graph, node, i)->constant == NULL)
      return FALSE;
  return TRUE;
}

static const float *
get_floats (const KomaGraph *graph,
            const KomaNode  *node,
            guint            index)
{
  return koma_node_input (graph, node, index)->constant->data;
}

static void
compute (const KomaGraph *graph,
         const KomaNode  *node,
         KomaArray       *factor,
         KomaArray       *shift)
{
  const float *scale = get_floats (graph, node, INPUT_SCALE);
  const float *offset = get_floats (graph, node, INPUT_OFFSET);
  const float *mean = get_floats (graph, node, INPUT_MEAN);
  const float *variance = get_floats (graph, node, INPUT_VARIANCE);
  float       *factors = factor->data;
  float       *shifts = shift->data;

  for (gsize c = 0; c < factor->count; c++) {
    double exact = scale[c] / sqrt ((double) variance[c] + node->params.epsilon);
    factors[c] = exact;
    shifts[c] = offset[c] - mean[c] * exact;
  }
}

/* The node itself becomes the addition, so that its output stays its own. */
static gboolean
lower (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaShape *shape = &koma_node_input (graph, node, INPUT_SCALE)->shape;
  g_autoptr (KomaArray) factor = koma_array_new (KOMA_DTYPE_FLOAT32, shape, error);
  g_autoptr (KomaArray) shift =
    factor != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, shape, error) : NULL;
  KomaValueId inputs[2] = { node->inputs[INPUT_X] };
  KomaNode   *mul = NULL;

  if (shift == NULL)
    return FALSE;
  compute (graph, node, factor, shift);
  inputs[1] = koma_graph_add_constant (graph, node->name, factor);
  mul = koma_graph_add_node (graph, KOMA_OP_MUL, node->name, inputs, 2, NULL, error);
  if (mul == NULL)
    return FALSE;
  inputs[0] = mul->outputs[0];
  inputs[1] = koma_graph_add_constant (graph, node->name, shift);
  node->op = KOMA_OP_ADD;
  node->n_outputs = 1;
  koma_node_set_inputs (node, inputs, 2);
  return TRUE;
}

/**
 * koma_pass_lower_batch_norm:
 *
 * Batch norm with constant statistics becomes a multiplication and an
 * addition, which koma_pass_fold_affine() can take further.
 *
 * Errors: %KOMA_ERROR_MEMORY; those of koma_pass_infer().
 */
gboolean
koma_pass_lower_batch_norm (KomaGraph *graph,
                            GError   **error)
{
  guint    n_nodes = koma_graph_get_n_nodes (graph);
  gboolean is_changed = FALSE;

  for (guint i = 0; i < n_nodes; i++) {
    KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op != KOMA_OP_FUSED_BATCH_NORM || !is_constant (graph, node))
      continue;
    if (!lower (graph, node, error))
      return FALSE;
    is_changed = TRUE;
  }
  return !is_changed || koma_pass_infer (graph, error);
}
