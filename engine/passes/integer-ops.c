/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a model computes with the numbers that integers stand for, between a Dequantize and a
 * Quantize, the op computes with the integers themselves:
 *
 *   x uint8 → Dequantize ─┐                         x uint8 ─┐
 *           weights float ├→ Conv2D → Quantize  becomes  weights int8 ├→ Conv2D → y uint8
 *              bias float ┘                      bias int32 ┘
 *
 * The value that is rounded must be read by the Quantize alone. Weights are constants that a
 * Dequantize made. Everything else stays in float32; see fuse-quantize.c. */

#include "integer-weights.h"
#include "passes.h"

enum {
  INPUT_X,
  INPUT_WEIGHTS,
  INPUT_BIAS,
};

typedef struct
{
  KomaGraph   *graph;
  const guint *producers; /* [n_values] */
  const guint *uses;      /* [n_values] */
} Rewrite;

/* An 8-bit value and what its integers stand for. */
typedef struct
{
  KomaValueId       value;
  KomaQuantization *quantization; /* (owned) */
} Integers;

static void
integers_clear (Integers *integers)
{
  g_clear_pointer (&integers->quantization, koma_quantization_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Integers, integers_clear)

static KomaNode *
find_producer (const Rewrite *rewrite,
               KomaValueId    value)
{
  const guint producer = rewrite->producers[value];

  return producer != G_MAXUINT ? koma_graph_get_node (rewrite->graph, producer) : NULL;
}

/* The scale and zero point of a Quantize or Dequantize, for its value of integers. FALSE if there
 * is one for each channel, or the value already has others. */
static gboolean
read_conversion (const Rewrite  *rewrite,
                 const KomaNode *node,
                 KomaValueId     value,
                 Integers       *ret_integers)
{
  const KomaTensor       *scale = koma_node_input (rewrite->graph, node, 1)->constant;
  const KomaTensor       *zero_point = koma_node_input (rewrite->graph, node, 2)->constant;
  const KomaQuantization *known = koma_graph_get_value (rewrite->graph, value)->quantization;
  g_autoptr (KomaQuantization) quantization = NULL;

  if (scale->count != 1 || !koma_dtype_is_8_bit (zero_point->dtype))
    return FALSE;
  quantization = koma_quantization_new_single (zero_point->dtype,
                                               (gint32) koma_tensor_get_int (zero_point, 0),
                                               *(const float *) scale->data);
  if (known != NULL && !koma_quantization_equal (known, quantization))
    return FALSE;
  *ret_integers = (Integers){ value, g_steal_pointer (&quantization) };
  return TRUE;
}

/* The integers that stand for an input of a node. */
static gboolean
find_input (const Rewrite  *rewrite,
            const KomaNode *node,
            guint           index,
            Integers       *ret_integers)
{
  const KomaNode *dequantize = find_producer (rewrite, node->inputs[index]);

  return dequantize != NULL && dequantize->op == KOMA_OP_DEQUANTIZE &&
         read_conversion (rewrite, dequantize, dequantize->inputs[0], ret_integers);
}

/* Products that are added up for an element of the result. */
static gsize
count_terms (const KomaGraph *graph,
             const KomaNode  *node)
{
  const KomaShape *weights = &koma_node_input (graph, node, INPUT_WEIGHTS)->shape;
  const KomaShape *out = &koma_node_output (graph, node, 0)->shape;

  return koma_shape_count (weights) / MAX ((gsize) out->dims[out->rank - 1], 1);
}

static gsize
find_run (const KomaGraph *graph,
          const KomaNode  *node)
{
  const KomaShape *weights = &koma_node_input (graph, node, INPUT_WEIGHTS)->shape;

  return node->op == KOMA_OP_MAT_MUL && node->params.mat_mul.is_b_transposed
           ? (gsize) weights->dims[1]
           : 1;
}

/* Whether the op takes these weights and this bias as integers. */
static gboolean
can_be_product (const KomaGraph        *graph,
                const KomaNode         *node,
                const KomaQuantization *input)
{
  const KomaValue        *weights = koma_node_input (graph, node, INPUT_WEIGHTS);
  const KomaQuantization *quantization = weights->quantization;
  const KomaShape        *out = &koma_node_output (graph, node, 0)->shape;
  const KomaTensor       *bias = NULL;

  if (weights->constant == NULL || quantization == NULL ||
      !koma_node_is_constant (graph, node, INPUT_BIAS))
    return FALSE;
  if (node->op == KOMA_OP_MAT_MUL &&
      (weights->shape.rank != 2 || node->params.mat_mul.is_a_transposed))
    return FALSE;
  if (quantization->n_scales != 1 &&
      (quantization->n_scales != (gsize) out->dims[out->rank - 1] ||
       quantization->run_elems != find_run (graph, node)))
    return FALSE;
  if (node->n_inputs > INPUT_BIAS)
    bias = koma_node_input (graph, node, INPUT_BIAS)->constant;
  return koma_integer_bias_fits (bias, input, quantization, count_terms (graph, node));
}

static KomaValueId
add_weights (KomaGraph      *graph,
             const KomaNode *node,
             GError        **error)
{
  const KomaValue *value = koma_node_input (graph, node, INPUT_WEIGHTS);
  g_autoptr (KomaTensor) tensor = koma_integer_weights_new (value, error);
  KomaValueId id = KOMA_VALUE_NONE;

  if (tensor == NULL)
    return KOMA_VALUE_NONE;
  id = koma_graph_add_constant (graph, value->name, tensor);
  koma_graph_set_quantization (graph, id, value->quantization);
  return id;
}

static KomaValueId
add_bias (KomaGraph              *graph,
          const KomaNode         *node,
          const KomaQuantization *input,
          GError                **error)
{
  const KomaValue *bias = koma_node_input (graph, node, INPUT_BIAS);
  const KomaValue *weights = koma_node_input (graph, node, INPUT_WEIGHTS);
  g_autoptr (KomaTensor) tensor =
    koma_integer_bias_new (bias->constant, input, weights->quantization, error);

  return tensor != NULL ? koma_graph_add_constant (graph, bias->name, tensor) : KOMA_VALUE_NONE;
}

/* The node reads integers and makes those of the Quantize. */
static gboolean
take_integers (KomaGraph         *graph,
               KomaNode          *node,
               const KomaValueId *inputs,
               const Integers    *output,
               GError           **error)
{
  koma_node_set_inputs (node, inputs, node->n_inputs);
  node->outputs[0] = output->value;
  koma_graph_set_quantization (graph, output->value, output->quantization);
  return koma_op_get_class (node->op)->infer (graph, node, error);
}

static gboolean
rewrite_product (const Rewrite  *rewrite,
                 KomaNode       *node,
                 const Integers *output,
                 gboolean       *ret_is_done,
                 GError        **error)
{
  KomaValueId inputs[3] = { 0 };
  g_auto (Integers) input = { 0 };

  if (!find_input (rewrite, node, INPUT_X, &input) ||
      !can_be_product (rewrite->graph, node, input.quantization))
    return TRUE;
  inputs[INPUT_X] = input.value;
  inputs[INPUT_WEIGHTS] = add_weights (rewrite->graph, node, error);
  if (inputs[INPUT_WEIGHTS] == KOMA_VALUE_NONE)
    return FALSE;
  if (node->n_inputs > INPUT_BIAS) {
    inputs[INPUT_BIAS] = add_bias (rewrite->graph, node, input.quantization, error);
    if (inputs[INPUT_BIAS] == KOMA_VALUE_NONE)
      return FALSE;
  }
  koma_graph_set_quantization (rewrite->graph, input.value, input.quantization);
  *ret_is_done = TRUE;
  return take_integers (rewrite->graph, node, inputs, output, error);
}

/* The node whose result @quantize alone reads. */
static gboolean
rewrite_before (const Rewrite  *rewrite,
                const KomaNode *quantize,
                gboolean       *ret_is_done,
                GError        **error)
{
  const KomaValueId real = quantize->inputs[0];
  KomaNode         *node = find_producer (rewrite, real);
  g_auto (Integers) output = { 0 };

  if (node == NULL || rewrite->uses[real] != 1 ||
      !read_conversion (rewrite, quantize, quantize->outputs[0], &output))
    return TRUE;
  switch ((int) node->op) {
  case KOMA_OP_CONV_2D:
  case KOMA_OP_DEPTHWISE_CONV_2D:
  case KOMA_OP_MAT_MUL:
    return rewrite_product (rewrite, node, &output, ret_is_done, error);
  default:
    return TRUE;
  }
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
  const guint          n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint    *producers = koma_graph_find_producers (graph);
  g_autofree guint    *uses = koma_graph_count_uses (graph);
  g_autofree gboolean *is_removed = g_new0 (gboolean, n_nodes + 1);
  const Rewrite        rewrite = { graph, producers, uses };

  for (guint i = 0; i < n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op == KOMA_OP_QUANTIZE && !rewrite_before (&rewrite, node, &is_removed[i], error))
      return FALSE;
  }
  koma_graph_remove_nodes (graph, is_removed);
  return TRUE;
}
