/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Adds what one element of dy, [n, y, x, o], gives to the input. */
static void
scatter (const OracleCall   *call,
         const OracleWindow *window,
         const gint64       *dy_at)
{
  const OracleTensor *filter = &call->in[1];
  const OracleTensor *dy = &call->in[2];
  const KomaShape    *out = &call->out->shape;
  gint64              multiplier = filter->shape.dims[3];
  double              value = dy->data[oracle_ravel (&dy->shape, dy_at)];

  for (gint64 ky = 0; ky < filter->shape.dims[0]; ky++)
    for (gint64 kx = 0; kx < filter->shape.dims[1]; kx++) {
      gint64 at[] = { dy_at[0], oracle_window_at (window, 0, dy_at[1], ky),
                      oracle_window_at (window, 1, dy_at[2], kx), dy_at[3] / multiplier };
      gint64 filter_at[] = { ky, kx, at[3], dy_at[3] % multiplier };

      if (at[1] >= 0 && at[1] < out->dims[1] && at[2] >= 0 && at[2] < out->dims[2])
        call->out->data[oracle_ravel (out, at)] +=
          value * filter->data[oracle_ravel (&filter->shape, filter_at)];
    }
}

void
oracle_depthwise_conv_2d_backprop_input (const OracleCall *call)
{
  const OracleTensor *dy = &call->in[2];
  OracleWindow        window = oracle_read_window (call, &call->out->shape.dims[1],
                                                   call->in[1].shape.dims, &dy->shape.dims[1]);

  for (gsize i = 0; i < oracle_count (dy); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&dy->shape, i, at);
    scatter (call, &window, at);
  }
}
