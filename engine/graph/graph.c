/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

#include "quantization.h"

typedef struct
{
  char       *name;
  KomaValueId value;
} Output;

struct _KomaGraph
{
  GPtrArray *values;  /* KomaValue *, by id */
  GPtrArray *nodes;   /* KomaNode * */
  GArray    *inputs;  /* KomaValueId */
  GArray    *outputs; /* Output */
};

static void
value_free (gpointer data)
{
  KomaValue *value = data;

  g_free (value->name);
  g_clear_pointer (&value->constant, koma_array_unref);
  g_clear_pointer (&value->quantization, koma_quantization_unref);
  g_free (value);
}

static void
node_free (gpointer data)
{
  KomaNode *node = data;

  g_free (node->name);
  g_free (node->inputs);
  g_free (node->outputs);
  koma_attrs_free (node->attrs);
  g_free (node);
}

static void
output_clear (gpointer data)
{
  g_free (((Output *) data)->name);
}

/**
 * koma_graph_new:
 *
 * Returns: (transfer full): a graph of nothing. Thread: any.
 */
KomaGraph *
koma_graph_new (void)
{
  KomaGraph *graph = g_new0 (KomaGraph, 1);

  graph->values = g_ptr_array_new_with_free_func (value_free);
  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  graph->inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  graph->outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (graph->outputs, output_clear);
  return graph;
}

static gpointer
value_copy (gconstpointer data,
            gpointer      unused)
{
  const KomaValue *value = data;
  KomaValue       *copy = g_memdup2 (value, sizeof *value);

  copy->name = g_strdup (value->name);
  if (value->constant != NULL)
    copy->constant = koma_array_ref (value->constant);
  copy->quantization = koma_quantization_ref (value->quantization);
  return copy;
}

static gpointer
node_copy (gconstpointer data,
           gpointer      unused)
{
  const KomaNode *node = data;
  KomaNode       *copy = g_memdup2 (node, sizeof *node);

  copy->name = g_strdup (node->name);
  copy->inputs = g_memdup2 (node->inputs, node->n_inputs * sizeof (KomaValueId));
  copy->outputs = g_memdup2 (node->outputs, node->n_outputs * sizeof (KomaValueId));
  copy->attrs = koma_attrs_copy (node->attrs);
  return copy;
}

/**
 * koma_graph_copy:
 *
 * Copies a graph; ids stay the same, constants are shared. Thread: any, while
 * @graph is not changed.
 *
 * Returns: (transfer full): the copy
 */
KomaGraph *
koma_graph_copy (const KomaGraph *graph)
{
  KomaGraph *copy = g_new0 (KomaGraph, 1);

  copy->values = g_ptr_array_copy (graph->values, (GCopyFunc) value_copy, NULL);
  g_ptr_array_set_free_func (copy->values, value_free);
  copy->nodes = g_ptr_array_copy (graph->nodes, (GCopyFunc) node_copy, NULL);
  g_ptr_array_set_free_func (copy->nodes, node_free);
  copy->inputs = g_array_copy (graph->inputs);
  copy->outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (copy->outputs, output_clear);
  for (guint i = 0; i < graph->outputs->len; i++) {
    const Output *output = &g_array_index (graph->outputs, Output, i);
    koma_graph_add_output (copy, output->name, output->value);
  }
  return copy;
}

/**
 * koma_graph_free:
 * @graph: (nullable) (transfer full)
 */
void
koma_graph_free (KomaGraph *graph)
{
  if (graph == NULL)
    return;
  g_ptr_array_unref (graph->nodes);
  g_ptr_array_unref (graph->values);
  g_array_unref (graph->inputs);
  g_array_unref (graph->outputs);
  g_free (graph);
}

static KomaValueId
add_value (KomaGraph  *graph,
           const char *name)
{
  KomaValue *value = g_new0 (KomaValue, 1);

  value->name = g_strdup (name);
  value->shape.rank = KOMA_RANK_UNKNOWN;
  g_ptr_array_add (graph->values, value);
  return graph->values->len - 1;
}

/**
 * koma_graph_add_input:
 * @shape: dimensions may be %KOMA_DIM_UNKNOWN, rank %KOMA_RANK_UNKNOWN
 *
 * Returns: the id of the value that the caller of a session fills
 */
KomaValueId
koma_graph_add_input (KomaGraph       *graph,
                      const char      *name,
                      KomaDType        dtype,
                      const KomaShape *shape)
{
  KomaValueId id = add_value (graph, name);
  KomaValue  *value = koma_graph_get_value (graph, id);

  value->dtype = dtype;
  value->shape = *shape;
  g_array_append_val (graph->inputs, id);
  return id;
}

/**
 * koma_graph_add_constant:
 * @tensor: (transfer none): a reference is taken
 */
KomaValueId
koma_graph_add_constant (KomaGraph  *graph,
                         const char *name,
                         KomaArray  *tensor)
{
  KomaValueId id = add_value (graph, name);

  koma_graph_set_constant (graph, id, tensor);
  return id;
}

static gboolean
check_arity (KomaOp   op,
             guint    n_inputs,
             guint    n_outputs,
             GError **error)
{
  const KomaOpClass *klass = koma_op_get_class (op);

  if (n_inputs < klass->min_inputs || n_inputs > klass->max_inputs ||
      n_inputs > KOMA_MAX_NODE_ARITY)
    return koma_fail (error, KOMA_ERROR_MODEL, "has %u inputs, expected %u to %u",
                      n_inputs, klass->min_inputs, MIN (klass->max_inputs, KOMA_MAX_NODE_ARITY));
  if (n_outputs == 0 || n_outputs > KOMA_MAX_NODE_ARITY)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "its attributes ask for %u outputs, expected 1 to %d",
                      n_outputs, KOMA_MAX_NODE_ARITY);
  return TRUE;
}

static KomaNode *
node_new (KomaOp             op,
          const char        *name,
          const KomaValueId *inputs,
          guint              n_inputs,
          KomaAttrs         *attrs)
{
  KomaNode *node = g_new0 (KomaNode, 1);

  node->op = op;
  node->name = g_strdup (name);
  node->inputs = g_memdup2 (inputs, n_inputs * sizeof (KomaValueId));
  node->n_inputs = n_inputs;
  node->attrs = attrs;
  node->clamp = KOMA_CLAMP_NONE;
  return node;
}

/**
 * koma_graph_add_node:
 * @inputs: (array length=n_inputs): ids, which may be made by nodes that are
 *   added later: see koma_graph_sort()
 * @attrs: (transfer full) (nullable): freed on failure too
 *
 * Adds a node and its output values. Errors: %KOMA_ERROR_MODEL when the
 * number of inputs or outputs is not one the op can have.
 *
 * Returns: (transfer none) (nullable): the node; its outputs are in it
 */
KomaNode *
koma_graph_add_node (KomaGraph         *graph,
                     KomaOp             op,
                     const char        *name,
                     const KomaValueId *inputs,
                     guint              n_inputs,
                     KomaAttrs         *attrs,
                     GError           **error)
{
  const KomaOpClass *klass = koma_op_get_class (op);
  g_autoptr (KomaAttrs) owned = attrs != NULL ? attrs : koma_attrs_new ();
  guint     n_outputs = klass->count_outputs != NULL ? klass->count_outputs (owned) : 1;
  KomaNode *node = NULL;

  if (!check_arity (op, n_inputs, n_outputs, error)) {
    g_prefix_error (error, "%s “%s” ", koma_op_get_name (op), name);
    return NULL;
  }
  node = node_new (op, name, inputs, n_inputs, g_steal_pointer (&owned));
  node->outputs = g_new (KomaValueId, n_outputs);
  node->n_outputs = n_outputs;
  for (guint i = 0; i < n_outputs; i++) {
    g_autofree char *output_name = i == 0 ? g_strdup (name) : g_strdup_printf ("%s:%u", name, i);
    node->outputs[i] = add_value (graph, output_name);
  }
  g_ptr_array_add (graph->nodes, node);
  return node;
}

/**
 * koma_graph_add_output:
 * @name: for the caller of a session; need not be the value's name
 */
void
koma_graph_add_output (KomaGraph  *graph,
                       const char *name,
                       KomaValueId value)
{
  Output output = { g_strdup (name), value };

  g_array_append_val (graph->outputs, output);
}

/**
 * koma_graph_clear_outputs:
 *
 * Before other outputs are chosen; values and nodes stay.
 */
void
koma_graph_clear_outputs (KomaGraph *graph)
{
  g_array_set_size (graph->outputs, 0);
}

/**
 * koma_graph_get_n_values:
 *
 * Returns: ids of values are below this
 */
guint
koma_graph_get_n_values (const KomaGraph *graph)
{
  return graph->values->len;
}

/**
 * koma_graph_get_value:
 *
 * Returns: (transfer none): the value; stays where it is as the graph grows
 */
KomaValue *
koma_graph_get_value (const KomaGraph *graph,
                      KomaValueId      id)
{
  g_return_val_if_fail (id < graph->values->len, NULL);

  return g_ptr_array_index (graph->values, id);
}

/**
 * koma_graph_get_n_nodes:
 *
 * Returns: number of nodes
 */
guint
koma_graph_get_n_nodes (const KomaGraph *graph)
{
  return graph->nodes->len;
}

/**
 * koma_graph_get_node:
 * @index: a place in the graph's order, which passes change
 *
 * Returns: (transfer none): the node; stays where it is as the graph grows
 */
KomaNode *
koma_graph_get_node (const KomaGraph *graph,
                     guint            index)
{
  g_return_val_if_fail (index < graph->nodes->len, NULL);

  return g_ptr_array_index (graph->nodes, index);
}

/**
 * koma_graph_get_n_inputs:
 *
 * Returns: number of inputs, in the order in which they were added
 */
guint
koma_graph_get_n_inputs (const KomaGraph *graph)
{
  return graph->inputs->len;
}

/**
 * koma_graph_get_input:
 *
 * Returns: the id of an input
 */
KomaValueId
koma_graph_get_input (const KomaGraph *graph,
                      guint            index)
{
  g_return_val_if_fail (index < graph->inputs->len, KOMA_VALUE_NONE);

  return g_array_index (graph->inputs, KomaValueId, index);
}

/**
 * koma_graph_get_n_outputs:
 *
 * Returns: number of outputs, in the order in which they were added
 */
guint
koma_graph_get_n_outputs (const KomaGraph *graph)
{
  return graph->outputs->len;
}

/**
 * koma_graph_get_output:
 *
 * Returns: the id of an output; two outputs may be of one value
 */
KomaValueId
koma_graph_get_output (const KomaGraph *graph,
                       guint            index)
{
  g_return_val_if_fail (index < graph->outputs->len, KOMA_VALUE_NONE);

  return g_array_index (graph->outputs, Output, index).value;
}

/**
 * koma_graph_get_output_name:
 *
 * Returns: (transfer none): the name of the output for callers
 */
const char *
koma_graph_get_output_name (const KomaGraph *graph,
                            guint            index)
{
  g_return_val_if_fail (index < graph->outputs->len, NULL);

  return g_array_index (graph->outputs, Output, index).name;
}

/**
 * koma_graph_set_output:
 *
 * Lets an output read another value, under the name it has.
 */
void
koma_graph_set_output (KomaGraph  *graph,
                       guint       index,
                       KomaValueId value)
{
  g_return_if_fail (index < graph->outputs->len);

  g_array_index (graph->outputs, Output, index).value = value;
}

/**
 * koma_graph_set_constant:
 * @tensor: (transfer none): a reference is taken
 *
 * Makes a value a constant; dtype and shape become the tensor's.
 */
void
koma_graph_set_constant (KomaGraph  *graph,
                         KomaValueId id,
                         KomaArray  *tensor)
{
  KomaValue *value = koma_graph_get_value (graph, id);
  KomaArray *before = value->constant;

  value->dtype = tensor->dtype;
  value->shape = tensor->shape;
  value->constant = koma_array_ref (tensor);
  g_clear_pointer (&before, koma_array_unref);
}

/**
 * koma_graph_remove_nodes:
 * @is_removed: for each node, whether it goes
 *
 * Their output values stay, but no node makes them: they must not be read.
 */
void
koma_graph_remove_nodes (KomaGraph      *graph,
                         const gboolean *is_removed)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (node_free);

  for (guint i = 0; i < graph->nodes->len; i++)
    if (!is_removed[i])
      g_ptr_array_add (kept, g_steal_pointer (&graph->nodes->pdata[i]));
    else
      g_clear_pointer (&graph->nodes->pdata[i], node_free);
  g_ptr_array_set_free_func (graph->nodes, NULL);
  g_ptr_array_unref (graph->nodes);
  graph->nodes = g_steal_pointer (&kept);
}

/**
 * koma_graph_reorder_nodes:
 * @order: a permutation: the node that comes i-th is the order[i]-th of now
 */
void
koma_graph_reorder_nodes (KomaGraph   *graph,
                          const guint *order)
{
  g_autofree gpointer *before =
    g_memdup2 (graph->nodes->pdata, graph->nodes->len * sizeof (gpointer));

  for (guint i = 0; i < graph->nodes->len; i++)
    graph->nodes->pdata[i] = before[order[i]];
}
