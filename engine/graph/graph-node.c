/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

/**
 * koma_node_set_inputs:
 * @inputs: (array length=n_inputs): copied; may be the node's own
 *
 * Replaces all inputs. Their number is not checked against the op.
 */
void
koma_node_set_inputs (KomaNode          *node,
                      const KomaValueId *inputs,
                      guint              n_inputs)
{
  KomaValueId *copy = g_memdup2 (inputs, n_inputs * sizeof (KomaValueId));

  g_free (node->inputs);
  node->inputs = copy;
  node->n_inputs = n_inputs;
}

/**
 * koma_node_input:
 *
 * Returns: (transfer none): the value of the @index-th input
 */
KomaValue *
koma_node_input (const KomaGraph *graph,
                 const KomaNode  *node,
                 guint            index)
{
  g_return_val_if_fail (index < node->n_inputs, NULL);

  return koma_graph_get_value (graph, node->inputs[index]);
}

/**
 * koma_node_output:
 *
 * Returns: (transfer none): the value of the @index-th output
 */
KomaValue *
koma_node_output (const KomaGraph *graph,
                  const KomaNode  *node,
                  guint            index)
{
  g_return_val_if_fail (index < node->n_outputs, NULL);

  return koma_graph_get_value (graph, node->outputs[index]);
}

/**
 * koma_node_infer:
 *
 * Finds dtype and shape of each output; those of the inputs are known.
 *
 * Errors: those of the op's `infer`, which do not name it; %KOMA_ERROR_MEMORY if an output is above
 * the limit. Thread: any.
 */
gboolean
koma_node_infer (KomaGraph *graph,
                 KomaNode  *node,
                 GError   **error)
{
  return koma_op_get_class (node->op)->infer (graph, node, error);
}

/**
 * koma_node_is_constant:
 *
 * Returns: whether an input is a constant, or not there
 */
gboolean
koma_node_is_constant (const KomaGraph *graph,
                       const KomaNode  *node,
                       guint            index)
{
  return index >= node->n_inputs || koma_node_input (graph, node, index)->constant != NULL;
}

/**
 * koma_node_is_8_bit:
 *
 * Returns: whether the node computes with integers of 8 bits: its first input and its first output
 *   have a quantisation, which a pass set
 */
gboolean
koma_node_is_8_bit (const KomaGraph *graph,
                    const KomaNode  *node)
{
  const KomaValue *input = koma_node_input (graph, node, 0);

  return koma_dtype_is_8_bit (input->dtype) && input->quantization != NULL &&
         koma_node_output (graph, node, 0)->quantization != NULL;
}

/**
 * koma_value_get_bytes:
 * @value: of a graph that was inferred
 *
 * Returns: what its elements take on the host
 */
gsize
koma_value_get_bytes (const KomaValue *value)
{
  return koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
}

/**
 * koma_node_constant_input:
 * @what: what the input is to the op: "axis"
 *
 * An input whose values must be known before the graph runs.
 *
 * Errors: %KOMA_ERROR_MODEL if the node has no such input;
 * %KOMA_ERROR_UNSUPPORTED if its values are not known.
 *
 * Returns: (transfer none) (nullable): the tensor
 */
KomaArray *
koma_node_constant_input (const KomaGraph *graph,
                          const KomaNode  *node,
                          guint            index,
                          const char      *what,
                          GError         **error)
{
  const KomaValue *value = NULL;

  if (index >= node->n_inputs) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "has no input %u (%s)", index, what);
    return NULL;
  }
  value = koma_node_input (graph, node, index);
  if (value->constant == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "its %s, “%s”, depends on the picture; expected a constant",
                 what, value->name);
  return value->constant;
}

/**
 * koma_node_get_name:
 *
 * Returns: (transfer none): its name in the model
 */
const char *
koma_node_get_name (const KomaNode *node)
{
  return node->name;
}

/**
 * koma_node_get_op_name:
 *
 * Returns: (transfer none): the name of its op in TensorFlow, "Conv2D"
 */
const char *
koma_node_get_op_name (const KomaNode *node)
{
  return koma_op_get_name (node->op);
}

/**
 * koma_node_get_n_outputs:
 *
 * Returns: values that it makes, 1 or more
 */
guint
koma_node_get_n_outputs (const KomaNode *node)
{
  return node->n_outputs;
}

/**
 * koma_graph_forget_inferred:
 *
 * Thread: any, one at a time.
 */
void
koma_graph_forget_inferred (KomaGraph *graph)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint j = 0; j < node->n_outputs; j++) {
      KomaValue *value = koma_node_output (graph, node, j);

      g_clear_pointer (&value->constant, koma_array_unref);
      value->shape = (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
    }
  }
}
