/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* The sum for one element of the result, [n, y, x, o]. */
static double
sum_window (const OracleCall   *call,
            const OracleWindow *window,
            const gint64       *out_at)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *filter = &call->in[1];
  gint64              filter_c = filter->shape.dims[2];
  gint64              groups = x->shape.dims[3] / filter_c;
  gint64              group = out_at[3] / (filter->shape.dims[3] / groups);
  double              sum = call->n_in > 2 ? call->in[2].data[out_at[3]] : 0;

  for (gint64 ky = 0; ky < filter->shape.dims[0]; ky++)
    for (gint64 kx = 0; kx < filter->shape.dims[1]; kx++)
      for (gint64 c = 0; c < filter_c; c++) {
        gint64 at[] = { out_at[0], oracle_window_at (window, 0, out_at[1], ky),
                        oracle_window_at (window, 1, out_at[2], kx), group * filter_c + c };
        gint64 filter_at[] = { ky, kx, c, out_at[3] };

        if (at[1] >= 0 && at[1] < x->shape.dims[1] && at[2] >= 0 && at[2] < x->shape.dims[2])
          sum += x->data[oracle_ravel (&x->shape, at)] *
                 filter->data[oracle_ravel (&filter->shape, filter_at)];
      }
  return sum;
}

void
oracle_conv_2d (const OracleCall *call)
{
  OracleWindow window = oracle_read_window (call, &call->in[0].shape.dims[1],
                                            call->in[1].shape.dims, &call->out->shape.dims[1]);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] = sum_window (call, &window, at);
  }
}
