/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Nodes that stand for others: If, of which one branch remains, and calls of functions that the
 * file defines. Their nodes are added as if they stood where the node does. */

#include "known-inputs.h"
#include "lowering.h"

typedef Koma__Onnx__AttributeProto AttributeProto;
typedef Koma__Onnx__FunctionProto  FunctionProto;
typedef Koma__Onnx__GraphProto     GraphProto;
typedef Koma__Onnx__NodeProto      NodeProto;

static gboolean
lower_inner (KomaOnnxLowering *self,
             KomaOnnxScope    *scope,
             NodeProto *const *nodes,
             gsize             n_nodes,
             GPtrArray        *names, /* char *: of the outputs */
             GArray           *outputs,
             GError          **error)
{
  g_auto (KomaOnnxOrder) order = { 0 };

  if (scope->depth > KOMA_ONNX_MAX_DEPTH)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "functions or graphs lie in each other more than %d deep",
                      KOMA_ONNX_MAX_DEPTH);
  if (!koma_onnx_lower_enter (self, nodes, n_nodes, error) ||
      !koma_onnx_order_find (nodes, n_nodes, names, &self->subgraphs, &order, error))
    return FALSE;
  scope->needed = order.needed;
  if (!self->lower_nodes (self, scope, nodes, order.nodes, error))
    return FALSE;
  for (guint i = 0; i < names->len; i++) {
    KomaValueId value = KOMA_VALUE_NONE;

    if (!koma_onnx_scope_find (scope, self, names->pdata[i], &value, error))
      return FALSE;
    if (value == KOMA_ONNX_LEFT_OUT)
      value = KOMA_VALUE_NONE;
    g_array_append_val (outputs, value);
  }
  scope->needed = NULL;
  return TRUE;
}

static const AttributeProto *
find_graph (const NodeProto *node,
            const char      *name)
{
  for (gsize i = 0; i < node->n_attribute; i++)
    if (g_str_equal (node->attribute[i]->name, name))
      return node->attribute[i];
  return NULL;
}

static gboolean
lower_branch (KomaOnnxLowering     *self,
              KomaOnnxScope        *scope,
              const AttributeProto *attr,
              GArray               *outputs,
              GError              **error)
{
  const GraphProto *graph = koma_onnx_subgraphs_read (&self->subgraphs, attr, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_auto (KomaOnnxScope) inner = { 0 };

  if (graph == NULL)
    return FALSE;
  for (gsize i = 0; i < graph->n_output; i++)
    g_ptr_array_add (names, graph->output[i]->name);
  koma_onnx_scope_init (&inner, scope);
  koma_onnx_scope_add_initializers (&inner, graph);
  return lower_inner (self, &inner, graph->node, graph->n_node, names, outputs, error);
}

/**
 * koma_onnx_lower_if:
 * @condition: a value, or %KOMA_VALUE_NONE
 *
 * If (condition): the branch that is taken, where the condition is known ahead. One that comes of
 * a shape is; the batch is 1 then.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the condition is not known ahead; %KOMA_ERROR_MODEL; those of
 * koma_onnx_lower(). Thread: any; reads files.
 */
gboolean
koma_onnx_lower_if (KomaOnnxLowering *self,
                    KomaOnnxScope    *scope,
                    const NodeProto  *node,
                    KomaValueId       condition,
                    GArray           *outputs,
                    GError          **error)
{
  const KomaArray      *known = NULL;
  const AttributeProto *attr = NULL;
  const char           *branch = NULL;

  if (condition == KOMA_VALUE_NONE)
    return koma_fail (error, KOMA_ERROR_MODEL, "input 0 is missing");
  known = koma_graph_get_value (self->raw->graph, condition)->constant;
  if (known == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "a condition known only when it runs");
  if (known->dtype != KOMA_DTYPE_BOOL || known->count != 1)
    return koma_fail (error, KOMA_ERROR_SHAPE, "the condition is not one bool");
  branch = *(const guint8 *) known->data != 0 ? "then_branch" : "else_branch";
  attr = find_graph (node, branch);
  if (attr == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s is missing", branch);
  return lower_branch (self, scope, attr, outputs, error);
}

static gboolean
set_inputs (KomaOnnxScope       *scope,
            const FunctionProto *function,
            const GArray        *inputs,
            GError             **error)
{
  if (inputs->len > function->n_input)
    return koma_fail (error, KOMA_ERROR_MODEL, "%u inputs are given, the function takes %zu",
                      inputs->len, function->n_input);
  for (guint i = 0; i < function->n_input; i++) {
    KomaValueId value = i < inputs->len ? g_array_index (inputs, KomaValueId, i) : KOMA_VALUE_NONE;

    /* A value that could not be lowered does not come here. */
    if (value == KOMA_VALUE_NONE)
      value = KOMA_ONNX_LEFT_OUT;
    if (!koma_onnx_scope_set (scope, function->input[i], value, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_onnx_lower_function:
 * @inputs: (element-type KomaValueId): of the node
 *
 * The nodes of a function in the place of one that calls it.
 *
 * Errors: %KOMA_ERROR_MODEL if there are too many inputs; %KOMA_ERROR_MEMORY if functions call each
 * other too deep, or without end; those of koma_onnx_lower(). Thread: any; reads files.
 */
gboolean
koma_onnx_lower_function (KomaOnnxLowering    *self,
                          KomaOnnxScope       *scope,
                          const FunctionProto *function,
                          const NodeProto     *node,
                          const GArray        *inputs,
                          GArray              *outputs,
                          GError             **error)
{
  g_auto (KomaOnnxScope) inner = { 0 };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (!koma_onnx_check_node_names (function->node, function->n_node, error))
    return FALSE;
  koma_onnx_scope_init (&inner, NULL);
  inner.depth = scope->depth + 1;
  inner.opset = koma_onnx_get_opset (function->opset_import, function->n_opset_import,
                                     scope->opset);
  inner.function = function;
  inner.call = node;
  for (gsize i = 0; i < MIN (function->n_output, node->n_output); i++)
    g_ptr_array_add (names, function->output[i]);
  return set_inputs (&inner, function, inputs, error) &&
         lower_inner (self, &inner, function->node, function->n_node, names, outputs, error);
}
