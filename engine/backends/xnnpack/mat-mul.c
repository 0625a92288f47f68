/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* XNNPACK's filter is [n, k]. */

#include "conv-2d.h"

static gboolean
mat_mul_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  if (node->params.mat_mul.is_a_transposed)
    return koma_xnn_refuse (error, "XNNPACK transposes no input");
  if (koma_node_input (graph, node, 1)->shape.rank != 2)
    return koma_xnn_refuse (error, "XNNPACK takes one matrix of weights");
  return koma_xnn_conv_supports (graph, node, error);
}

static uint32_t
define_filter (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  const KomaShape *in_shape = koma_xnn_in_shape (context, node, 0);
  const KomaShape *out_shape = koma_xnn_out_shape (context, node);
  size_t           k = in_shape->dims[in_shape->rank - 1];
  size_t           n = out_shape->dims[out_shape->rank - 1];
  const float     *in =
    koma_node_input (context->spec->graph, node, 1)->constant->data;
  gboolean is_transposed = node->params.mat_mul.is_b_transposed;
  float   *packed = koma_xnn_alloc_packed (context, n * k, error);

  if (packed == NULL)
    return XNN_INVALID_VALUE_ID;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < k; j++)
      packed[i * k + j] = is_transposed ? in[i * k + j] : in[j * n + i];
  return koma_xnn_define_value (context, 2, (size_t[]){ n, k }, packed, error);
}

static gboolean
mat_mul_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  KomaXnnConvIds ids = { 0 };

  if (!koma_xnn_conv_define_values (context, node, define_filter, &ids, error))
    return FALSE;
  return koma_xnn_check (xnn_define_fully_connected (context->subgraph, node->clamp.min,
                                                     node->clamp.max, ids.input, ids.filter,
                                                     ids.bias, ids.output, 0),
                         "a matrix product", error);
}

const KomaXnnKernel koma_xnn_mat_mul = { mat_mul_supports, mat_mul_define };
