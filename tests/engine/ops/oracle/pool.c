/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Over the elements of the window that are there. */
static double
pool_window (const OracleCall   *call,
             const OracleWindow *window,
             const gint64       *kernel_hw,
             const gint64       *out_at)
{
  const OracleTensor *x = &call->in[0];
  double              sum = 0;
  double              max = -INFINITY;
  guint               n = 0;

  for (gint64 ky = 0; ky < kernel_hw[0]; ky++)
    for (gint64 kx = 0; kx < kernel_hw[1]; kx++) {
      gint64 at[] = { out_at[0], out_at[1] * window->stride[0] + ky - window->before[0],
                      out_at[2] * window->stride[1] + kx - window->before[1], out_at[3] };
      double value = 0;

      if (at[1] < 0 || at[1] >= x->shape.dims[1] || at[2] < 0 || at[2] >= x->shape.dims[2])
        continue;
      value = x->data[oracle_ravel (&x->shape, at)];
      sum += value;
      max = oracle_max (max, value);
      n++;
    }
  return call->op == KOMA_OP_AVG_POOL ? sum / n : max;
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
