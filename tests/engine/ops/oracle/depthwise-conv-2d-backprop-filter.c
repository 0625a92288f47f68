/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Adds what one element of dy, [n, y, x, o], gives to the filter. */
static void
scatter (const OracleCall   *call,
         const OracleWindow *window,
         const gint64       *dy_at)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *dy = &call->in[2];
  const KomaShape    *filter = &call->out->shape;
  gint64              multiplier = filter->dims[3];
  double              value = dy->data[oracle_ravel (&dy->shape, dy_at)];

  for (gint64 ky = 0; ky < filter->dims[0]; ky++)
    for (gint64 kx = 0; kx < filter->dims[1]; kx++) {
      gint64 at[] = { dy_at[0], oracle_window_at (window, 0, dy_at[1], ky),
                      oracle_window_at (window, 1, dy_at[2], kx), dy_at[3] / multiplier };
      gint64 filter_at[] = { ky, kx, at[3], dy_at[3] % multiplier };

      if (at[1] >= 0 && at[1] < x->shape.dims[1] && at[2] >= 0 && at[2] < x->shape.dims[2])
        call->out->data[oracle_ravel (filter, filter_at)] +=
          value * x->data[oracle_ravel (&x->shape, at)];
    }
}

void
oracle_depthwise_conv_2d_backprop_filter (const OracleCall *call)
{
  const OracleTensor *dy = &call->in[2];
  OracleWindow        window = oracle_read_window (call, &call->in[0].shape.dims[1],
                                                   call->out->shape.dims, &dy->shape.dims[1]);

  for (gsize i = 0; i < oracle_count (dy); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&dy->shape, i, at);
    scatter (call, &window, at);
  }
}
