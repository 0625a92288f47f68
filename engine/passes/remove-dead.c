/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/**
 * koma_pass_remove_dead:
 *
 * Drops nodes whose outputs are not read, from the last to the first, so that
 * nodes which only they read go too, and constants that nothing reads, whose memory
 * is freed. The graph must be sorted.
 *
 * Errors: none.
 */
gboolean
koma_pass_remove_dead (KomaGraph *graph,
                       GError   **error)
{
  guint                n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint    *uses = koma_graph_count_uses (graph);
  g_autofree gboolean *is_removed = g_new0 (gboolean, n_nodes + 1);

  for (guint i = n_nodes; i-- > 0;) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    gboolean        is_used = FALSE;

    for (guint j = 0; j < node->n_outputs; j++)
      is_used = is_used || uses[node->outputs[j]] > 0;
    is_removed[i] = !is_used;
    for (guint j = 0; !is_used && j < node->n_inputs; j++)
      uses[node->inputs[j]]--;
  }
  koma_graph_remove_nodes (graph, is_removed);
  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++)
    if (uses[id] == 0)
      koma_graph_drop_constant (graph, id);
  return TRUE;
}
