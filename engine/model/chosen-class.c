/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Some classifiers answer with the number of one class, an ArgMax, or with the best few, a TopK,
 * whose places in the list say nothing of classes. What they choose from are the scores that are
 * wanted. */
#include "chosen-class.h"

/* What changes the shape or the type of one number. */
static gboolean
keeps_number (const KomaNode *node)
{
  switch ((int) node->op) {
  case KOMA_OP_CAST:
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
    return TRUE;
  default:
    return FALSE;
  }
}

/* The ArgMax or TopK whose result @value is; or NULL. */
static const KomaNode *
find_choice (const KomaGraph *graph,
             KomaValueId      value)
{
  const KomaNode *node = koma_graph_find_producer (graph, value);

  for (guint i = 0; node != NULL && keeps_number (node) && i < koma_graph_get_n_nodes (graph); i++)
    node = koma_graph_find_producer (graph, node->inputs[0]);
  return node != NULL && (node->op == KOMA_OP_ARG_MAX || node->op == KOMA_OP_TOP_K) ? node : NULL;
}

/* What softmax and the like make scores from: of logits and of their probabilities it is one. */
static KomaValueId
find_origin (const KomaGraph *graph,
             KomaValueId      value)
{
  const KomaNode *node = koma_graph_find_producer (graph, value);

  for (guint i = 0; node != NULL && i < koma_graph_get_n_nodes (graph); i++) {
    if (!keeps_number (node) && node->op != KOMA_OP_SOFTMAX && node->op != KOMA_OP_LOG_SOFTMAX &&
        node->op != KOMA_OP_SIGMOID)
      break;
    value = node->inputs[0];
    node = koma_graph_find_producer (graph, value);
  }
  return value;
}

/* Whether all outputs say the same, of which at least one is chosen: @ret_index is its index, and
 * @ret_scores the first output that is not chosen, or what all are chosen from. */
static gboolean
find_scores (const KomaGraph *graph,
             guint           *ret_index,
             KomaValueId     *ret_scores)
{
  const guint n = koma_graph_get_n_outputs (graph);
  KomaValueId origin = KOMA_VALUE_NONE;
  KomaValueId shown = KOMA_VALUE_NONE;
  KomaValueId chosen_from = KOMA_VALUE_NONE;

  for (guint i = 0; i < n; i++) {
    const KomaValueId output = koma_graph_get_output (graph, i);
    const KomaNode   *choice = find_choice (graph, output);
    const KomaValueId scores = choice != NULL ? choice->inputs[0] : output;
    const KomaValueId its = find_origin (graph, scores);

    if (i > 0 && its != origin)
      return FALSE;
    origin = its;
    if (choice != NULL && chosen_from == KOMA_VALUE_NONE) {
      chosen_from = scores;
      *ret_index = i;
    }
    if (choice == NULL && shown == KOMA_VALUE_NONE)
      shown = output;
  }
  *ret_scores = shown != KOMA_VALUE_NONE ? shown : chosen_from;
  return chosen_from != KOMA_VALUE_NONE;
}

/**
 * koma_chosen_class_to_scores:
 * @graph: not inferred
 * @ret_note: (transfer full): what was changed, in English
 *
 * Where an output is what an ArgMax or a TopK chose, what it chose from becomes the one output. Of
 * several outputs all say the same of one list of scores.
 *
 * Returns: whether it was so. Thread: any.
 */
gboolean
koma_chosen_class_to_scores (KomaGraph *graph,
                             char     **ret_note)
{
  KomaValueId     scores = KOMA_VALUE_NONE;
  guint           index = 0;
  const KomaNode *choice = NULL;

  if (!find_scores (graph, &index, &scores))
    return FALSE;
  choice = find_choice (graph, koma_graph_get_output (graph, index));
  *ret_note =
    g_strdup_printf (choice->op == KOMA_OP_ARG_MAX
                       ? "output “%s” is the number of a class; “%s”, which it is chosen from, is "
                         "read as scores"
                       : "output “%s” has the best classes alone; “%s”, which they are chosen "
                         "from, is read as scores",
                     koma_graph_get_output_name (graph, index),
                     koma_graph_get_value (graph, scores)->name);
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, koma_graph_get_value (graph, scores)->name, scores);
  return TRUE;
}
