/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DepthwiseConv2dNativeBackpropFilter (x, filter_sizes, dy): the gradient of a
 * DepthwiseConv2dNative with respect to its filter. x [n,h,w,in_c]; dy
 * [n,out_h,out_w,in_c * multiplier]; filter_sizes, which must be known ahead,
 * [kernel_h,kernel_w,in_c,multiplier], is the shape of the result; float32. Attributes are
 * those of the DepthwiseConv2dNative. */
#include "infer-shape.h"
#include "window-2d.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const KomaValue *gradient = koma_node_input (graph, node, 2);
  KomaShape        expected = input->shape;
  KomaShape        filter = { 0 };
  KomaWindow2D     window = { 0 };

  if (!koma_window_2d_check_operand (input, "input", error) ||
      !koma_window_2d_check_operand (gradient, "gradient", error) ||
      !koma_infer_shape_of_rank (graph, node, 1, "filter_sizes", 4, &filter, error) ||
      !koma_window_2d_check_channels (&input->shape, &filter, &expected.dims[3], error) ||
      !koma_window_2d_infer (node, &input->shape.dims[1], filter.dims, &window,
                             &expected.dims[1], error) ||
      !koma_infer_check_shape (gradient, "gradient", &expected, error))
    return FALSE;
  window.groups = input->shape.dims[3];
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &filter, error);
}

const KomaOpClass koma_op_depthwise_conv_2d_backprop_filter = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
