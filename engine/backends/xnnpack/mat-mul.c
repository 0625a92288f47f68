/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* XNNPACK's filter is [n, k], or [k, n] of float32. */

#include "conv-2d.h"
#include "engine/graph/quantization.h"

static gboolean
mat_mul_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  if (node->params.mat_mul.is_a_transposed)
    return koma_xnn_refuse (error, "XNNPACK transposes no input");
  if (koma_node_input (graph, node, 1)->shape.rank != 2)
    return koma_xnn_refuse (error, "XNNPACK takes one matrix of weights");
  if (koma_node_is_8_bit (graph, node) &&
      koma_node_input (graph, node, 1)->quantization->n_scales > 1)
    return koma_xnn_refuse (error, "XNNPACK has one scale for a matrix");
  return koma_xnn_conv_supports (graph, node, error);
}

static gboolean
lies_in_columns (const KomaGraph *graph,
                 const KomaNode  *node)
{
  return !node->params.mat_mul.is_b_transposed && !koma_node_is_8_bit (graph, node);
}

static uint32_t
define_filter (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  const KomaValue *value = koma_node_input (context->spec->graph, node, 1);
  const KomaShape *out = koma_xnn_out_shape (context, node);
  const size_t     n = out->dims[out->rank - 1];
  const size_t     dims[2] = { n, value->constant->count / n };
  gconstpointer    data = value->constant->data;

  if (lies_in_columns (context->spec->graph, node))
    return koma_xnn_conv_define_columns (context, node, n, error);
  if (!node->params.mat_mul.is_b_transposed)
    data = koma_xnn_conv_pack (context, node, n, error);
  return data != NULL ? koma_xnn_conv_define_weights (context, node, 2, 0, dims, data, error)
                      : XNN_INVALID_VALUE_ID;
}

static gboolean
mat_mul_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  const guint32 flags =
    lies_in_columns (context->spec->graph, node) ? XNN_FLAG_TRANSPOSE_WEIGHTS : 0;
  KomaXnnConvIds ids = { 0 };

  if (!koma_xnn_conv_define_values (context, node, define_filter, &ids, error))
    return FALSE;
  return koma_xnn_check (xnn_define_fully_connected (context->subgraph, node->clamp.min,
                                                     node->clamp.max, ids.input, ids.filter,
                                                     ids.bias, ids.output, flags),
                         "a matrix product", error);
}

const KomaXnnKernel koma_xnn_mat_mul = { mat_mul_supports, mat_mul_define, TRUE };
