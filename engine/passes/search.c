/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "search.h"

static guint *
find_users (const KomaGraph *graph,
            const guint     *uses)
{
  guint *users = g_new (guint, koma_graph_get_n_values (graph) + 1);

  for (guint i = 0; i < koma_graph_get_n_values (graph); i++)
    users[i] = G_MAXUINT;
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_inputs; k++)
      if (uses[node->inputs[k]] == 1)
        users[node->inputs[k]] = i;
  }
  return users;
}

/**
 * koma_search_init:
 * @self: uninitialised
 * @graph: (transfer none): outlives it
 *
 * Looks at all nodes once. Thread: any.
 */
void
koma_search_init (KomaSearch *self,
                  KomaGraph  *graph)
{
  self->graph = graph;
  self->producers = koma_graph_find_producers (graph);
  self->uses = koma_graph_count_uses (graph);
  self->users = find_users (graph, self->uses);
}

/**
 * koma_search_clear:
 * @self: initialised
 */
void
koma_search_clear (KomaSearch *self)
{
  g_free (self->producers);
  g_free (self->uses);
  g_free (self->users);
}

static KomaNode *
get_unclamped (const KomaSearch *self,
               guint             index)
{
  KomaNode *node = index == G_MAXUINT ? NULL : koma_graph_get_node (self->graph, index);

  if (node == NULL || node->clamp.min != -INFINITY || node->clamp.max != INFINITY)
    return NULL;
  return node;
}

/**
 * koma_search_producer:
 *
 * Returns: (nullable) (transfer none): the node that writes @value, if it has no clamp
 */
KomaNode *
koma_search_producer (const KomaSearch *self,
                      KomaValueId       value)
{
  return get_unclamped (self, self->producers[value]);
}

/**
 * koma_search_only_user:
 *
 * Returns: (nullable) (transfer none): the node that reads @value, if nothing else does and it has
 *   no clamp
 */
KomaNode *
koma_search_only_user (const KomaSearch *self,
                       KomaValueId       value)
{
  return get_unclamped (self, self->users[value]);
}
