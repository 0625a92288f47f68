/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-graph.h"

#include <string.h>

#include "engine/koma-limits.h"

/**
 * koma_tf_node_new:
 * @name: of the node
 * @op: TensorFlow's name of the op
 *
 * Returns: (transfer full): a node without inputs and attributes
 */
KomaTfNode *
koma_tf_node_new (const char *name,
                  const char *op)
{
  KomaTfNode *node = g_new0 (KomaTfNode, 1);

  node->name = g_strdup (name);
  node->op = g_strdup (op);
  node->inputs = g_ptr_array_new_with_free_func (g_free);
  node->attrs = koma_attrs_new ();
  node->shape.rank = KOMA_RANK_UNKNOWN;
  return node;
}

/**
 * koma_tf_node_free:
 * @node: (nullable): a node
 *
 * Frees a node and what it owns.
 */
void
koma_tf_node_free (KomaTfNode *node)
{
  if (node == NULL)
    return;

  g_free (node->name);
  g_free (node->op);
  g_ptr_array_unref (node->inputs);
  koma_attrs_free (node->attrs);
  g_clear_pointer (&node->value, koma_array_unref);
  g_clear_pointer (&node->texts, g_ptr_array_unref);
  g_clear_pointer (&node->shapes, g_array_unref);
  g_free (node);
}

/**
 * koma_tf_node_is:
 * @node: a node
 * @op: TensorFlow's name of an op
 *
 * Returns: whether @node is of that op
 */
gboolean
koma_tf_node_is (const KomaTfNode *node,
                 const char       *op)
{
  return strcmp (node->op, op) == 0;
}

/**
 * koma_tf_node_become_identity:
 * @node: a node
 * @reference: what it is to hand on; may be one of its inputs
 *
 * Makes @node an Identity.
 */
void
koma_tf_node_become_identity (KomaTfNode *node,
                              const char *reference)
{
  char *kept = g_strdup (reference);

  g_ptr_array_set_size (node->inputs, 0);
  g_ptr_array_add (node->inputs, kept);
  g_free (node->op);
  node->op = g_strdup ("Identity");
}

/**
 * koma_tf_node_become_const:
 * @node: a node
 * @value: its result
 *
 * Makes @node a Const.
 */
void
koma_tf_node_become_const (KomaTfNode *node,
                           KomaArray  *value)
{
  g_ptr_array_set_size (node->inputs, 0);
  g_clear_pointer (&node->value, koma_array_unref);
  node->value = koma_array_ref (value);
  g_free (node->op);
  node->op = g_strdup ("Const");
}

/**
 * koma_tf_graph_new:
 *
 * Returns: (transfer full): a graph without nodes
 */
KomaTfGraph *
koma_tf_graph_new (void)
{
  KomaTfGraph *graph = g_new0 (KomaTfGraph, 1);

  graph->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_tf_node_free);
  graph->indices = g_hash_table_new (g_str_hash, g_str_equal);
  graph->inputs = g_ptr_array_new_with_free_func (g_free);
  graph->outputs = g_ptr_array_new_with_free_func (g_free);
  return graph;
}

/**
 * koma_tf_graph_free:
 * @graph: (nullable): a graph
 *
 * Frees a graph, its nodes and its weights.
 */
void
koma_tf_graph_free (KomaTfGraph *graph)
{
  if (graph == NULL)
    return;

  g_hash_table_unref (graph->indices);
  g_ptr_array_unref (graph->nodes);
  g_clear_pointer (&graph->weights, g_hash_table_unref);
  g_ptr_array_unref (graph->inputs);
  g_ptr_array_unref (graph->outputs);
  g_free (graph);
}

/**
 * koma_tf_graph_add:
 * @graph: a graph
 * @node: (transfer full): a node
 * @error: return location
 *
 * Appends a node.
 *
 * Errors: %KOMA_ERROR_MODEL where another node has its name, %KOMA_ERROR_MEMORY
 * above %KOMA_MAX_NODES or %KOMA_MAX_NODE_ARITY.
 *
 * Returns: whether it was added
 */
gboolean
koma_tf_graph_add (KomaTfGraph *graph,
                   KomaTfNode  *node,
                   GError     **error)
{
  g_autoptr (KomaTfNode) owned = node;

  if (graph->nodes->len >= KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "the graph has more than %d nodes", KOMA_MAX_NODES);

  if (node->inputs->len > KOMA_MAX_NODE_ARITY)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "%s '%s' has %u inputs, at most %d are allowed",
                      node->op, node->name, node->inputs->len, KOMA_MAX_NODE_ARITY);

  if (g_hash_table_contains (graph->indices, node->name))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "there are two nodes named '%s'", node->name);

  g_hash_table_insert (graph->indices, node->name, GUINT_TO_POINTER (graph->nodes->len));
  g_ptr_array_add (graph->nodes, g_steal_pointer (&owned));
  return TRUE;
}

/**
 * koma_tf_graph_get_n_nodes:
 * @graph: a graph
 *
 * Returns: how many nodes there are
 */
guint
koma_tf_graph_get_n_nodes (const KomaTfGraph *graph)
{
  return graph->nodes->len;
}

/**
 * koma_tf_graph_get_node:
 * @graph: a graph
 * @index: of a node
 *
 * Returns: (transfer none): the node
 */
const KomaTfNode *
koma_tf_graph_get_node (const KomaTfGraph *graph,
                        guint              index)
{
  return g_ptr_array_index (graph->nodes, index);
}

/**
 * koma_tf_reference_is_control:
 * @reference: an input of a node
 *
 * A control input orders side effects, and carries no data.
 *
 * Returns: whether @reference is "^node"
 */
gboolean
koma_tf_reference_is_control (const char *reference)
{
  return *reference == '^';
}

/**
 * koma_tf_graph_resolve:
 * @graph: a graph
 * @reference: "node", "node:1" or "^node"
 * @ret_node: (out): index of the node
 * @ret_output: (out): which of its outputs
 *
 * Finds what a reference names.
 *
 * Returns: whether there is such a node
 */
gboolean
koma_tf_graph_resolve (const KomaTfGraph *graph,
                       const char        *reference,
                       guint             *ret_node,
                       guint             *ret_output)
{
  const char      *start = reference + (koma_tf_reference_is_control (reference) ? 1 : 0);
  const char      *colon = strrchr (start, ':');
  g_autofree char *name = NULL;
  gpointer         index = NULL;
  guint64          output = 0;

  if (colon != NULL && g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT32, &output, NULL))
    name = g_strndup (start, colon - start);
  else
    name = g_strdup (start);

  if (!g_hash_table_lookup_extended (graph->indices, name, NULL, &index))
    return FALSE;

  *ret_node = GPOINTER_TO_UINT (index);
  *ret_output = (guint) output;
  return TRUE;
}

/**
 * koma_tf_graph_find_input:
 * @graph: a graph
 * @node: one of its nodes
 * @input: index of an input
 *
 * Returns: (nullable): the node that makes that input; %NULL where there is no
 *   such input, or it is not in the graph
 */
KomaTfNode *
koma_tf_graph_find_input (const KomaTfGraph *graph,
                          const KomaTfNode  *node,
                          guint              input)
{
  guint index = 0;
  guint output = 0;

  if (input >= node->inputs->len ||
      !koma_tf_graph_resolve (graph, node->inputs->pdata[input], &index, &output))
    return NULL;

  return g_ptr_array_index (graph->nodes, index);
}
