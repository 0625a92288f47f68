/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conv2DBackpropFilter (x, filter_sizes, dy): the gradient of a Conv2D with respect to its
 * filter. x [n,h,w,in_c] is the input of that Conv2D, dy [n,out_h,out_w,out_c] the gradient
 * of its result, filter_sizes, which must be known ahead, the shape of its filter,
 * [kernel_h,kernel_w,in_c / groups,out_c], and of the result. float32. Attributes are those
 * of the Conv2D. Element [ky,kx,i,o] of the result is the sum over all pixels of
 *   x[n, y * stride_h + ky * dilation_h - top, x * stride_w + …, i] * dy[n, y, x, o]. */
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
  guint            groups = 0;

  if (!koma_window_2d_check_operand (input, "input", error) ||
      !koma_window_2d_check_operand (gradient, "gradient", error) ||
      !koma_infer_shape_of_rank (graph, node, 1, "filter_sizes", 4, &filter, error) ||
      !koma_window_2d_find_groups (&input->shape, &filter, &groups, error) ||
      !koma_window_2d_infer (node, &input->shape.dims[1], filter.dims, &window,
                             &expected.dims[1], error))
    return FALSE;
  expected.dims[3] = filter.dims[3];
  if (!koma_infer_check_shape (gradient, "gradient", &expected, error))
    return FALSE;
  window.groups = groups;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &filter, error);
}

const KomaOpClass koma_op_conv_2d_backprop_filter = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
