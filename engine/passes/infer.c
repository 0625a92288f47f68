/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

#include "engine/backends/cpu/fold.h"
#include "engine/graph/quantization.h"

/* Every input has been inferred: the graph is sorted. A value that no
 * node makes is damage that a reader let through. */
static gboolean
check_inputs (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaValue *input = koma_node_input (graph, node, i);

    if (koma_shape_is_known (&input->shape))
      continue;
    return koma_fail (error, KOMA_ERROR_MODEL, "nothing computes its input “%s”",
                      input->name);
  }
  return TRUE;
}

/* Shape's answer is known as soon as its input's shape is. */
static gboolean
is_foldable (const KomaGraph *graph,
             const KomaNode  *node)
{
  if (node->op == KOMA_OP_SHAPE)
    return TRUE;
  for (guint i = 0; i < node->n_inputs; i++)
    if (koma_node_input (graph, node, i)->constant == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       void     **scratch,
       gboolean  *ret_is_folded,
       GError   **error)
{
  if (!check_inputs (graph, node, error) || !koma_node_infer (graph, node, error))
    return FALSE;
  *ret_is_folded = is_foldable (graph, node);
  if (!*ret_is_folded)
    return TRUE;
  if (!koma_cpu_fold (graph, node, scratch, error))
    return FALSE;
  koma_quantization_trace (graph, node);
  return TRUE;
}

/**
 * koma_pass_infer_node:
 * @scratch: (array): room for a pointer for each value of @graph, zeros at first
 * @ret_is_folded: whether its outputs are constants now: nothing is left to do at run time
 *
 * koma_pass_infer() for one node whose inputs have been inferred, for those that build a graph with
 * known shapes node by node.
 *
 * Errors: those of koma_pass_infer(), but cycles.
 */
gboolean
koma_pass_infer_node (KomaGraph *graph,
                      KomaNode  *node,
                      void     **scratch,
                      gboolean  *ret_is_folded,
                      GError   **error)
{
  if (infer (graph, node, scratch, ret_is_folded, error))
    return TRUE;
  g_prefix_error (error, "%s “%s”: ", koma_op_get_name (node->op), node->name);
  return FALSE;
}

/**
 * koma_pass_infer:
 *
 * Sorts the graph, finds dtype and shape of every value, and computes what
 * does not depend on the inputs. The two need each other: a Reshape's shape
 * is often computed from a Shape.
 *
 * Errors: %KOMA_ERROR_MODEL if the nodes form a cycle, read what nothing
 * computes, or have damaged attributes; %KOMA_ERROR_SHAPE if inputs do not fit
 * each other; %KOMA_ERROR_UNSUPPORTED if Koma does not compute a node;
 * %KOMA_ERROR_MEMORY. They name op and node.
 */
gboolean
koma_pass_infer (KomaGraph *graph,
                 GError   **error)
{
  g_autofree gboolean *is_folded = NULL;
  g_autofree void    **scratch = g_new0 (void *, koma_graph_get_n_values (graph) + 1);

  if (!koma_graph_sort (graph, error))
    return FALSE;
  is_folded = g_new0 (gboolean, koma_graph_get_n_nodes (graph) + 1);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode *node = koma_graph_get_node (graph, i);

    if (!koma_pass_infer_node (graph, node, scratch, &is_folded[i], error))
      return FALSE;
  }
  koma_graph_remove_nodes (graph, is_folded);
  return TRUE;
}
