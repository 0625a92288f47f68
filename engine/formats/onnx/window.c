/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "window.h"

/* Attributes of one spatial dimension are those of columns. */
static gboolean
read_pair (KomaOnnxCall *call,
           const char   *name,
           gint64       *pair)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, name, &n);

  if (listed == NULL)
    return TRUE;
  if (n != 1 && n != 2) {
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "%s has %zu numbers, expected 1 or 2", name,
                       n);
    return FALSE;
  }
  for (gsize i = 0; i < n; i++) {
    if (listed[i] < 1 || listed[i] > KOMA_MAX_WINDOW_SIDE) {
      koma_builder_fail (call->nodes, KOMA_ERROR_MODEL,
                         "%s has %" G_GINT64_FORMAT ", expected 1 to %d", name, listed[i],
                         KOMA_MAX_WINDOW_SIDE);
      return FALSE;
    }
    pair[2 - n + i] = listed[i];
  }
  return TRUE;
}

static gboolean
read_pads (KomaOnnxCall   *call,
           KomaOnnxWindow *window)
{
  gsize         n = 0;
  const gint64 *pads = koma_onnx_attr_ints (call->node, "pads", &n);

  if (pads == NULL)
    return TRUE;
  if (n != 2 && n != 4) {
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "pads has %zu numbers, expected 2 or 4", n);
    return FALSE;
  }
  for (gsize i = 0; i < n; i++)
    if (pads[i] < 0 || pads[i] > KOMA_MAX_WINDOW_SIDE) {
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "pads %" G_GINT64_FORMAT, pads[i]);
      return FALSE;
    }
  for (gsize i = 0; i < n / 2; i++) {
    window->before[2 - n / 2 + i] = pads[i];
    window->after[2 - n / 2 + i] = pads[n / 2 + i];
  }
  return TRUE;
}

static void
pad_same (KomaOnnxWindow *window,
          const gint64   *sizes,
          gboolean        is_upper)
{
  for (guint i = 0; i < 2; i++) {
    const gint64 extent = (window->kernel[i] - 1) * window->dilation[i] + 1;
    const gint64 out = (sizes[i] + window->stride[i] - 1) / window->stride[i];
    const gint64 total = MAX ((out - 1) * window->stride[i] + extent - sizes[i], 0);

    window->before[i] = is_upper ? total / 2 : total - total / 2;
    window->after[i] = total - window->before[i];
  }
  window->is_auto = TRUE;
  window->is_same_upper = is_upper;
}

/**
 * koma_onnx_window_read:
 * @shape: of the input, [n,c,h,w]
 * @kernel: rows and columns
 *
 * Reads strides, dilations, pads and auto_pad. Thread: any.
 *
 * Returns: %FALSE where the call has an error
 */
gboolean
koma_onnx_window_read (KomaOnnxCall   *call,
                       KomaShape       shape,
                       const gint64   *kernel,
                       KomaOnnxWindow *ret_window)
{
  g_autofree char *auto_pad = koma_onnx_attr_string (call->node, "auto_pad", "NOTSET");

  *ret_window = (KomaOnnxWindow){ .stride = { 1, 1 }, .dilation = { 1, 1 } };
  for (guint i = 0; i < 2; i++) {
    ret_window->kernel[i] = kernel[i];
    if (kernel[i] >= 1 && kernel[i] <= KOMA_MAX_WINDOW_SIDE)
      continue;
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "a window has side %" G_GINT64_FORMAT,
                       kernel[i]);
    return FALSE;
  }
  if (!read_pair (call, "strides", ret_window->stride) ||
      !read_pair (call, "dilations", ret_window->dilation))
    return FALSE;
  if (g_str_equal (auto_pad, "NOTSET") || *auto_pad == '\0')
    return read_pads (call, ret_window);
  if (g_str_has_prefix (auto_pad, "SAME_"))
    pad_same (ret_window, &shape.dims[2], g_str_equal (auto_pad, "SAME_UPPER"));
  return TRUE;
}

/**
 * koma_onnx_window_attrs:
 *
 * Returns: (transfer full): strides, dilations and padding as TensorFlow has them. Thread: any.
 */
KomaAttrs *
koma_onnx_window_attrs (const KomaOnnxWindow *window)
{
  const gint64 strides[] = { 1, window->stride[0], window->stride[1], 1 };
  const gint64 dilations[] = { 1, window->dilation[0], window->dilation[1], 1 };
  const gint64 paddings[] = {
    0, 0, window->before[0], window->after[0], window->before[1], window->after[1], 0, 0
  };
  KomaAttrs *attrs = koma_attrs_new ();
  gboolean   is_padded = FALSE;

  for (guint i = 0; i < 2; i++)
    is_padded = is_padded || window->before[i] != 0 || window->after[i] != 0;
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_ints (attrs, "dilations", dilations, 4);
  if (is_padded && !window->is_same_upper)
    koma_attrs_set_ints (attrs, "explicit_paddings", paddings, 8);
  koma_attrs_set_string (attrs, "padding",
                         window->is_same_upper ? "SAME"
                         : is_padded           ? "EXPLICIT"
                                               : "VALID");
  return attrs;
}

/**
 * koma_onnx_to_rows:
 *
 * Returns: [n,c,1,w] of [n,c,w]; any other value as it is. Thread: any.
 */
KomaValueId
koma_onnx_to_rows (KomaOnnxCall *call,
                   KomaValueId   x)
{
  return koma_builder_get_rank (call->nodes, x) == 3 ? koma_builder_expand_dims (call->nodes, x, 2)
                                                     : x;
}

/**
 * koma_onnx_from_rows:
 * @rank: that the input of koma_onnx_to_rows() had
 *
 * Returns: what koma_onnx_to_rows() changed, changed back. Thread: any.
 */
KomaValueId
koma_onnx_from_rows (KomaOnnxCall *call,
                     KomaValueId   x,
                     guint         rank)
{
  return rank == 3 ? koma_builder_squeeze (call->nodes, x, 2) : x;
}
