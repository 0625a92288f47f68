/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AvgPool, MaxPool (x): x [n,h,w,c], float32; attribute `ksize` [1,h,w,1];
 * windows: see window-2d.c. Padding is no part of a window: a mean is over
 * the elements that are there. EXPLICIT padding is for MaxPool alone, as in
 * TensorFlow, and smaller than the window, so that no window is empty. */
#include "window-2d.h"

static gboolean
read_kernel (const KomaNode *node,
             gint64         *ret_kernel_hw,
             GError        **error)
{
  gsize         n = 0;
  const gint64 *ksize = koma_attrs_get_ints (node->attrs, "ksize", &n);

  if (ksize == NULL || n != 4)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "ksize has %" G_GSIZE_FORMAT " numbers, expected 4", n);
  if (ksize[0] != 1 || ksize[3] != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "ksize of batch and channels are %" G_GINT64_FORMAT
                      " and %" G_GINT64_FORMAT ", expected 1 and 1",
                      ksize[0], ksize[3]);
  ret_kernel_hw[0] = ksize[1];
  ret_kernel_hw[1] = ksize[2];
  return TRUE;
}

static gboolean
check_window (const KomaNode     *node,
              const KomaWindow2D *window,
              GError            **error)
{
  const KomaPadding2D *padding = &window->padding;

  if (window->dilation_h != 1 || window->dilation_w != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "dilations are %u and %u, expected 1 and 1 of a pool",
                      window->dilation_h, window->dilation_w);
  if (node->op == KOMA_OP_AVG_POOL &&
      g_strcmp0 (koma_attrs_get_string (node->attrs, "padding", NULL), "EXPLICIT") == 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "padding is EXPLICIT, expected SAME or VALID of a mean");
  if (MAX (padding->top, padding->bottom) >= window->kernel_h ||
      MAX (padding->left, padding->right) >= window->kernel_w)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "padding is %u, %u, %u, %u, expected less than the window's %u×%u",
                      padding->top, padding->bottom, padding->left, padding->right,
                      window->kernel_h, window->kernel_w);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  KomaWindow2D     window = { 0 };
  gint64           kernel_hw[2] = { 0, 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !read_kernel (node, kernel_hw, error) ||
      !koma_window_2d_infer (node, &input->shape.dims[1], kernel_hw, &window, &shape.dims[1],
                             error) ||
      !check_window (node, &window, error))
    return FALSE;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_pool = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
