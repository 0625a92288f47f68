/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/recurrent.h"
#include "passes.h"

/* Above so many nodes a loop stays one. */
#define MAX_UNROLLED_NODES 20000

static gboolean
is_unrolled (const KomaGraph *graph,
             const KomaNode  *node)
{
  gint64 n_steps = 0;

  if (node->op != KOMA_OP_RECURRENT)
    return FALSE;
  n_steps = koma_node_input (graph, node, 0)->shape.dims[1];
  return n_steps <= KOMA_MAX_NODE_ARITY &&
         n_steps * koma_graph_get_n_nodes (koma_recurrent_read (node).body) <= MAX_UNROLLED_NODES;
}

static gboolean
unroll (KomaGraph   *graph,
        guint        index,
        gboolean     has_sequence,
        KomaValueId *to,
        GError     **error)
{
  const KomaNode         *node = koma_graph_get_node (graph, index);
  const KomaRecurrent     recurrent = koma_recurrent_read (node);
  g_autofree KomaValueId *outputs = g_new0 (KomaValueId, node->n_outputs);
  KomaBuilder             builder = { 0 };

  koma_builder_init (&builder, graph, node->name);
  koma_recurrent_unroll (&builder, &recurrent, node->inputs, has_sequence, outputs);
  if (!koma_builder_finish (&builder, error))
    return FALSE;
  for (guint i = has_sequence ? 0 : 1; i < node->n_outputs; i++)
    to[node->outputs[i]] = outputs[i];
  return TRUE;
}

/**
 * koma_pass_unroll_recurrent:
 *
 * Recurrent becomes the nodes of all its steps, which every backend computes; one of very many
 * steps stays a loop. The graph must be inferred.
 *
 * Errors: %KOMA_ERROR_MEMORY; those of koma_pass_infer().
 */
gboolean
koma_pass_unroll_recurrent (KomaGraph *graph,
                            GError   **error)
{
  const guint             n_nodes = koma_graph_get_n_nodes (graph);
  const guint             n_values = koma_graph_get_n_values (graph);
  g_autofree guint       *n_uses = koma_graph_count_uses (graph);
  g_autofree KomaValueId *unrolled = g_new (KomaValueId, n_values + 1);
  g_autofree KomaValueId *to = NULL;
  g_autofree gboolean    *is_removed = NULL;
  gboolean                is_changed = FALSE;

  for (guint i = 0; i < n_values; i++)
    unrolled[i] = i;
  for (guint i = 0; i < n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (!is_unrolled (graph, node))
      continue;
    if (!unroll (graph, i, n_uses[node->outputs[0]] > 0, unrolled, error))
      return FALSE;
    is_changed = TRUE;
  }
  if (!is_changed)
    return TRUE;
  to = g_new (KomaValueId, koma_graph_get_n_values (graph));
  for (guint i = 0; i < koma_graph_get_n_values (graph); i++)
    to[i] = i < n_values ? unrolled[i] : i;
  is_removed = g_new0 (gboolean, koma_graph_get_n_nodes (graph));
  for (guint i = 0; i < n_nodes; i++)
    is_removed[i] = is_unrolled (graph, koma_graph_get_node (graph, i));
  koma_graph_replace_uses (graph, to);
  koma_graph_remove_nodes (graph, is_removed);
  return koma_pass_infer (graph, error);
}
