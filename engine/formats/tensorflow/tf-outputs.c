/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-outputs.h"

/**
 * koma_tf_node_has_result:
 * @node: a node
 *
 * Returns: whether @node computes something, and is not there for its effect
 */
gboolean
koma_tf_node_has_result (const KomaTfNode *node)
{
  return !koma_tf_node_is (node, "NoOp") && !koma_tf_node_is (node, "Assert");
}

/* What nobody reads is what the graph is there for; except constants, such
 * as the labels. */
static GPtrArray *
guess_outputs (const KomaTfGraph *tf)
{
  const guint        n_nodes = koma_tf_graph_get_n_nodes (tf);
  g_autofree guint8 *is_read = g_new0 (guint8, n_nodes);
  GPtrArray         *outputs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_nodes; i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (tf, i);

    for (guint j = 0; j < node->inputs->len; j++) {
      const char *reference = node->inputs->pdata[j];
      guint       index = 0;
      guint       output = 0;

      if (!koma_tf_reference_is_control (reference) &&
          koma_tf_graph_resolve (tf, reference, &index, &output))
        is_read[index] = TRUE;
    }
  }

  for (guint i = 0; i < n_nodes; i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (tf, i);

    if (!is_read[i] && koma_tf_node_has_result (node) && !koma_tf_node_is (node, "Const") &&
        !koma_tf_node_is (node, "Placeholder"))
      g_ptr_array_add (outputs, g_strdup (node->name));
  }

  return outputs;
}

/**
 * koma_tf_list_outputs:
 * @tf: a graph
 *
 * Lists the results that a graph is there for: those of its signature but
 * for constants, since some list the labels; without a signature, those that
 * no other node reads.
 *
 * Returns: (transfer full) (element-type utf8): references; may be empty
 */
GPtrArray *
koma_tf_list_outputs (const KomaTfGraph *tf)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < tf->outputs->len; i++) {
    const char *reference = tf->outputs->pdata[i];
    guint       index = 0;
    guint       output = 0;

    if (!koma_tf_graph_resolve (tf, reference, &index, &output) ||
        !koma_tf_node_is (koma_tf_graph_get_node (tf, index), "Const"))
      g_ptr_array_add (outputs, g_strdup (reference));
  }

  return outputs->len > 0 ? g_steal_pointer (&outputs) : guess_outputs (tf);
}

/**
 * koma_tf_name_outputs:
 * @tf: a graph
 *
 * Puts the results of koma_tf_list_outputs() into the graph's list, so that nodes that are taken
 * out of use later are no results.
 */
void
koma_tf_name_outputs (KomaTfGraph *tf)
{
  GPtrArray *outputs = koma_tf_list_outputs (tf);

  g_ptr_array_unref (tf->outputs);
  tf->outputs = outputs;
}
