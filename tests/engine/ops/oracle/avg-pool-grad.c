/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static gboolean
is_in (const gint64 *hw,
       const gint64 *in_hw,
       const gint64 *before,
       const gint64 *after)
{
  return hw[0] >= -before[0] && hw[0] < in_hw[0] + after[0] && hw[1] >= -before[1] &&
         hw[1] < in_hw[1] + after[1];
}

/* Once to count the pixels of the window, once to give each its share. */
static void
scatter (const OracleCall   *call,
         const OracleWindow *window,
         const gint64       *kernel_hw,
         gsize               i)
{
  static const gint64 none[2] = { 0, 0 };
  const gint64       *in_hw = &call->out->shape.dims[1];
  gboolean            counts = koma_attrs_get_int (call->attrs, "count_include_pad", 0) != 0;
  gint64              dy_at[KOMA_MAX_RANK] = { 0 };
  guint               n = 0;

  oracle_unravel (&call->in[1].shape, i, dy_at);
  for (guint pass = 0; pass < 2; pass++)
    for (gint64 ky = 0; ky < kernel_hw[0]; ky++)
      for (gint64 kx = 0; kx < kernel_hw[1]; kx++) {
        gint64 at[] = { dy_at[0], oracle_window_at (window, 0, dy_at[1], ky),
                        oracle_window_at (window, 1, dy_at[2], kx), dy_at[3] };

        if (pass == 0)
          n += counts ? is_in (&at[1], in_hw, window->before, window->after)
                      : is_in (&at[1], in_hw, none, none);
        else if (is_in (&at[1], in_hw, none, none))
          call->out->data[oracle_ravel (&call->out->shape, at)] += call->in[1].data[i] / n;
      }
}

void
oracle_avg_pool_grad (const OracleCall *call)
{
  gsize         n = 0;
  const gint64 *kernel_hw = koma_attrs_get_ints (call->attrs, "ksize", &n) + 1;
  OracleWindow  window = oracle_read_window (call, &call->out->shape.dims[1], kernel_hw,
                                             &call->in[1].shape.dims[1]);

  for (gsize i = 0; i < oracle_count (&call->in[1]); i++)
    scatter (call, &window, kernel_hw, i);
}
