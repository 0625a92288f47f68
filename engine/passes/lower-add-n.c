/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/**
 * koma_pass_lower_add_n:
 *
 * AddN of two inputs, which have one shape, becomes AddV2: more backends
 * compute that, and it takes an activation that follows. The graph must be
 * inferred.
 *
 * Errors: none.
 */
gboolean
koma_pass_lower_add_n (KomaGraph *graph,
                       GError   **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op == KOMA_OP_ADD_N && node->n_inputs == 2)
      node->op = KOMA_OP_ADD;
  }
  return TRUE;
}
