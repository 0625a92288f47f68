/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conv2D (x, filter[, bias]): x [n,h,w,in_c]; filter
 * [kernel_h,kernel_w,in_c / groups,out_c]; bias [out_c]; float32. filter and
 * bias are constants in nearly every model, and need not be. Quantised: x, filter and
 * the result of 8 bits, bias int32 in steps of scale (x) * scale (filter).
 *
 * Groups are not an attribute: they follow from the channels, as in
 * TensorFlow. Output channel o reads the input channels of group
 * o / (out_c / groups). Windows: see window-2d.c. */
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
  guint            groups = 0;

  if (!koma_infer_check_rank (input, "input", 4, error) ||
      !koma_infer_check_rank (filter, "filter", 4, error) ||
      !koma_infer_check_product (graph, node, filter->shape.dims[3], 1, error) ||
      !koma_window_2d_check_bias (graph, node, 2, filter->shape.dims[3], error) ||
      !koma_window_2d_find_groups (&input->shape, &filter->shape, &groups, error) ||
      !koma_window_2d_infer (node, &input->shape.dims[1], &filter->shape.dims[0],
                             &window, &shape.dims[1], error))
    return FALSE;
  shape.dims[3] = filter->shape.dims[3];
  window.groups = groups;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_conv_2d = {
  .min_inputs = 2,
  .max_inputs = 3,
  .infer = infer,
};
