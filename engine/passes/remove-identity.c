/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/* What moves no data and changes no shape. */
static gboolean
is_identity (const KomaGraph *graph,
             const KomaNode  *node)
{
  switch ((int) node->op) {
  case KOMA_OP_IDENTITY:
  case KOMA_OP_STOP_GRADIENT:
    return TRUE;
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
    return koma_shape_equal (&koma_node_input (graph, node, 0)->shape,
                             &koma_node_output (graph, node, 0)->shape);
  default:
    return FALSE;
  }
}

/**
 * koma_pass_remove_identity:
 *
 * Drops Identity, which dropout is at inference, StopGradient, and reshapes to
 * the shape that is there already.
 *
 * Errors: none.
 */
gboolean
koma_pass_remove_identity (KomaGraph *graph,
                           GError   **error)
{
  guint                   n_nodes = koma_graph_get_n_nodes (graph);
  guint                   n_values = koma_graph_get_n_values (graph);
  g_autofree gboolean    *is_removed = g_new0 (gboolean, n_nodes + 1);
  g_autofree KomaValueId *to = g_new (KomaValueId, n_values + 1);

  for (guint i = 0; i < n_values; i++)
    to[i] = i;
  for (guint i = 0; i < n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    is_removed[i] = is_identity (graph, node);
    if (is_removed[i])
      to[node->outputs[0]] = to[node->inputs[0]];
  }
  koma_graph_replace_uses (graph, to);
  koma_graph_remove_nodes (graph, is_removed);
  return TRUE;
}
