/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"
#include "quantization.h"

static gboolean
have_one_value (const KomaArray *tensor)
{
  for (gsize i = 1; i < tensor->count; i++)
    if (koma_array_get_int (tensor, i) != koma_array_get_int (tensor, 0))
      return FALSE;
  return tensor->count > 0;
}

static KomaQuantization *
of_dequantize (const KomaGraph *graph,
               const KomaNode  *node)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const KomaArray *scales = koma_node_input (graph, node, 1)->constant;
  const KomaArray *zero_points = koma_node_input (graph, node, 2)->constant;

  if (!koma_dtype_is_8_bit (input->dtype) || !have_one_value (zero_points))
    return NULL;
  return koma_quantization_new (
    input->dtype, (gint32) koma_array_get_int (zero_points, 0), scales->data, scales->count,
    scales->count > 1 ? koma_shape_split_at (&input->shape, node->params.axis.axis).n_inner : 1);
}

/* The channels move with the dimension that is as many, where there is one. */
static KomaQuantization *
of_transpose (const KomaGraph *graph,
              const KomaNode  *node)
{
  const KomaValue        *input = koma_node_input (graph, node, 0);
  const KomaShape        *out = &koma_node_output (graph, node, 0)->shape;
  const KomaQuantization *before = input->quantization;

  if (before->n_scales == 1)
    return koma_quantization_ref (before);
  for (guint i = 0; i < out->rank; i++) {
    const KomaShapeAxis axis = koma_shape_split_at (&input->shape, node->params.perm[i]);

    if (axis.n_axis == before->n_scales && axis.n_inner == before->run_elems)
      return koma_quantization_new (before->dtype, before->zero_point, before->scales,
                                    before->n_scales, koma_shape_split_at (out, i).n_inner);
  }
  return NULL;
}

/**
 * koma_quantization_trace:
 * @node: inferred, and computed ahead
 *
 * Sets the quantisation of the node's result, a constant, where that has the elements that a
 * Dequantize made, perhaps moved. Thread: any.
 */
void
koma_quantization_trace (KomaGraph      *graph,
                         const KomaNode *node)
{
  g_autoptr (KomaQuantization) quantization = NULL;

  if (node->op == KOMA_OP_DEQUANTIZE)
    quantization = of_dequantize (graph, node);
  else if (koma_node_input (graph, node, 0)->quantization == NULL)
    return;
  else if (node->op == KOMA_OP_TRANSPOSE)
    quantization = of_transpose (graph, node);
  else if (node->op == KOMA_OP_RESHAPE || node->op == KOMA_OP_IDENTITY ||
           node->op == KOMA_OP_SQUEEZE || node->op == KOMA_OP_EXPAND_DIMS)
    quantization = koma_quantization_ref (koma_node_input (graph, node, 0)->quantization);
  koma_graph_set_quantization (graph, node->outputs[0], quantization);
}
