/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Some classifiers answer with the number of one class: an ArgMax. What it chooses from are the
 * scores that are wanted. */
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

/**
 * koma_chosen_class_to_scores:
 * @graph: not inferred
 * @ret_note: (transfer full): what was changed, in English
 *
 * Where the one output is what an ArgMax chose, it becomes what the ArgMax chose from.
 *
 * Returns: whether it was so. Thread: any.
 */
gboolean
koma_chosen_class_to_scores (KomaGraph *graph,
                             char     **ret_note)
{
  const KomaNode *node = NULL;

  if (koma_graph_get_n_outputs (graph) != 1)
    return FALSE;
  node = koma_graph_find_producer (graph, koma_graph_get_output (graph, 0));
  for (guint i = 0; node != NULL && keeps_number (node) && i < koma_graph_get_n_nodes (graph); i++)
    node = koma_graph_find_producer (graph, node->inputs[0]);
  if (node == NULL || node->op != KOMA_OP_ARG_MAX)
    return FALSE;
  *ret_note = g_strdup_printf ("output “%s” is the number of a class; “%s”, which it is chosen "
                               "from, is read as scores",
                               koma_graph_get_output_name (graph, 0),
                               koma_graph_get_value (graph, node->inputs[0])->name);
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, koma_graph_get_value (graph, node->inputs[0])->name,
                         node->inputs[0]);
  return TRUE;
}
