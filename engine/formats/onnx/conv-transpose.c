/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ConvTranspose (x, w, b): x [n,c,h,w] or [n,c,w], w [c,out_c / group,kernel_h,kernel_w]. For each
 * of rows and columns
 *
 *   out = stride * (in - 1) + output_padding + (kernel - 1) * dilation + 1 - before - after
 *
 * or output_shape, and the paddings follow from that. */

#include "rules.h"
#include "window.h"

static void
read_pair (KomaOnnxCall *call,
           const char   *name,
           gint64       *pair)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, name, &n);

  for (gsize i = 0; listed != NULL && i < MIN (n, 2); i++)
    pair[2 - MIN (n, 2) + i] = CLAMP (listed[n - MIN (n, 2) + i], 0, G_MAXINT32);
}

/* Sets the paddings too, where they follow from the size. */
static void
find_size (KomaOnnxCall   *call,
           const gint64   *in,
           KomaOnnxWindow *window,
           gint64         *out)
{
  g_autofree char *auto_pad = koma_onnx_attr_string (call->node, "auto_pad", "NOTSET");
  const gboolean   is_same = g_str_has_prefix (auto_pad, "SAME_");
  const gboolean   is_given = koma_onnx_has_attr (call->node, "output_shape");
  const gboolean   is_upper = g_str_equal (auto_pad, "SAME_UPPER");
  gint64           extra[2] = { 0, 0 };

  read_pair (call, "output_padding", extra);
  out[0] = 1;
  read_pair (call, "output_shape", out);
  for (guint i = 0; i < 2; i++) {
    const gint64 whole = window->stride[i] * (in[i] - 1) + extra[i] +
                         (window->kernel[i] - 1) * window->dilation[i] + 1;
    gint64 total = 0;

    if (!is_same && !is_given) {
      out[i] = whole - window->before[i] - window->after[i];
      continue;
    }
    if (!is_given)
      out[i] = in[i] * window->stride[i];
    total = MAX (whole - out[i], 0);
    window->before[i] = is_upper ? total / 2 : total - total / 2;
    window->after[i] = total - window->before[i];
  }
  window->is_same_upper = FALSE;
}

static KomaValueId
add_conv (KomaOnnxCall         *call,
          KomaValueId           x, /* [n,h,w,c] */
          KomaValueId           w,
          const KomaOnnxWindow *window,
          const gint64         *out)
{
  static const guint perm[] = { 2, 3, 1, 0 };
  const KomaValueId  inputs[] = { koma_onnx_ints (call, out, 2),
                                  koma_builder_transpose (call->nodes, w, perm), x,
                                  koma_onnx_input (call, 2) };
  KomaAttrs         *attrs = koma_onnx_window_attrs (window);

  koma_attrs_set_int (attrs, "groups", koma_onnx_attr_int (call->node, "group", 1));
  return koma_builder_node (call->nodes, KOMA_OP_CONV_2D_BACKPROP_INPUT, inputs,
                            koma_onnx_has_input (call, 2) ? 4 : 3, attrs);
}

KomaValueId
koma_onnx_rule_conv_transpose (KomaOnnxCall *call)
{
  const guint       rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  const KomaValueId x = koma_onnx_to_rows (call, call->inputs[0]);
  const KomaValueId w = koma_onnx_to_rows (call, call->inputs[1]);
  const KomaShape   shape = koma_builder_get_shape (call->nodes, x);
  const KomaShape   filter = koma_builder_get_shape (call->nodes, w);
  KomaOnnxWindow    window = { 0 };
  gint64            out[2] = { 0, 0 };
  KomaValueId       value = KOMA_VALUE_NONE;

  if (shape.rank != 4 || filter.rank != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  if (call->nodes->error != NULL ||
      !koma_onnx_window_read (call, shape, &filter.dims[2], &window))
    return KOMA_VALUE_NONE;
  find_size (call, &shape.dims[2], &window, out);
  value = add_conv (call, koma_onnx_to_channels_last (call, x), w, &window, out);
  return koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, value), rank);
}
