/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Where a missing list of four means all 1. */
static gint64
read_attr (const OracleCall *call,
           const char       *name,
           guint             i,
           gint64            fallback)
{
  gsize         n = 0;
  const gint64 *list = koma_attrs_get_ints (call->attrs, name, &n);

  return list != NULL && i < n ? list[i] : fallback;
}

/* SAME: just as much padding as the last window needs, the smaller half of
 * it before the first. */
static gint64
same_padding (gint64 in,
              gint64 out,
              gint64 stride,
              gint64 extent)
{
  gint64 needed = (out - 1) * stride + extent;

  return needed > in ? needed - in : 0;
}

OracleWindow
oracle_read_window (const OracleCall *call,
                    const gint64     *in_hw,
                    const gint64     *kernel_hw,
                    const gint64     *out_hw)
{
  const char  *padding = koma_attrs_get_string (call->attrs, "padding", "");
  OracleWindow window = { { 0 }, { 0 }, { 0 }, { 0 } };

  for (guint i = 0; i < 2; i++) {
    window.stride[i] = read_attr (call, "strides", 1 + i, 1);
    window.dilation[i] = read_attr (call, "dilations", 1 + i, 1);
    if (g_str_equal (padding, "EXPLICIT")) {
      window.before[i] = read_attr (call, "explicit_paddings", 2 + 2 * i, 0);
      window.after[i] = read_attr (call, "explicit_paddings", 3 + 2 * i, 0);
    } else if (g_str_equal (padding, "SAME")) {
      gint64 both = same_padding (in_hw[i], out_hw[i], window.stride[i],
                                  (kernel_hw[i] - 1) * window.dilation[i] + 1);
      window.before[i] = both / 2;
      window.after[i] = both - both / 2;
    }
  }
  return window;
}

/* The row (side 0) or column (1) of the input under one of the kernel. */
gint64
oracle_window_at (const OracleWindow *window,
                  guint               side,
                  gint64              out,
                  gint64              kernel)
{
  return out * window->stride[side] + kernel * window->dilation[side] - window->before[side];
}
