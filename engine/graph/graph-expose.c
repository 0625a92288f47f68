/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

/**
 * koma_graph_expose:
 *
 * For looking into a graph. Returns: (transfer full): a copy whose outputs are
 * all values that nodes make, in the order of nodes and of their outputs
 */
KomaGraph *
koma_graph_expose (const KomaGraph *graph)
{
  KomaGraph *exposed = koma_graph_copy (graph);

  koma_graph_clear_outputs (exposed);
  for (guint i = 0; i < koma_graph_get_n_nodes (exposed); i++) {
    const KomaNode *node = koma_graph_get_node (exposed, i);

    for (guint k = 0; k < node->n_outputs; k++)
      koma_graph_add_output (exposed, node->name, node->outputs[k]);
  }
  return exposed;
}
