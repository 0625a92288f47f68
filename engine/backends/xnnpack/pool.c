/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that take the mean or the maximum; XNNPACK's averages leave the
 * padding out, as TensorFlow's do. */

#include "define.h"

static gboolean
pool_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  const KomaWindow2D *window = &node->params.window;

  if (window->dilation_h > 1 || window->dilation_w > 1)
    return koma_xnn_refuse (error, "XNNPACK mixes up dilations and padding");
  if (window->kernel_h * window->kernel_w == 1)
    return koma_xnn_refuse (error, "XNNPACK wants a window of more than one pixel");
  if (window->padding.top >= window->kernel_h || window->padding.bottom >= window->kernel_h ||
      window->padding.left >= window->kernel_w || window->padding.right >= window->kernel_w)
    return koma_xnn_refuse (error, "the padding is larger than the window");
  return TRUE;
}

static gboolean
avg_pool_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  const KomaPadding2D *counted = &node->params.window.counted;

  if (counted->top + counted->left + counted->bottom + counted->right > 0)
    return koma_xnn_refuse (error, "padding counts");
  return pool_supports (graph, node, error);
}

static gboolean
avg_pool_define (KomaXnnContext *context,
                 const KomaNode *node,
                 GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  uint32_t            input = XNN_INVALID_VALUE_ID;
  uint32_t            output = XNN_INVALID_VALUE_ID;

  return koma_xnn_input_output (context, node, &input, &output, error) &&
         koma_xnn_check (
           xnn_define_average_pooling_2d (context->subgraph,
                                          window->padding.top, window->padding.right,
                                          window->padding.bottom, window->padding.left,
                                          window->kernel_h, window->kernel_w,
                                          window->stride_h, window->stride_w,
                                          node->clamp.min, node->clamp.max, input, output, 0),
           "AvgPool", error);
}

const KomaXnnKernel koma_xnn_avg_pool = { avg_pool_supports, avg_pool_define };

/* Since 2024 XNNPACK refuses windows with gaps between them. */
static gboolean
max_pool_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  const KomaWindow2D *window = &node->params.window;

  if (window->stride_h > window->kernel_h || window->stride_w > window->kernel_w)
    return koma_xnn_refuse (error, "the strides are larger than the window");
  return pool_supports (graph, node, error);
}

static gboolean
max_pool_define (KomaXnnContext *context,
                 const KomaNode *node,
                 GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  uint32_t            input = XNN_INVALID_VALUE_ID;
  uint32_t            output = XNN_INVALID_VALUE_ID;

  return koma_xnn_input_output (context, node, &input, &output, error) &&
         koma_xnn_check (
           xnn_define_max_pooling_2d (context->subgraph,
                                      window->padding.top, window->padding.right,
                                      window->padding.bottom, window->padding.left,
                                      window->kernel_h, window->kernel_w,
                                      window->stride_h, window->stride_w, 1, 1,
                                      node->clamp.min, node->clamp.max, input, output, 0),
           "MaxPool", error);
}

const KomaXnnKernel koma_xnn_max_pool = { max_pool_supports, max_pool_define };
