/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DepthwiseConv2dNativeBackpropInput (input_sizes, filter, dy): the gradient of a
 * DepthwiseConv2dNative with respect to its input. input_sizes, which must be known ahead, is
 * the shape of that input and of the result, [n,h,w,in_c]; filter
 * [kernel_h,kernel_w,in_c,multiplier]; dy [n,out_h,out_w,in_c * multiplier]; float32.
 * Attributes are those of the DepthwiseConv2dNative. */
#include "infer-shape.h"
#include "window-2d.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *filter = koma_node_input (graph, node, 1);
  const KomaValue *gradient = koma_node_input (graph, node, 2);
  KomaShape        input = { 0 };
  KomaShape        expected = { 0 };
  KomaWindow2D     window = { 0 };

  if (!koma_window_2d_check_operand (filter, "filter", error) ||
      !koma_window_2d_check_operand (gradient, "gradient", error) ||
      !koma_infer_shape_of_rank (graph, node, 0, "input_sizes", 4, &input, error))
    return FALSE;
  expected = input;
  if (!koma_window_2d_check_channels (&input, &filter->shape, &expected.dims[3], error) ||
      !koma_window_2d_infer (node, &input.dims[1], filter->shape.dims, &window,
                             &expected.dims[1], error) ||
      !koma_infer_check_shape (gradient, "gradient", &expected, error))
    return FALSE;
  window.groups = input.dims[3];
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, gradient->dtype, &input, error);
}

const KomaOpClass koma_op_depthwise_conv_2d_backprop_input = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
