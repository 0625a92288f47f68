/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conv2DBackpropInput (input_sizes, filter, x[, bias]): the transposed
 * convolution, that is the gradient of a Conv2D with respect to its input.
 *
 * x [n,h,w,in_c]; filter [kernel_h,kernel_w,out_c / groups,in_c]; bias [out_c];
 * float32. Attribute `groups`, which TensorFlow lacks, is 1 where missing: input
 * channel i adds to the output channels of group i / (in_c / groups).
 * input_sizes, which must be known ahead, is the shape of the
 * result, [n,out_h,out_w,out_c] (n may be -1) or
 * [out_h,out_w]: a Conv2D of these strides and this padding must make h and w
 * from out_h and out_w (so rows and columns that no window reaches, an “output
 * padding”, are part of them), and `params.window.padding` is that Conv2D's padding.
 * So element [y,x] of the input adds filter[ky,kx] to element
 * [y * stride_h + ky * dilation_h - top, x * stride_w + …] of the result. */
#include "window-2d.h"

static gboolean
read_sizes (const KomaGraph *graph,
            const KomaNode  *node,
            KomaShape       *shape,
            GError         **error)
{
  KomaInts sizes = { 0 };

  if (!koma_infer_ints (graph, node, 0, "input_sizes", &sizes, error))
    return FALSE;
  if (sizes.n != 2 && sizes.n != 4)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input_sizes has %u elements, expected 2 or 4", sizes.n);
  if (sizes.n == 4 && ((sizes.at[0] != shape->dims[0] && sizes.at[0] != -1) ||
                       sizes.at[3] != shape->dims[3]))
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input_sizes asks for a batch of %" G_GINT64_FORMAT
                      " and %" G_GINT64_FORMAT
                      " channels, but input and filter make %" G_GINT64_FORMAT
                      " and %" G_GINT64_FORMAT,
                      sizes.at[0], sizes.at[3], shape->dims[0], shape->dims[3]);
  for (guint i = 0; i < 2; i++) {
    shape->dims[1 + i] = sizes.at[sizes.n / 2 - 1 + i];
    if (shape->dims[1 + i] < 1)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "input_sizes has %" G_GINT64_FORMAT ", expected 1 or more",
                        shape->dims[1 + i]);
  }
  return TRUE;
}

static gboolean
read_groups (const KomaNode  *node,
             const KomaShape *input,
             gint64          *ret_groups,
             GError         **error)
{
  gint64 groups = koma_attrs_get_int (node->attrs, "groups", 1);

  if (groups < 1 || groups > input->dims[3] || input->dims[3] % groups != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input has %" G_GINT64_FORMAT
                      " channels, expected a multiple of its %" G_GINT64_FORMAT " groups",
                      input->dims[3], groups);
  *ret_groups = groups;
  return TRUE;
}

static gboolean
check_operands (const KomaGraph *graph,
                const KomaNode  *node,
                gint64          *ret_groups,
                GError         **error)
{
  const KomaValue *filter = koma_node_input (graph, node, 1);
  const KomaValue *input = koma_node_input (graph, node, 2);

  if (!koma_infer_check_dtype (filter, "filter", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (filter, "filter", 4, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !read_groups (node, &input->shape, ret_groups, error) ||
      !koma_window_2d_check_bias (graph, node, 3, filter->shape.dims[2] * *ret_groups, error))
    return FALSE;
  if (filter->shape.dims[3] != input->shape.dims[3] || filter->shape.dims[3] < 1 ||
      filter->shape.dims[2] < 1)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input has %" G_GINT64_FORMAT
                      " channels, filter wants %" G_GINT64_FORMAT
                      " and makes %" G_GINT64_FORMAT,
                      input->shape.dims[3], filter->shape.dims[3], filter->shape.dims[2]);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *filter = koma_node_input (graph, node, 1);
  const KomaValue *input = koma_node_input (graph, node, 2);
  KomaShape        shape = input->shape;
  KomaWindow2D     window = { 0 };
  gint64           hw[2] = { 0, 0 };
  gint64           groups = 1;

  if (!check_operands (graph, node, &groups, error))
    return FALSE;
  shape.dims[3] = filter->shape.dims[2] * groups;
  if (!read_sizes (graph, node, &shape, error) ||
      !koma_window_2d_infer (node, &shape.dims[1], &filter->shape.dims[0], &window, hw, error))
    return FALSE;
  if (hw[0] != input->shape.dims[1] || hw[1] != input->shape.dims[2])
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input_sizes asks for an input of %" G_GINT64_FORMAT
                      "×%" G_GINT64_FORMAT
                      ", but the input has %" G_GINT64_FORMAT "×%" G_GINT64_FORMAT,
                      hw[0], hw[1], input->shape.dims[1], input->shape.dims[2]);
  window.groups = groups;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_conv_2d_backprop_input = {
  .min_inputs = 3,
  .max_inputs = 4,
  .infer = infer,
};
