/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-copy.h"

/**
 * koma_graph_copy_new_ids: (skip)
 *
 * Returns: (transfer full): to be freed with g_free()
 */
KomaValueId *
koma_graph_copy_new_ids (const KomaGraph *graph)
{
  KomaValueId *ids = g_new (KomaValueId, koma_graph_get_n_values (graph) + 1);

  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++)
    ids[id] = KOMA_VALUE_NONE;
  return ids;
}

/* Its outputs were computed when the graph was built: a shape, and what is made of one. */
static gboolean
is_folded (const KomaGraph *graph,
           const KomaNode  *node)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (koma_graph_get_value (graph, node->outputs[i])->constant == NULL)
      return FALSE;
  return node->n_outputs > 0;
}

static void
copy_node (const KomaNode *node,
           KomaBuilder    *builder,
           KomaValueId    *ids)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, node->n_inputs + 1);
  const KomaNode         *copy = NULL;

  for (guint i = 0; i < node->n_inputs; i++)
    inputs[i] = ids[node->inputs[i]];
  copy = koma_builder_nodes (builder, node->op, inputs, node->n_inputs,
                             koma_attrs_copy (node->attrs));
  for (guint i = 0; copy != NULL && i < node->n_outputs; i++)
    ids[node->outputs[i]] = copy->outputs[i];
}

/**
 * koma_graph_copy_nodes: (skip)
 *
 * A node that reads what has no copy has none itself. What nothing reads is left out when the graph
 * is compiled. Errors are the builder's.
 */
void
koma_graph_copy_nodes (const KomaGraph *graph,
                       guint            first,
                       KomaBuilder     *builder,
                       KomaValueId     *ids)
{
  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    KomaArray *constant = koma_graph_get_value (graph, id)->constant;

    if (constant != NULL && ids[id] == KOMA_VALUE_NONE)
      ids[id] = koma_builder_array (builder, constant);
  }
  for (guint i = first; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (!is_folded (graph, node))
      copy_node (node, builder, ids);
  }
}
