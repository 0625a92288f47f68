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
  gint64              groups = x->shape.dims[3] / filter->dims[2];
  gint64              first = dy_at[3] / (filter->dims[3] / groups) * filter->dims[2];
  double              value = dy->data[oracle_ravel (&dy->shape, dy_at)];

  for (gint64 ky = 0; ky < filter->dims[0]; ky++)
    for (gint64 kx = 0; kx < filter->dims[1]; kx++)
      for (gint64 i = 0; i < filter->dims[2]; i++) {
        gint64 at[] = { dy_at[0], oracle_window_at (window, 0, dy_at[1], ky),
                        oracle_window_at (window, 1, dy_at[2], kx), first + i };
        gint64 filter_at[] = { ky, kx, i, dy_at[3] };

        if (at[1] >= 0 && at[1] < x->shape.dims[1] && at[2] >= 0 && at[2] < x->shape.dims[2])
          call->out->data[oracle_ravel (filter, filter_at)] +=
            value * x->data[oracle_ravel (&x->shape, at)];
      }
}

void
oracle_conv_2d_backprop_filter (const OracleCall *call)
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
