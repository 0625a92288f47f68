/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow's arithmetic of windows, for each of rows and columns:
 *
 *   extent = (kernel - 1) * dilation + 1
 *   VALID     out = ceil ((in - extent + 1) / stride), no padding
 *   SAME      out = ceil (in / stride),
 *             padding = MAX ((out - 1) * stride + extent - in, 0),
 *             the smaller half before, the larger after
 *   EXPLICIT  out = floor ((in + before + after - extent) / stride) + 1
 *
 * With ceil_mode VALID and EXPLICIT take the next window too if it is partly
 * inside; as much padding as it lacks is added behind.
 *
 * Attributes: strides [1,h,w,1]; dilations [1,h,w,1], all 1 where missing;
 * padding "SAME", "VALID" or "EXPLICIT" with explicit_paddings [0,0,top,
 * bottom,left,right,0,0]; data_format, which must be NHWC. TensorFlow lacks
 * ceil_mode, and count_include_pad: a mean takes padding for zeros, but for what
 * ceil_mode added. Both are booleans, false where missing.
 *
 * Every number is at most KOMA_MAX_WINDOW_SIDE, so that nothing here or in a
 * backend can overflow. */
#include "window-2d.h"

typedef struct
{
  gint64 kernel;
  gint64 stride;
  gint64 dilation;
  gint64 before;
  gint64 after;
  gint64 counted; /* of after: without what ceil_mode adds */
} Side;

/* The two middle numbers of [1,h,w,1]. */
static gboolean
read_pair (const KomaNode *node,
           const char     *name,
           gint64         *ret_h,
           gint64         *ret_w,
           GError        **error)
{
  gsize         n = 0;
  const gint64 *values = koma_attrs_get_ints (node->attrs, name, &n);

  if (values == NULL || n != 4)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s has %" G_GSIZE_FORMAT " numbers, expected 4", name, n);
  if (values[0] != 1 || values[3] != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s of batch and channels are %" G_GINT64_FORMAT
                      " and %" G_GINT64_FORMAT ", expected 1 and 1",
                      name, values[0], values[3]);
  for (guint i = 1; i <= 2; i++)
    if (values[i] < 1 || values[i] > KOMA_MAX_WINDOW_SIDE)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "%s has %" G_GINT64_FORMAT ", expected 1 to %d",
                        name, values[i], KOMA_MAX_WINDOW_SIDE);
  *ret_h = values[1];
  *ret_w = values[2];
  return TRUE;
}

static gboolean
read_explicit_paddings (const KomaNode *node,
                        Side           *sides,
                        GError        **error)
{
  gsize         n = 0;
  const gint64 *values = koma_attrs_get_ints (node->attrs, "explicit_paddings", &n);

  if (values == NULL || n != 8)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "explicit_paddings has %" G_GSIZE_FORMAT " numbers, expected 8", n);
  if (values[0] != 0 || values[1] != 0 || values[6] != 0 || values[7] != 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "explicit_paddings pads batch or channels, expected 0 there");
  for (guint i = 2; i < 6; i++)
    if (values[i] < 0 || values[i] > KOMA_MAX_WINDOW_SIDE)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "explicit_paddings has %" G_GINT64_FORMAT ", expected 0 to %d",
                        values[i], KOMA_MAX_WINDOW_SIDE);
  for (guint i = 0; i < 2; i++) {
    sides[i].before = values[2 + 2 * i];
    sides[i].after = values[3 + 2 * i];
  }
  return TRUE;
}

static gboolean
read_sides (const KomaNode *node,
            const gint64   *kernel_hw,
            Side           *sides,
            GError        **error)
{
  gsize         n_dilations = 0;
  const gint64 *dilations = koma_attrs_get_ints (node->attrs, "dilations", &n_dilations);

  for (guint i = 0; i < 2; i++) {
    sides[i] = (Side){ .kernel = kernel_hw[i], .dilation = 1 };
    if (kernel_hw[i] < 1 || kernel_hw[i] > KOMA_MAX_WINDOW_SIDE)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "the kernel has %" G_GINT64_FORMAT " %s, expected 1 to %d",
                        kernel_hw[i], i == 0 ? "rows" : "columns", KOMA_MAX_WINDOW_SIDE);
  }
  if (!read_pair (node, "strides", &sides[0].stride, &sides[1].stride, error))
    return FALSE;
  return dilations == NULL || n_dilations == 0 ||
         read_pair (node, "dilations", &sides[0].dilation, &sides[1].dilation, error);
}

static void
pad_same (Side  *side,
          gint64 in)
{
  gint64 extent = (side->kernel - 1) * side->dilation + 1;
  gint64 out = (in + side->stride - 1) / side->stride;
  gint64 padding = MAX ((out - 1) * side->stride + extent - in, 0);

  side->before = padding / 2;
  side->after = padding - side->before;
}

static gboolean
slide (Side       *side,
       gint64      in,
       gboolean    is_ceil,
       const char *what,
       gint64     *ret_out,
       GError    **error)
{
  gint64 extent = (side->kernel - 1) * side->dilation + 1;
  gint64 padded = in + side->before + side->after;
  gint64 room = padded - extent + (is_ceil ? side->stride - 1 : 0);
  gint64 out = room / side->stride + 1;

  if (room < 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "a window of %" G_GINT64_FORMAT
                      " %s is larger than the input's %" G_GINT64_FORMAT
                      " with its padding",
                      extent, what, padded);
  if (is_ceil && (out - 1) * side->stride >= in + side->before)
    out--;
  if (is_ceil)
    side->after = MAX (side->after, (out - 1) * side->stride + extent - in - side->before);
  *ret_out = out;
  return TRUE;
}

/**
 * koma_window_2d_infer:
 * @in_hw: rows and columns of the input
 * @kernel_hw: rows and columns of the kernel
 * @ret_out_hw: (out): rows and columns of the result
 *
 * Reads and resolves a window; `groups` is left at 1. Errors:
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_SHAPE.
 */
gboolean
koma_window_2d_infer (const KomaNode *node,
                      const gint64   *in_hw,
                      const gint64   *kernel_hw,
                      KomaWindow2D   *ret_window,
                      gint64         *ret_out_hw,
                      GError        **error)
{
  const char *padding = koma_attrs_get_string (node->attrs, "padding", "(none)");
  gboolean    is_same = g_str_equal (padding, "SAME");
  gboolean    is_explicit = g_str_equal (padding, "EXPLICIT");
  gboolean    is_ceil = !is_same && koma_attrs_get_int (node->attrs, "ceil_mode", FALSE) != FALSE;
  Side        sides[2];
  gint64      out_hw[2] = { 0, 0 };

  if (!koma_infer_check_nhwc (node, error) || !read_sides (node, kernel_hw, sides, error))
    return FALSE;
  if (!is_same && !is_explicit && !g_str_equal (padding, "VALID"))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "padding is “%s”, expected SAME, VALID or EXPLICIT", padding);
  if (is_explicit && !read_explicit_paddings (node, sides, error))
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    if (is_same)
      pad_same (&sides[i], in_hw[i]);
    sides[i].counted = sides[i].after;
    if (is_same && in_hw[i] == 0)
      continue;
    if (!slide (&sides[i], in_hw[i], is_ceil, i == 0 ? "rows" : "columns", &out_hw[i], error))
      return FALSE;
  }
  *ret_window = (KomaWindow2D){
    .kernel_h = sides[0].kernel,
    .kernel_w = sides[1].kernel,
    .stride_h = sides[0].stride,
    .stride_w = sides[1].stride,
    .dilation_h = sides[0].dilation,
    .dilation_w = sides[1].dilation,
    .groups = 1,
    .padding = { sides[0].before, sides[1].before, sides[0].after, sides[1].after },
    .is_same_padding = is_same,
  };
  if (koma_attrs_get_int (node->attrs, "count_include_pad", FALSE))
    ret_window->counted =
      (KomaPadding2D){ sides[0].before, sides[1].before, sides[0].counted, sides[1].counted };
  ret_out_hw[0] = out_hw[0];
  ret_out_hw[1] = out_hw[1];
  return TRUE;
}

/**
 * koma_window_2d_check_bias:
 * @bias: the input that is the bias, if the node has that many
 * @out_c: elements that the bias must have
 *
 * Whether the bias, where there is one, fits.
 *
 * Errors: those of koma_infer_check_vector().
 */
gboolean
koma_window_2d_check_bias (const KomaGraph *graph,
                           const KomaNode  *node,
                           guint            bias,
                           gint64           out_c,
                           GError         **error)
{
  return node->n_inputs <= bias ||
         koma_infer_check_vector (graph, node, bias, "bias", out_c, error);
}

/**
 * koma_window_2d_find_groups:
 * @image: input of a convolution, [n,h,w,in_c]
 * @filter: its filter, [kernel_h,kernel_w,in_c / groups,out_c]
 *
 * Errors: %KOMA_ERROR_SHAPE if the channels do not fit together.
 */
gboolean
koma_window_2d_find_groups (const KomaShape *image,
                            const KomaShape *filter,
                            guint           *ret_groups,
                            GError         **error)
{
  gint64 in_c = image->dims[3];
  gint64 filter_in_c = filter->dims[2];
  gint64 out_c = filter->dims[3];

  if (filter_in_c < 1 || in_c < 1 || in_c % filter_in_c != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input has %" G_GINT64_FORMAT
                      " channels, filter wants %" G_GINT64_FORMAT,
                      in_c, filter_in_c);
  if (out_c < 1 || out_c % (in_c / filter_in_c) != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "filter makes %" G_GINT64_FORMAT
                      " channels, expected a multiple of its %" G_GINT64_FORMAT " groups",
                      out_c, in_c / filter_in_c);
  *ret_groups = in_c / filter_in_c;
  return TRUE;
}

/**
 * koma_window_2d_check_channels:
 * @image: input of a depthwise convolution, [n,h,w,in_c]
 * @filter: its filter, [kernel_h,kernel_w,in_c,multiplier]
 * @ret_out_c: (out): channels of the result
 *
 * Errors: %KOMA_ERROR_SHAPE if the channels do not fit together.
 */
gboolean
koma_window_2d_check_channels (const KomaShape *image,
                               const KomaShape *filter,
                               gint64          *ret_out_c,
                               GError         **error)
{
  if (filter->dims[2] != image->dims[3] || filter->dims[2] < 1 || filter->dims[3] < 1)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input has %" G_GINT64_FORMAT
                      " channels, filter wants %" G_GINT64_FORMAT
                      " and multiplies them by %" G_GINT64_FORMAT,
                      image->dims[3], filter->dims[2], filter->dims[3]);
  /* Both factors are below 2^31. */
  *ret_out_c = filter->dims[2] * filter->dims[3];
  return TRUE;
}

/**
 * koma_window_2d_check_operand:
 *
 * Whether @value is a picture or a filter of float32.
 *
 * Errors: those of koma_infer_check_dtype() and koma_infer_check_rank().
 */
gboolean
koma_window_2d_check_operand (const KomaValue *value,
                              const char      *what,
                              GError         **error)
{
  return koma_infer_check_dtype (value, what, KOMA_DTYPES_FLOAT32, error) &&
         koma_infer_check_rank (value, what, 4, error);
}
