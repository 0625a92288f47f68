/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which nodes are computed as a block. */
#include "block.h"

#include "kernels/pack.h"

/* Between the nodes of a block lies more than this for each thread: less stays in the cache anyway,
 * and larger products are faster than those of strips. */
#define MIN_BYTES_PER_THREAD (512 * 1024)
/* Taps and channels of a first convolution whose input is not its rows: they are made anew for
 * lines that two units need. */
#define MAX_MADE_ROW 256

static gboolean
is_float_with_constants (const KomaGraph *graph,
                         const KomaNode  *node)
{
  for (guint i = 1; i < node->n_inputs; i++)
    if (!koma_node_is_constant (graph, node, i))
      return FALSE;
  return koma_node_input (graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32;
}

static gboolean
is_pointwise (const KomaGraph *graph,
              const KomaNode  *node)
{
  return node->op == KOMA_OP_CONV_2D && node->params.window.groups <= 1 &&
         koma_cpu_patches_are_pixels (&node->params.window) &&
         is_float_with_constants (graph, node);
}

static gboolean
is_depthwise (const KomaGraph *graph,
              const KomaNode  *node)
{
  return node->op == KOMA_OP_DEPTHWISE_CONV_2D && is_float_with_constants (graph, node) &&
         koma_node_input (graph, node, 0)->shape.dims[3] ==
           koma_node_output (graph, node, 0)->shape.dims[3];
}

static gboolean
is_first (const KomaGraph *graph,
          const KomaNode  *node)
{
  const KomaWindow2D *window = &node->params.window;

  return is_pointwise (graph, node) ||
         (node->op == KOMA_OP_CONV_2D && window->groups <= 1 &&
          is_float_with_constants (graph, node) &&
          koma_node_input (graph, node, 0)->shape.dims[3] * window->kernel_h * window->kernel_w <=
            MAX_MADE_ROW);
}

/* Whether the node alone reads what the other makes. */
static gboolean
is_chained (const KomaNode *from,
            const KomaNode *to,
            const guint    *uses)
{
  return to->inputs[0] == from->outputs[0] && uses[from->outputs[0]] == 1;
}

/* Such a value may be written over an input, which the block still reads then. */
static gboolean
is_end (const KomaGraph *graph,
        const KomaNode  *node)
{
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    if (koma_graph_get_output (graph, i) == node->outputs[0])
      return TRUE;
  return FALSE;
}

/* From a depthwise convolution on. */
static gboolean
is_pair (const KomaGraph *graph,
         const KomaNode  *depthwise,
         const KomaNode  *project,
         const guint     *uses)
{
  return is_depthwise (graph, depthwise) && is_pointwise (graph, project) &&
         is_chained (depthwise, project, uses) && !is_end (graph, project);
}

static gboolean
is_large (const KomaGraph *graph,
          const KomaNode  *node,
          guint            n_threads)
{
  const gsize bytes = koma_value_get_bytes (koma_node_output (graph, node, 0));

  return bytes / MIN_BYTES_PER_THREAD >= n_threads;
}

/**
 * koma_cpu_block_count_steps:
 * @rest: its graph, nodes, uses and n_threads: one node or more
 *
 * Thread: any.
 *
 * Returns: how many nodes from the first on are one block; 1 if it is in none
 */
guint
koma_cpu_block_count_steps (const KomaSegmentSpec *rest)
{
  const KomaGraph *graph = rest->graph;
  const guint     *uses = rest->uses;
  const KomaNode  *chain[KOMA_CPU_BLOCK_MAX_STEPS] = { NULL };

  for (guint i = 0; i < MIN (rest->n_nodes, KOMA_CPU_BLOCK_MAX_STEPS); i++)
    chain[i] = koma_graph_get_node (graph, rest->nodes[i]);
  if (rest->n_nodes < 2 || !is_large (graph, chain[0], rest->n_threads))
    return 1;
  if (is_pair (graph, chain[0], chain[1], uses))
    return 2;
  return rest->n_nodes >= 3 && is_first (graph, chain[0]) &&
             is_chained (chain[0], chain[1], uses) && is_pair (graph, chain[1], chain[2], uses)
           ? 3
           : 1;
}
