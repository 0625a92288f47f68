/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which nodes are computed as a chain. */
#include "chain.h"

#include "engine/ops/elementwise.h"

/* What has no more elements lies in the cache of a processor from one step to the next anyway. */
#define MIN_ELEMS 8192

/* The last of the nodes that reads what each of them makes: itself, if none does. Ends where a node
 * is of another kind or size. */
static guint
find_readers (const KomaSegmentSpec *rest,
              guint                 *ret_readers) /* [KOMA_CPU_CHAIN_MAX_STEPS] */
{
  const KomaGraph *graph = rest->graph;
  const KomaNode  *first = koma_graph_get_node (graph, rest->nodes[0]);
  const gsize      n_elems = koma_shape_count (&koma_node_output (graph, first, 0)->shape);
  guint            n = 0;

  if (n_elems < MIN_ELEMS)
    return 0;
  for (n = 0; n < MIN (rest->n_nodes, KOMA_CPU_CHAIN_MAX_STEPS); n++) {
    const KomaNode *node = koma_graph_get_node (graph, rest->nodes[n]);

    if (!koma_node_is_elementwise (graph, node) ||
        koma_shape_count (&koma_node_output (graph, node, 0)->shape) != n_elems)
      break;
    ret_readers[n] = n;
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < node->n_inputs; k++)
        if (node->inputs[k] == koma_graph_get_node (graph, rest->nodes[i])->outputs[0])
          ret_readers[i] = n;
  }
  return n;
}

/**
 * koma_cpu_chain_count_steps:
 * @rest: its graph, nodes, uses and joins_elements: one node or more
 *
 * A chain ends behind the first node from which on nothing is read that it has made. Thread: any.
 *
 * Returns: how many nodes from the first on are one chain; 1 if it is in none
 */
guint
koma_cpu_chain_count_steps (const KomaSegmentSpec *rest)
{
  guint readers[KOMA_CPU_CHAIN_MAX_STEPS] = { 0 };
  guint n = 0;
  guint last = 0;

  if (!rest->joins_elements || rest->n_nodes < 2)
    return 1;
  n = find_readers (rest, readers);
  for (guint i = 0; i < n; i++) {
    last = MAX (last, readers[i]);
    if (last == i)
      break;
  }
  return last + 1;
}
