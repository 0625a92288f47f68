/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "lifetimes.h"

static void
extend (KomaLifetime *lifetime,
        guint         first,
        guint         last)
{
  if (!lifetime->is_needed)
    *lifetime = (KomaLifetime){ TRUE, first, last };
  lifetime->first = MIN (lifetime->first, first);
  lifetime->last = MAX (lifetime->last, last);
}

/* A backend that keeps its inner values to itself reads and writes the
 * values at its border at any time while it runs. */
static void
extend_by_segment (KomaLifetime        *lifetimes,
                   const KomaGraph     *graph,
                   const KomaPartition *partition,
                   guint                segment,
                   const guint         *segment_of)
{
  const KomaBackendClass *backend = partition->backend_of[segment];
  guint                   begin = partition->first[segment];
  guint                   end = partition->first[segment + 1] - 1;

  for (guint step = begin; step <= end; step++) {
    const KomaNode *node = koma_graph_get_node (graph, partition->order[step]);
    gboolean        is_open = backend->wants_inner_buffers;

    for (guint i = 0; i < node->n_inputs; i++)
      if (is_open || segment_of[node->inputs[i]] != segment)
        extend (&lifetimes[node->inputs[i]], is_open ? step : begin, is_open ? step : end);
    for (guint i = 0; i < node->n_outputs; i++)
      if (is_open)
        extend (&lifetimes[node->outputs[i]], step, step);
  }
}

/* For each value, the segment of the node that makes it, or G_MAXUINT. */
static guint *
find_segments (const KomaGraph     *graph,
               const KomaPartition *partition)
{
  guint  n_values = koma_graph_get_n_values (graph);
  guint *segment_of = g_new (guint, MAX (n_values, 1));

  for (guint i = 0; i < n_values; i++)
    segment_of[i] = G_MAXUINT;
  for (guint segment = 0; segment < partition->n_segments; segment++)
    for (guint step = partition->first[segment]; step < partition->first[segment + 1]; step++) {
      const KomaNode *node = koma_graph_get_node (graph, partition->order[step]);
      for (guint i = 0; i < node->n_outputs; i++)
        segment_of[node->outputs[i]] = segment;
    }
  return segment_of;
}

/* What is read from outside its segment is written there at any time. */
static void
extend_to_producers (KomaLifetime        *lifetimes,
                     const KomaGraph     *graph,
                     const KomaPartition *partition,
                     const guint         *segment_of)
{
  for (guint i = 0; i < koma_graph_get_n_values (graph); i++) {
    guint segment = segment_of[i];

    if (segment == G_MAXUINT || !lifetimes[i].is_needed ||
        partition->backend_of[segment]->wants_inner_buffers)
      continue;
    extend (&lifetimes[i], partition->first[segment], partition->first[segment + 1] - 1);
  }
}

/**
 * koma_lifetimes_find:
 *
 * Inputs and outputs of the graph live all the time: the caller fills and
 * reads them between runs. Constants have memory of their own and need none.
 *
 * Returns: (transfer full): for each value, when it lives
 */
KomaLifetime *
koma_lifetimes_find (const KomaGraph     *graph,
                     const KomaPartition *partition)
{
  guint             n_values = koma_graph_get_n_values (graph);
  KomaLifetime     *lifetimes = g_new0 (KomaLifetime, MAX (n_values, 1));
  g_autofree guint *segment_of = find_segments (graph, partition);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    extend (&lifetimes[koma_graph_get_input (graph, i)], 0, partition->n_nodes);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    extend (&lifetimes[koma_graph_get_output (graph, i)], 0, partition->n_nodes);
  for (guint i = 0; i < partition->n_segments; i++)
    extend_by_segment (lifetimes, graph, partition, i, segment_of);
  extend_to_producers (lifetimes, graph, partition, segment_of);
  for (guint i = 0; i < n_values; i++)
    if (koma_graph_get_value (graph, i)->constant != NULL)
      lifetimes[i].is_needed = FALSE;
  return lifetimes;
}
