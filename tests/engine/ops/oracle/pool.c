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

/* Over the elements of the window that are there, or are padding that counts. */
static double
pool_window (const OracleCall   *call,
             const OracleWindow *window,
             const gint64       *kernel_hw,
             const gint64       *out_at)
{
  static const gint64 none[2] = { 0, 0 };
  const OracleTensor *x = &call->in[0];
  const gint64       *in_hw = &x->shape.dims[1];
  gboolean            counts = koma_attrs_get_int (call->attrs, "count_include_pad", 0) != 0;
  double              sum = 0;
  double              max = -INFINITY;
  guint               n = 0;

  for (gint64 ky = 0; ky < kernel_hw[0]; ky++)
    for (gint64 kx = 0; kx < kernel_hw[1]; kx++) {
      gint64 at[] = { out_at[0], oracle_window_at (window, 0, out_at[1], ky),
                      oracle_window_at (window, 1, out_at[2], kx), out_at[3] };
      double value = 0;

      n += counts ? is_in (&at[1], in_hw, window->before, window->after)
                  : is_in (&at[1], in_hw, none, none);
      if (!is_in (&at[1], in_hw, none, none))
        continue;
      value = x->data[oracle_ravel (&x->shape, at)];
      sum += value;
      max = oracle_max (max, value);
    }
  return call->op == KOMA_OP_AVG_POOL ? sum / MAX (n, 1) : max;
}

void
oracle_pool (const OracleCall *call)
{
  gsize         n = 0;
  const gint64 *kernel_hw = koma_attrs_get_ints (call->attrs, "ksize", &n) + 1;
  OracleWindow  window = oracle_read_window (call, &call->in[0].shape.dims[1], kernel_hw,
                                             &call->out->shape.dims[1]);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] = pool_window (call, &window, kernel_hw, at);
  }
}
