/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "lifetimes.h"

static void
extend (KomaLifetime *lifetime,
        guint         first,
        guint         last)
{
  if (!lifetime->is_needed) {
    lifetime->is_needed = TRUE;
    lifetime->first = first;
    lifetime->last = last;
  }
  lifetime->first = MIN (lifetime->first, first);
  lifetime->last = MAX (lifetime->last, last);
}

/* Whether nobody but steps of these reads what one of them makes. */
static gboolean
is_inner (const KomaSegmentSpec *together,
          KomaValueId            value)
{
  guint n_reads = 0;

  for (guint i = 0; i < together->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (together->graph, together->nodes[i]);

    for (guint k = 0; k < node->n_inputs; k++)
      n_reads += node->inputs[k] == value;
  }
  return n_reads > 0 && n_reads == together->uses[value];
}

/* Whether one of the first steps makes it. */
static gboolean
is_made_by (const KomaSegmentSpec *together,
            guint                  n_steps,
            KomaValueId            value)
{
  for (guint i = 0; i < n_steps; i++) {
    const KomaNode *node = koma_graph_get_node (together->graph, together->nodes[i]);

    for (guint k = 0; k < node->n_outputs; k++)
      if (node->outputs[k] == value)
        return TRUE;
  }
  return FALSE;
}

/* Nodes that a backend computes one by one, or some of them together, whose inner values need no
 * memory. */
static void
extend_open (KomaLifetime          *lifetimes,
             const KomaSegmentSpec *together,
             guint                  first)
{
  const guint last = first + together->n_nodes - 1;

  for (guint i = 0; i < together->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (together->graph, together->nodes[i]);

    for (guint k = 0; k < node->n_inputs; k++)
      if (together->n_nodes == 1 || !is_made_by (together, i, node->inputs[k]))
        extend (&lifetimes[node->inputs[k]], first, last);
    for (guint k = 0; k < node->n_outputs; k++)
      if (together->n_nodes == 1 || !is_inner (together, node->outputs[k]))
        extend (&lifetimes[node->outputs[k]], first, last);
  }
}

static void
extend_by_open_segment (KomaLifetime        *lifetimes,
                        const KomaPartition *partition,
                        guint                segment,
                        KomaSegmentSpec      rest)
{
  const KomaBackendClass *backend = partition->backend_of[segment];
  const guint             end = partition->first[segment + 1];
  guint                   n = 1;

  for (guint step = partition->first[segment]; step < end; step += n) {
    rest.nodes = partition->order + step;
    rest.n_nodes = end - step;
    if (backend->count_together != NULL)
      n = backend->count_together (&rest);
    rest.n_nodes = n;
    extend_open (lifetimes, &rest, step);
  }
}

/* A backend that keeps its inner values to itself reads and writes the
 * values at its border at any time while it runs. */
static void
extend_by_closed_segment (KomaLifetime        *lifetimes,
                          const KomaGraph     *graph,
                          const KomaPartition *partition,
                          guint                segment,
                          const guint         *segment_of)
{
  guint begin = partition->first[segment];
  guint end = partition->first[segment + 1] - 1;

  for (guint step = begin; step <= end; step++) {
    const KomaNode *node = koma_graph_get_node (graph, partition->order[step]);

    for (guint i = 0; i < node->n_inputs; i++)
      if (segment_of[node->inputs[i]] != segment)
        extend (&lifetimes[node->inputs[i]], begin, end);
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

/* Values that the caller fills or reads, which have memory of their own. */
static gboolean *
find_ends (const KomaGraph *graph)
{
  gboolean *is_end = g_new0 (gboolean, koma_graph_get_n_values (graph) + 1);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    is_end[koma_graph_get_input (graph, i)] = TRUE;
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    is_end[koma_graph_get_output (graph, i)] = TRUE;
  return is_end;
}

/* Whether the elements of the output are those of the input, one by one. */
static gboolean
changes_shape_alone (const KomaNode *node)
{
  switch ((int) node->op) {
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_STOP_GRADIENT:
    return node->clamp.min == -INFINITY && node->clamp.max == INFINITY;
  default:
    return FALSE;
  }
}

/* Nothing is written over an inner value before its last reader is done: so both can be one. */
static void
share_memory (KomaLifetime   *lifetimes,
              const KomaNode *node,
              const gboolean *is_end)
{
  const KomaValueId input = lifetimes[node->inputs[0]].memory_of;
  KomaLifetime     *output = &lifetimes[node->outputs[0]];

  if (is_end[input] || is_end[node->outputs[0]] || !lifetimes[input].is_needed ||
      !output->is_needed)
    return;
  extend (&lifetimes[input], output->first, output->last);
  output->is_needed = FALSE;
  output->memory_of = input;
}

static void
share_memory_of_shapes (KomaLifetime        *lifetimes,
                        const KomaGraph     *graph,
                        const KomaPartition *partition)
{
  g_autofree gboolean *is_end = find_ends (graph);

  for (guint segment = 0; segment < partition->n_segments; segment++) {
    if (!partition->backend_of[segment]->wants_inner_buffers)
      continue;
    for (guint step = partition->first[segment]; step < partition->first[segment + 1]; step++) {
      const KomaNode *node = koma_graph_get_node (graph, partition->order[step]);

      if (changes_shape_alone (node))
        share_memory (lifetimes, node, is_end);
    }
  }
}

/**
 * koma_lifetimes_find:
 * @n_threads: that run it, 1 or more
 *
 * Inputs and outputs of the graph live all the time: the caller fills and
 * reads them between runs. Constants have memory of their own and need none. Where a backend wants
 * inner buffers, what has another shape of an inner value lies in its memory. Of the
 * spec that backends are asked with what they compute together there are graph, nodes, uses,
 * n_threads and joins_elements.
 *
 * Returns: (transfer full): for each value, when it lives
 */
KomaLifetime *
koma_lifetimes_find (const KomaGraph     *graph,
                     const KomaPartition *partition,
                     guint                n_threads)
{
  guint             n_values = koma_graph_get_n_values (graph);
  KomaLifetime     *lifetimes = g_new0 (KomaLifetime, MAX (n_values, 1));
  g_autofree guint *segment_of = find_segments (graph, partition);
  g_autofree guint *uses = koma_graph_count_uses (graph);
  KomaSegmentSpec   rest = {
      .graph = graph,
      .uses = uses,
      .n_threads = n_threads,
      .joins_elements = partition->joins_elements,
  };

  for (guint i = 0; i < n_values; i++)
    lifetimes[i].memory_of = i;
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    extend (&lifetimes[koma_graph_get_input (graph, i)], 0, partition->n_nodes);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    extend (&lifetimes[koma_graph_get_output (graph, i)], 0, partition->n_nodes);
  for (guint i = 0; i < partition->n_segments; i++)
    if (partition->backend_of[i]->wants_inner_buffers)
      extend_by_open_segment (lifetimes, partition, i, rest);
    else
      extend_by_closed_segment (lifetimes, graph, partition, i, segment_of);
  extend_to_producers (lifetimes, graph, partition, segment_of);
  for (guint i = 0; i < n_values; i++)
    if (koma_graph_get_value (graph, i)->constant != NULL)
      lifetimes[i].is_needed = FALSE;
  share_memory_of_shapes (lifetimes, graph, partition);
  return lifetimes;
}
