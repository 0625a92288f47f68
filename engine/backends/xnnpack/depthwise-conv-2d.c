/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* XNNPACK's filter is [1, kernel_h, kernel_w, in_c * multiplier], which lies
 * in memory as ours does. */

#include "conv-2d.h"

/* XNNPACK of 2022 has depthwise kernels of up to 25 taps. What is larger it computes as a
 * convolution of groups: 7×7 takes twenty times as long as in plain C. */
#define MAX_TAPS 25

/* Errors: %KOMA_ERROR_UNSUPPORTED. */
static gboolean
depthwise_conv_2d_supports (const KomaGraph *graph,
                            const KomaNode  *node,
                            GError         **error)
{
  const KomaWindow2D *window = &node->params.window;

  if (window->kernel_h * window->kernel_w > MAX_TAPS)
    return koma_xnn_refuse (error, "XNNPACK is slow with windows of more than 25 elements");
  return koma_xnn_conv_supports (graph, node, error);
}

static uint32_t
define_filter (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  const KomaValue *value = koma_node_input (context->spec->graph, node, 1);
  const gint64    *dims = value->shape.dims;

  return koma_xnn_conv_define_weights (context, node, 4, 3,
                                       (size_t[]){ 1, dims[0], dims[1], dims[2] * dims[3] },
                                       value->constant->data, error);
}

static gboolean
depthwise_conv_2d_define (KomaXnnContext *context,
                          const KomaNode *node,
                          GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  size_t              in_c = koma_xnn_in_shape (context, node, 0)->dims[3];
  size_t              out_c = koma_xnn_out_shape (context, node)->dims[3];
  KomaXnnConvIds      ids = { 0 };

  if (!koma_xnn_conv_define_values (context, node, define_filter, &ids, error))
    return FALSE;
  return koma_xnn_check (
    xnn_define_depthwise_convolution_2d (context->subgraph,
                                         window->padding.top, window->padding.right,
                                         window->padding.bottom, window->padding.left,
                                         window->kernel_h, window->kernel_w,
                                         window->stride_h, window->stride_w,
                                         window->dilation_h, window->dilation_w,
                                         out_c / in_c, in_c,
                                         node->clamp.min, node->clamp.max,
                                         ids.input, ids.filter, ids.bias, ids.output, 0),
    "a depthwise convolution", error);
}

const KomaXnnKernel koma_xnn_depthwise_conv_2d = { depthwise_conv_2d_supports,
                                                   depthwise_conv_2d_define, TRUE };
