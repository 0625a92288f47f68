/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "recipe-infer.h"

static const KomaNode *
find_maker (const KomaGraph *graph,
            KomaValueId      value)
{
  for (guint i = koma_graph_get_n_nodes (graph); i-- > 0;) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_outputs; k++) {
      if (node->outputs[k] == value)
        return node;
    }
  }
  return NULL;
}

/* Ops that move values and leave them as they are. */
static gboolean
is_passing (KomaOp op)
{
  return op == KOMA_OP_FAKE_QUANTIZE || op == KOMA_OP_IDENTITY || op == KOMA_OP_RESHAPE ||
         op == KOMA_OP_SQUEEZE || op == KOMA_OP_EXPAND_DIMS;
}

/* What makes the numbers of the first output. */
static const KomaNode *
find_last (const KomaGraph *graph)
{
  const KomaNode *node = find_maker (graph, koma_graph_get_output (graph, 0));

  for (guint i = 0; node != NULL && is_passing (node->op) && i < koma_graph_get_n_nodes (graph);
       i++)
    node = find_maker (graph, node->inputs[0]);
  return node;
}

/**
 * koma_recipe_ends_in_pool:
 *
 * Returns: whether the first output is a mean over places, as the features are that come before the
 *   last layer of a classifier; the classes of some networks are such too
 */
gboolean
koma_recipe_ends_in_pool (const KomaGraph *graph)
{
  const KomaNode *node = find_last (graph);

  return node != NULL && (node->op == KOMA_OP_AVG_POOL || node->op == KOMA_OP_MEAN);
}

/**
 * koma_recipe_infer_scores:
 * @ret_reason: (transfer none): a sentence, in English
 *
 * How the first output is to be read, from the op that makes it.
 */
KomaScores
koma_recipe_infer_scores (const KomaGraph *graph,
                          const char     **ret_reason)
{
  const KomaNode *node = find_last (graph);

  if (node != NULL && node->op == KOMA_OP_SOFTMAX) {
    *ret_reason = "the graph ends in Softmax, they are probabilities";
    return KOMA_SCORES_PROBABILITIES;
  }
  if (node != NULL && node->op == KOMA_OP_LOG_SOFTMAX) {
    *ret_reason = "the graph ends in LogSoftmax, they are logarithms of probabilities";
    return KOMA_SCORES_LOG;
  }
  if (node != NULL && node->op == KOMA_OP_SIGMOID) {
    *ret_reason = "the graph ends in Sigmoid, each class has a probability of its own";
    return KOMA_SCORES_PROBABILITIES;
  }
  /* Softmax written out: exp (x − max) / sum */
  if (node != NULL && node->op == KOMA_OP_DIV) {
    const KomaNode *above = find_maker (graph, node->inputs[0]);

    if (above != NULL && above->op == KOMA_OP_EXP) {
      *ret_reason = "the graph ends in a softmax of single ops, they are probabilities";
      return KOMA_SCORES_PROBABILITIES;
    }
  }
  *ret_reason = "the graph does not end in Softmax, so a softmax follows";
  return KOMA_SCORES_LOGITS;
}
