/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "integer-ops.h"
#include "integer-weights.h"

enum {
  INPUT_X,
  INPUT_WEIGHTS,
  INPUT_BIAS,
};

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
  const KomaArray        *bias = NULL;

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
  g_autoptr (KomaArray) tensor = koma_integer_weights_new (value, error);
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
  g_autoptr (KomaArray) tensor =
    koma_integer_bias_new (bias->constant, input, weights->quantization, error);

  return tensor != NULL ? koma_graph_add_constant (graph, bias->name, tensor) : KOMA_VALUE_NONE;
}

/**
 * koma_integer_rewrite_product:
 * @node: a convolution or a matrix product
 * @ret_is_done: (out): set if it computes with integers now
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_integer_rewrite_product (const KomaIntegerRewrite *rewrite,
                              KomaNode                 *node,
                              const KomaIntegers       *output,
                              gboolean                 *ret_is_done,
                              GError                  **error)
{
  KomaValueId inputs[3] = { 0 };
  g_auto (KomaIntegers) input = { 0 };

  if (!koma_integer_find_input (rewrite, node->inputs[INPUT_X], &input) ||
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
  return koma_integer_take (rewrite->graph, node, inputs, output, error);
}
