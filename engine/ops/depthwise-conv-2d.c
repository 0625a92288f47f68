/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DepthwiseConv2dNative (x, filter[, bias]): x [n,h,w,in_c]; filter
 * [kernel_h,kernel_w,in_c,multiplier]; bias [in_c * multiplier]; float32, or
 * quantised as in Conv2D.
 *
 * Output channel c * multiplier + m reads input channel c alone. Windows: see
 * window-2d.c. Strides of rows and columns may differ, which TensorFlow's CPU
 * kernel refuses. */
#include "infer-8-bit.h"
#include "window-2d.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const KomaValue *filter = koma_node_input (graph, node, 1);
  KomaShape        shape = input->shape;
  KomaWindow2D     window = { 0 };

  if (!koma_infer_check_rank (input, "input", 4, error) ||
      !koma_infer_check_rank (filter, "filter", 4, error) ||
      !koma_window_2d_check_channels (&input->shape, &filter->shape, &shape.dims[3], error) ||
      !koma_infer_check_product (graph, node, shape.dims[3], 1, error) ||
      !koma_window_2d_check_bias (graph, node, 2, shape.dims[3], error) ||
      !koma_window_2d_infer (node, &input->shape.dims[1], &filter->shape.dims[0],
                             &window, &shape.dims[1], error))
    return FALSE;
  window.groups = input->shape.dims[3];
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_depthwise_conv_2d = {
  .min_inputs = 2,
  .max_inputs = 3,
  .infer = infer,
};
