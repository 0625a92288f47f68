/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean over rows and columns is XNNPACK's global average pooling, whose
 * result keeps the dimensions: [n, 1, 1, c]. */

#include "grid.h"

static gboolean
mean_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  if (koma_node_input (graph, node, 0)->shape.rank != 4 ||
      node->params.reduce.axes_mask != KOMA_REDUCE_ROWS_AND_COLUMNS)
    return koma_xnn_refuse (error, "XNNPACK takes the mean over rows and columns only");
  return koma_xnn_grid_check_ratios (graph, node, 1, KOMA_XNN_LEAST_MEAN_RATIO,
                                     KOMA_XNN_MEAN_RATIO_LIMIT, error);
}

static gboolean
mean_define (KomaXnnContext *context,
             const KomaNode *node,
             GError        **error)
{
  const KomaShape *in = koma_xnn_in_shape (context, node, 0);
  const size_t     kept[4] = { in->dims[0], 1, 1, in->dims[3] };
  uint32_t         input = XNN_INVALID_VALUE_ID;
  uint32_t         pooled = XNN_INVALID_VALUE_ID;
  uint32_t         output = XNN_INVALID_VALUE_ID;

  if (!koma_xnn_input_output (context, node, &input, &output, error))
    return FALSE;
  pooled = node->params.reduce.keep_dims
             ? output
             : koma_xnn_define_value (context, koma_node_output (context->spec->graph, node, 0), 4,
                                      kept, NULL, error);
  if (pooled == XNN_INVALID_VALUE_ID ||
      !koma_xnn_check (xnn_define_global_average_pooling_2d (context->subgraph, -INFINITY, INFINITY,
                                                             input, pooled, KOMA_XNN_KEEP_DIMS),
                       "Mean", error))
    return FALSE;
  return pooled == output ||
         koma_xnn_check (xnn_define_static_reshape (context->subgraph, 2,
                                                    (size_t[]){ in->dims[0], in->dims[3] },
                                                    pooled, output, 0),
                         "Mean", error);
}

const KomaXnnKernel koma_xnn_mean = { mean_supports, mean_define, TRUE };
