/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that take the mean or the maximum; XNNPACK's averages leave the
 * padding out, as TensorFlow's do. */

#include "grid.h"

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

/* A window over the whole picture, alone of its kind. */
static gboolean
is_global (const KomaGraph *graph,
           const KomaNode  *node)
{
  const KomaWindow2D *window = &node->params.window;
  const gint64       *in = koma_node_input (graph, node, 0)->shape.dims;
  const gint64       *out = koma_node_output (graph, node, 0)->shape.dims;

  return window->kernel_h == in[1] && window->kernel_w == in[2] && out[1] * out[2] == 1 &&
         window->padding.top + window->padding.left + window->padding.bottom +
             window->padding.right ==
           0;
}

static gboolean
avg_pool_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  const KomaPadding2D *counted = &node->params.window.counted;

  if (counted->top + counted->left + counted->bottom + counted->right > 0)
    return koma_xnn_refuse (error, "padding counts");
  if (koma_node_is_8_bit (graph, node) && !is_global (graph, node))
    return koma_xnn_refuse (error, "XNNPACK takes means of integers over whole pictures only");
  return pool_supports (graph, node, error) &&
         koma_xnn_grid_check_ratios (graph, node, 1, KOMA_XNN_LEAST_MEAN_RATIO,
                                     KOMA_XNN_MEAN_RATIO_LIMIT, error);
}

static gboolean
global_define (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  return koma_xnn_input_output (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_global_average_pooling_2d (
                           context->subgraph, node->clamp.min, node->clamp.max, input, output,
                           KOMA_XNN_KEEP_DIMS),
                         "AvgPool", error);
}

static gboolean
avg_pool_define (KomaXnnContext *context,
                 const KomaNode *node,
                 GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  uint32_t            input = XNN_INVALID_VALUE_ID;
  uint32_t            output = XNN_INVALID_VALUE_ID;

  if (koma_node_is_8_bit (context->spec->graph, node))
    return global_define (context, node, error);
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

const KomaXnnKernel koma_xnn_avg_pool = { avg_pool_supports, avg_pool_define, TRUE };

/* Since 2024 XNNPACK refuses windows with gaps between them. */
static gboolean
max_pool_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  const KomaWindow2D *window = &node->params.window;

  if (window->stride_h > window->kernel_h || window->stride_w > window->kernel_w)
    return koma_xnn_refuse (error, "the strides are larger than the window");
  return pool_supports (graph, node, error) && koma_xnn_grid_check (graph, node, 1, error);
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

const KomaXnnKernel koma_xnn_max_pool = { max_pool_supports, max_pool_define, TRUE };
