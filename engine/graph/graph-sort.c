/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Topological order by depth-first search, stable: a node keeps its place
 * unless something that it reads has to go before it. */

#include "graph.h"

typedef struct
{
  const KomaGraph *graph;
  guint           *producers;
  guint8          *marks; /* 0 new, 1 on the path, 2 placed */
  GArray          *order; /* guint */
} Sort;

typedef struct
{
  guint node;
  guint next_input;
} Frame;

static gboolean
report_cycle (const Sort *sort,
              GArray     *path,
              guint       node,
              GError    **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint begin = 0;

  while (g_array_index (path, Frame, begin).node != node)
    begin++;
  for (guint i = begin; i < path->len && i < begin + 8; i++)
    g_string_append_printf (
      names, "“%s” ← ",
      koma_graph_get_node (sort->graph, g_array_index (path, Frame, i).node)->name);
  if (path->len > begin + 8)
    g_string_append (names, "… ← ");
  return koma_fail (error, KOMA_ERROR_MODEL, "The graph has a cycle: %s“%s”",
                    names->str, koma_graph_get_node (sort->graph, node)->name);
}

/* Depth first with a stack of its own: hostile graphs are deep. */
static gboolean
place (Sort    *sort,
       guint    root,
       GError **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame first = { root, 0 };

  if (sort->marks[root] == 2)
    return TRUE;
  sort->marks[root] = 1;
  g_array_append_val (path, first);
  while (path->len > 0) {
    Frame          *top = &g_array_index (path, Frame, path->len - 1);
    const KomaNode *node = koma_graph_get_node (sort->graph, top->node);
    guint           producer = G_MAXUINT;

    if (top->next_input == node->n_inputs) {
      sort->marks[top->node] = 2;
      g_array_append_val (sort->order, top->node);
      g_array_set_size (path, path->len - 1);
      continue;
    }
    producer = sort->producers[node->inputs[top->next_input++]];
    if (producer == G_MAXUINT || sort->marks[producer] == 2)
      continue;
    if (sort->marks[producer] == 1)
      return report_cycle (sort, path, producer, error);
    sort->marks[producer] = 1;
    g_array_append_vals (path, &(Frame){ producer, 0 }, 1);
  }
  return TRUE;
}

/**
 * koma_graph_sort:
 *
 * Puts the nodes into an order in which every value is made before it is
 * read. Time and memory are linear in nodes and edges; no recursion. Errors:
 * %KOMA_ERROR_MODEL naming the nodes of a cycle.
 */
gboolean
koma_graph_sort (KomaGraph *graph,
                 GError   **error)
{
  guint              n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint  *producers = koma_graph_find_producers (graph);
  g_autofree guint8 *marks = g_new0 (guint8, n_nodes);
  g_autoptr (GArray) order = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_nodes);
  Sort sort = { graph, producers, marks, order };

  for (guint i = 0; i < n_nodes; i++)
    if (!place (&sort, i, error))
      return FALSE;
  koma_graph_reorder_nodes (graph, (const guint *) order->data);
  return TRUE;
}
