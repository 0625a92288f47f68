/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AvgPool, MaxPool (x): x [n,h,w,c], float32 or quantised; attribute `ksize` [1,h,w,1];
 * windows: see window-2d.c. Padding is no part of a window: a mean is over
 * the elements that are there, unless count_include_pad is true. Explicit
 * padding is smaller than the window, so that none is empty; one with dilations
 * that meets no element all the same gives -∞ or, as a mean, 0. */
#include "pool.h"

#include "infer-8-bit.h"
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
check_window (const KomaShape    *in,
              const KomaShape    *out,
              const KomaWindow2D *window,
              GError            **error)
{
  const KomaPadding2D *padding = &window->padding;
  guint                extent_h = (window->kernel_h - 1) * window->dilation_h + 1;
  guint                extent_w = (window->kernel_w - 1) * window->dilation_w + 1;

  if (MAX (padding->top, padding->bottom) >= extent_h ||
      MAX (padding->left, padding->right) >= extent_w)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "padding is %u, %u, %u, %u, expected less than the window's %u×%u",
                      padding->top, padding->bottom, padding->left, padding->right,
                      extent_h, extent_w);
  if (in->dims[1] * in->dims[2] == 0 && out->dims[1] * out->dims[2] > 0)
    return koma_infer_fail_shape (error, "input", in, "one pixel or more");
  return TRUE;
}

/**
 * koma_pool_infer:
 * @ret_out: (out): shape of the result
 *
 * The window of a pool over @in. Errors: those of koma_window_2d_infer().
 */
gboolean
koma_pool_infer (const KomaNode  *node,
                 const KomaShape *in,
                 KomaWindow2D    *ret_window,
                 KomaShape       *ret_out,
                 GError         **error)
{
  gint64 kernel_hw[2] = { 0, 0 };

  *ret_out = *in;
  return read_kernel (node, kernel_hw, error) &&
         koma_window_2d_infer (node, &in->dims[1], kernel_hw, ret_window, &ret_out->dims[1],
                               error) &&
         check_window (in, ret_out, ret_window, error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { 0 };
  KomaWindow2D     window = { 0 };

  if (!koma_infer_check_8_bit (graph, node, 1, KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !koma_pool_infer (node, &input->shape, &window, &shape, error))
    return FALSE;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_pool = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
