/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a model computes with the numbers that integers stand for, between a Dequantize and a
 * Quantize, the op computes with the integers themselves:
 *
 *   x uint8 → Dequantize → ┐                         x uint8 → ┐
 *          weights float → ├ Conv2D → Quantize  is   weights int8 → ├ Conv2D → y uint8
 *             bias float → ┘                     bias int32 → ┘
 *
 * The value that is rounded must be read by the Quantize alone. Functions of one value become a
 * Lookup; see integer-table.c. Everything else stays in float32; see fuse-quantize.c. */

#include "integer-ops.h"
#include "integer-weights.h"
#include "passes.h"

/* The integers that stand for an operand; those of a constant are made. */
static gboolean
find_operand (const KomaIntegerRewrite *rewrite,
              KomaValueId               real,
              KomaIntegers             *ret_integers,
              GError                  **error)
{
  const KomaValue *value = koma_graph_get_value (rewrite->graph, real);
  g_autoptr (KomaArray) tensor = NULL;

  if (koma_integer_find_input (rewrite, real, ret_integers))
    return TRUE;
  if (value->constant == NULL || value->quantization == NULL || value->quantization->n_scales != 1)
    return TRUE;
  tensor = koma_integer_weights_new (value, error);
  if (tensor == NULL)
    return FALSE;
  *ret_integers = (KomaIntegers){ koma_graph_add_constant (rewrite->graph, value->name, tensor),
                                  koma_quantization_ref (value->quantization) };
  return TRUE;
}

/* The first one or two inputs become integers. */
static gboolean
rewrite_inputs (const KomaIntegerRewrite *rewrite,
                KomaNode                 *node,
                guint                     n_inputs,
                const KomaIntegers       *output,
                gboolean                 *ret_is_done,
                GError                  **error)
{
  g_autofree KomaValueId *inputs = g_memdup2 (node->inputs, node->n_inputs * sizeof *inputs);

  for (guint i = 0; i < n_inputs; i++) {
    g_auto (KomaIntegers) integers = { 0 };

    if (!find_operand (rewrite, node->inputs[i], &integers, error))
      return FALSE;
    if (integers.quantization == NULL)
      return TRUE;
    inputs[i] = integers.value;
    koma_graph_set_quantization (rewrite->graph, integers.value, integers.quantization);
  }
  *ret_is_done = TRUE;
  return koma_integer_take (rewrite->graph, node, inputs, output, error);
}

/* Elements keep their integers: both grids must be the same. */
static gboolean
rewrite_mover (const KomaIntegerRewrite *rewrite,
               KomaNode                 *node,
               const KomaIntegers       *output,
               gboolean                 *ret_is_done,
               GError                  **error)
{
  g_auto (KomaIntegers) input = { 0 };

  if (!koma_integer_find_input (rewrite, node->inputs[0], &input) ||
      !koma_quantization_equal (input.quantization, output->quantization))
    return TRUE;
  return rewrite_inputs (rewrite, node, 1, output, ret_is_done, error);
}

/* A value of integers that stands for @real on the grid of @quantize; KOMA_VALUE_NONE if there is
 * none. */
static gboolean
add_lookup (const KomaIntegerRewrite *rewrite,
            KomaValueId               real,
            const KomaNode           *quantize,
            const KomaIntegers       *output,
            KomaValueId              *ret_value,
            GError                  **error)
{
  g_auto (KomaIntegers) source = { 0 };
  g_autoptr (KomaArray) table = NULL;
  KomaValueId inputs[2] = { 0 };
  KomaNode   *lookup = NULL;

  *ret_value = KOMA_VALUE_NONE;
  if (!koma_integer_make_table (rewrite, real, quantize, &source, &table, error))
    return FALSE;
  if (table == NULL)
    return TRUE;
  inputs[0] = source.value;
  inputs[1] = koma_graph_add_constant (rewrite->graph, "table", table);
  koma_graph_set_quantization (rewrite->graph, source.value, source.quantization);
  lookup =
    koma_graph_add_node (rewrite->graph, KOMA_OP_LOOKUP, quantize->name, inputs, 2, NULL, error);
  if (lookup == NULL)
    return FALSE;
  *ret_value = lookup->outputs[0];
  koma_graph_set_quantization (rewrite->graph, *ret_value, output->quantization);
  return koma_node_infer (rewrite->graph, lookup, error);
}

/* Inputs on other grids than the result's are moved to that first. */
static gboolean
rewrite_concat (const KomaIntegerRewrite *rewrite,
                KomaNode                 *node,
                const KomaNode           *quantize,
                const KomaIntegers       *output,
                gboolean                 *ret_is_done,
                GError                  **error)
{
  g_autofree KomaValueId *inputs = g_memdup2 (node->inputs, node->n_inputs * sizeof *inputs);

  for (guint i = 0; i + 1 < node->n_inputs; i++) {
    g_auto (KomaIntegers) input = { 0 };

    if (!koma_integer_find_input (rewrite, node->inputs[i], &input))
      return TRUE;
  }
  for (guint i = 0; i + 1 < node->n_inputs; i++) {
    g_auto (KomaIntegers) input = { 0 };

    koma_integer_find_input (rewrite, node->inputs[i], &input);
    koma_graph_set_quantization (rewrite->graph, input.value, input.quantization);
    inputs[i] = input.value;
    if (!koma_quantization_equal (input.quantization, output->quantization) &&
        !add_lookup (rewrite, node->inputs[i], quantize, output, &inputs[i], error))
      return FALSE;
  }
  *ret_is_done = TRUE;
  return koma_integer_take (rewrite->graph, node, inputs, output, error);
}

/* @quantize becomes a Lookup of the function that it rounds. */
static gboolean
rewrite_function (const KomaIntegerRewrite *rewrite,
                  KomaNode                 *quantize,
                  const KomaIntegers       *output,
                  GError                  **error)
{
  g_auto (KomaIntegers) source = { 0 };
  g_autoptr (KomaArray) table = NULL;
  KomaValueId inputs[2] = { 0 };

  if (!koma_integer_make_table (rewrite, quantize->inputs[0], quantize, &source, &table, error))
    return FALSE;
  if (table == NULL)
    return TRUE;
  inputs[0] = source.value;
  inputs[1] = koma_graph_add_constant (rewrite->graph, quantize->name, table);
  koma_graph_set_quantization (rewrite->graph, source.value, source.quantization);
  quantize->op = KOMA_OP_LOOKUP;
  koma_node_set_inputs (quantize, inputs, 2);
  koma_graph_set_quantization (rewrite->graph, output->value, output->quantization);
  return koma_node_infer (rewrite->graph, quantize, error);
}

static gboolean
is_mean_of_picture (const KomaGraph *graph,
                    const KomaNode  *node)
{
  return koma_node_input (graph, node, 0)->shape.rank == 4 &&
         node->params.reduce.axes_mask == KOMA_REDUCE_ROWS_AND_COLUMNS &&
         koma_shape_count (&koma_node_input (graph, node, 0)->shape) > 0;
}

/* The node whose result @quantize alone reads. */
static gboolean
rewrite_before (const KomaIntegerRewrite *rewrite,
                KomaNode                 *node,
                const KomaNode           *quantize,
                const KomaIntegers       *output,
                gboolean                 *ret_is_done,
                GError                  **error)
{
  switch ((int) node->op) {
  case KOMA_OP_CONV_2D:
  case KOMA_OP_DEPTHWISE_CONV_2D:
  case KOMA_OP_MAT_MUL:
    return koma_integer_rewrite_product (rewrite, node, output, ret_is_done, error);
  case KOMA_OP_ADD:
  case KOMA_OP_MUL:
  case KOMA_OP_SUB:
    return rewrite_inputs (rewrite, node, 2, output, ret_is_done, error);
  case KOMA_OP_AVG_POOL:
    return rewrite_inputs (rewrite, node, 1, output, ret_is_done, error);
  case KOMA_OP_MEAN:
    return !is_mean_of_picture (rewrite->graph, node) ||
           rewrite_inputs (rewrite, node, 1, output, ret_is_done, error);
  case KOMA_OP_CONCAT:
    return rewrite_concat (rewrite, node, quantize, output, ret_is_done, error);
  case KOMA_OP_DEPTH_TO_SPACE:
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_MAX_POOL:
  case KOMA_OP_MIRROR_PAD:
  case KOMA_OP_PAD:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_RESIZE_NEAREST:
  case KOMA_OP_SLICE:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_STRIDED_SLICE:
  case KOMA_OP_TILE:
  case KOMA_OP_TRANSPOSE:
    return rewrite_mover (rewrite, node, output, ret_is_done, error);
  default:
    return TRUE;
  }
}

static gboolean
rewrite (const KomaIntegerRewrite *self,
         KomaNode                 *quantize,
         gboolean                 *ret_is_done,
         GError                  **error)
{
  const KomaValueId real = quantize->inputs[0];
  KomaNode         *node = koma_integer_find_producer (self, real);
  g_auto (KomaIntegers) output = { 0 };

  if (node == NULL || !koma_integer_find_output (self, quantize, &output))
    return TRUE;
  if (self->uses[real] == 1 &&
      !rewrite_before (self, node, quantize, &output, ret_is_done, error))
    return FALSE;
  return *ret_is_done || rewrite_function (self, quantize, &output, error);
}

/**
 * koma_pass_integer_ops:
 *
 * Ops between a Dequantize and a Quantize with one scale each compute with the integers. A clamp
 * stays in the numbers that they stand for. The Dequantize is left to koma_pass_remove_dead(), for
 * others may read it. The graph must be sorted and inferred.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_pass_integer_ops (KomaGraph *graph,
                       GError   **error)
{
  const guint              n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint        *producers = koma_graph_find_producers (graph);
  g_autofree guint        *uses = koma_graph_count_uses (graph);
  g_autofree gboolean     *is_removed = g_new0 (gboolean, n_nodes + 1);
  const KomaIntegerRewrite self = { graph, producers, uses };
  guint                    n_nodes_now = 0;

  for (guint i = 0; i < n_nodes; i++) {
    KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op == KOMA_OP_QUANTIZE && !rewrite (&self, node, &is_removed[i], error))
      return FALSE;
  }
  n_nodes_now = koma_graph_get_n_nodes (graph);
  is_removed = g_renew (gboolean, is_removed, n_nodes_now + 1);
  for (guint i = n_nodes; i < n_nodes_now; i++)
    is_removed[i] = FALSE;
  koma_graph_remove_nodes (graph, is_removed);
  return koma_graph_sort (graph, error);
}
