/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a graph into as few segments as levels allow. A node's level is the
 * lowest one that is not below those of the nodes it reads from, where even
 * levels belong to the backend asked for and odd ones to the fallback:
 *
 *      level 0  backend    conv ─ conv ─┬─ conv
 *      level 1  fallback                └─ strided-slice ─ tile
 *      level 2  backend                                     └─ add …
 *
 * So all nodes of a level can run as one part, after all lower levels. */

#include "partition.h"

#include "finite-check.h"

/* Why nodes belong to the fallback; NULL for those that @backend computes. */
static char **
find_reasons (const KomaGraph        *graph,
              const KomaBackendClass *backend)
{
  const guint n_nodes = koma_graph_get_n_nodes (graph);
  char      **reason_of = g_new0 (char *, n_nodes + 1);
  g_autoptr (GError) bad_constant = NULL;

  if (backend->loses_nan)
    koma_finite_check_constants (graph, &bad_constant);
  for (guint i = 0; i < n_nodes; i++) {
    g_autoptr (GError) reason = NULL;

    if (bad_constant != NULL)
      reason_of[i] = g_strdup (bad_constant->message);
    else if (!backend->supports (graph, koma_graph_get_node (graph, i), &reason))
      reason_of[i] = g_strdup (reason->message);
  }
  return reason_of;
}

static guint *
find_levels (const KomaGraph *graph,
             char *const     *reason_of)
{
  guint             n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint *producers = koma_graph_find_producers (graph);
  guint            *levels = g_new0 (guint, MAX (n_nodes, 1));

  for (guint i = 0; i < n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    guint           parity = reason_of[i] != NULL;
    guint           level = parity;

    for (guint j = 0; j < node->n_inputs; j++) {
      guint producer = producers[node->inputs[j]];
      if (producer != G_MAXUINT)
        level = MAX (level, levels[producer]);
    }
    levels[i] = level + (level % 2 != parity);
  }
  return levels;
}

/* Where the nodes of each level begin; levels are at most as many as nodes,
 * and one more where the first belongs to the fallback. */
static guint *
find_begins (const guint *levels,
             guint        n_nodes)
{
  guint *begins = g_new0 (guint, n_nodes + 3);

  for (guint i = 0; i < n_nodes; i++)
    begins[levels[i] + 1]++;
  for (guint level = 0; level <= n_nodes; level++)
    begins[level + 1] += begins[level];
  return begins;
}

/* Nodes by level, stable, by counting: hostile graphs have as many levels as
 * nodes. Levels without nodes become no segment. */
static void
order_by_level (KomaPartition          *partition,
                const guint            *levels,
                const KomaBackendClass *backend,
                const KomaBackendClass *fallback)
{
  guint             n_nodes = partition->n_nodes;
  g_autofree guint *begins = find_begins (levels, n_nodes);
  g_autofree guint *next = g_memdup2 (begins, (n_nodes + 3) * sizeof *begins);

  for (guint i = 0; i < n_nodes; i++)
    partition->order[next[levels[i]]++] = i;
  for (guint level = 0; level <= n_nodes; level++) {
    if (begins[level] == begins[level + 1])
      continue;
    partition->backend_of[partition->n_segments] = level % 2 == 0 ? backend : fallback;
    partition->first[partition->n_segments++] = begins[level];
  }
  partition->first[partition->n_segments] = n_nodes;
}

/**
 * koma_partition_new:
 * @graph: sorted and inferred
 * @fallback: supports every node
 *
 * Asks @backend about every node; one that may lose a NaN gets none if a
 * constant is not finite, so that the fallback hands it on to the end. Time is
 * linear in nodes, edges and constants. Thread: any.
 *
 * Returns: (transfer full): segments in an order in which they can run
 */
KomaPartition *
koma_partition_new (const KomaGraph        *graph,
                    const KomaBackendClass *backend,
                    const KomaBackendClass *fallback)
{
  guint             n_nodes = koma_graph_get_n_nodes (graph);
  KomaPartition    *partition = g_new0 (KomaPartition, 1);
  g_autofree guint *levels = NULL;

  partition->n_nodes = n_nodes;
  partition->order = g_new0 (guint, n_nodes + 1);
  partition->first = g_new0 (guint, n_nodes + 2);
  partition->backend_of = g_new0 (const KomaBackendClass *, n_nodes + 1);
  partition->reason_of = find_reasons (graph, backend);
  levels = find_levels (graph, partition->reason_of);
  order_by_level (partition, levels, backend, fallback);
  return partition;
}

/**
 * koma_partition_split:
 *
 * Makes a segment of each node, so that every value can be looked at between
 * two of them.
 */
void
koma_partition_split (KomaPartition *partition)
{
  const KomaBackendClass **backend_of = g_new0 (const KomaBackendClass *, partition->n_nodes + 1);
  guint                   *first = g_new0 (guint, partition->n_nodes + 2);

  for (guint i = 0; i < partition->n_segments; i++)
    for (guint step = partition->first[i]; step < partition->first[i + 1]; step++)
      backend_of[step] = partition->backend_of[i];
  for (guint step = 0; step <= partition->n_nodes; step++)
    first[step] = step;
  g_free (partition->first);
  g_free (partition->backend_of);
  partition->first = first;
  partition->backend_of = backend_of;
  partition->n_segments = partition->n_nodes;
}

/**
 * koma_partition_free:
 * @partition: (nullable) (transfer full)
 */
void
koma_partition_free (KomaPartition *partition)
{
  if (partition == NULL)
    return;
  for (guint i = 0; i < partition->n_nodes; i++)
    g_free (partition->reason_of[i]);
  g_free (partition->reason_of);
  g_free (partition->backend_of);
  g_free (partition->first);
  g_free (partition->order);
  g_free (partition);
}
