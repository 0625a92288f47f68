/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dropout, as TensorFlow writes it out for training:
 *
 *   before 1.13   Mul (RealDiv (x, keep), Floor (Add (keep, random)))
 *   since         Mul (Mul (x, 1 / keep), Cast (GreaterEqual (random, rate)))
 *
 * where random is RandomUniform, scaled. It is there for training alone. */

#include "tf-inference.h"

/* Nodes from the mask to the random numbers. */
#define MAX_MASK_DEPTH 6

static gboolean
is_random (const KomaTfGraph *graph,
           const KomaTfNode  *node,
           guint              depth)
{
  if (node == NULL || depth > MAX_MASK_DEPTH)
    return FALSE;
  if (koma_tf_node_is (node, "RandomUniform"))
    return TRUE;
  if (!koma_tf_node_is (node, "Add") && !koma_tf_node_is (node, "AddV2") &&
      !koma_tf_node_is (node, "Mul"))
    return FALSE;

  return is_random (graph, koma_tf_graph_find_input (graph, node, 0), depth + 1) ||
         is_random (graph, koma_tf_graph_find_input (graph, node, 1), depth + 1);
}

static gboolean
is_mask (const KomaTfGraph *graph,
         const KomaTfNode  *node)
{
  const KomaTfNode *inner = node != NULL ? koma_tf_graph_find_input (graph, node, 0) : NULL;

  if (inner == NULL)
    return FALSE;
  if (koma_tf_node_is (node, "Floor"))
    return is_random (graph, inner, 0);

  return koma_tf_node_is (node, "Cast") && koma_tf_node_is (inner, "GreaterEqual") &&
         is_random (graph, koma_tf_graph_find_input (graph, inner, 0), 0);
}

static gboolean
is_scaling (const KomaTfNode *node)
{
  return node != NULL && node->inputs->len >= 2 &&
         (koma_tf_node_is (node, "RealDiv") || koma_tf_node_is (node, "Div") ||
          koma_tf_node_is (node, "Mul"));
}

/* The index of the input that is a mask, or 2. */
static guint
find_mask (const KomaTfGraph *graph,
           const KomaTfNode  *node)
{
  guint input = 0;

  while (input < 2 && !is_mask (graph, koma_tf_graph_find_input (graph, node, input)))
    input++;
  return input;
}

/**
 * koma_tf_remove_dropout:
 * @graph: a graph
 *
 * Puts what goes into dropout in its place.
 *
 * Thread: any.
 */
void
koma_tf_remove_dropout (KomaTfGraph *graph)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++) {
    KomaTfNode       *node = g_ptr_array_index (graph->nodes, i);
    const KomaTfNode *scaled = NULL;
    guint             mask = 2;

    if (!koma_tf_node_is (node, "Mul") || node->inputs->len < 2)
      continue;
    mask = find_mask (graph, node);
    scaled = mask < 2 ? koma_tf_graph_find_input (graph, node, 1 - mask) : NULL;
    if (is_scaling (scaled))
      koma_tf_node_become_identity (node, scaled->inputs->pdata[0]);
  }
}
