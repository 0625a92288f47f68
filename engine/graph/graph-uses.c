/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

/**
 * koma_graph_find_producers:
 *
 * Returns: (transfer full): for each value, the index of the node that makes
 *   it, or %G_MAXUINT
 */
guint *
koma_graph_find_producers (const KomaGraph *graph)
{
  guint  n_values = koma_graph_get_n_values (graph);
  guint *producers = g_new (guint, MAX (n_values, 1));

  for (guint i = 0; i < n_values; i++)
    producers[i] = G_MAXUINT;
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    for (guint j = 0; j < node->n_outputs; j++)
      producers[node->outputs[j]] = i;
  }
  return producers;
}

/**
 * koma_graph_find_producer:
 *
 * Looks at all nodes, the last first. For many values there is koma_graph_find_producers().
 *
 * Returns: (nullable): the node that makes @value
 */
const KomaNode *
koma_graph_find_producer (const KomaGraph *graph,
                          KomaValueId      value)
{
  for (guint i = koma_graph_get_n_nodes (graph); i-- > 0;) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_outputs; k++)
      if (node->outputs[k] == value)
        return node;
  }
  return NULL;
}

/**
 * koma_graph_count_uses:
 *
 * Returns: (transfer full): for each value, how often nodes and outputs read it
 */
guint *
koma_graph_count_uses (const KomaGraph *graph)
{
  guint *uses = g_new0 (guint, MAX (koma_graph_get_n_values (graph), 1));

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    for (guint j = 0; j < node->n_inputs; j++)
      uses[node->inputs[j]]++;
  }
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    uses[koma_graph_get_output (graph, i)]++;
  return uses;
}

/**
 * koma_graph_replace_uses:
 * @to: for each value, what is to be read in its place: itself, or another
 *   value, whose own replacement is not followed
 */
void
koma_graph_replace_uses (KomaGraph         *graph,
                         const KomaValueId *to)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode *node = koma_graph_get_node (graph, i);
    for (guint j = 0; j < node->n_inputs; j++)
      node->inputs[j] = to[node->inputs[j]];
  }
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    koma_graph_set_output (graph, i, to[koma_graph_get_output (graph, i)]);
}

/**
 * koma_graph_put_behind_input:
 * @input: of @graph
 * @first: the only one that reads @input then
 * @last: what read @input reads its first output; may be @first
 */
void
koma_graph_put_behind_input (KomaGraph      *graph,
                             KomaValueId     input,
                             KomaNode       *first,
                             const KomaNode *last)
{
  const guint             n_values = koma_graph_get_n_values (graph);
  g_autofree KomaValueId *to = g_new (KomaValueId, n_values);

  for (guint i = 0; i < n_values; i++)
    to[i] = i == input ? last->outputs[0] : i;
  koma_graph_replace_uses (graph, to);
  first->inputs[0] = input;
}
