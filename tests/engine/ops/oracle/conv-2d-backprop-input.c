/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Adds what one element of x, [n, y, x, i], gives to the result. */
static void
scatter (const OracleCall   *call,
         const OracleWindow *window,
         const gint64       *in_at)
{
  const OracleTensor *filter = &call->in[1];
  const OracleTensor *x = &call->in[2];
  const KomaShape    *out = &call->out->shape;
  gint64              groups = koma_attrs_get_int (call->attrs, "groups", 1);
  gint64              first = in_at[3] / (x->shape.dims[3] / groups) * filter->shape.dims[2];
  double              value = x->data[oracle_ravel (&x->shape, in_at)];

  for (gint64 ky = 0; ky < filter->shape.dims[0]; ky++)
    for (gint64 kx = 0; kx < filter->shape.dims[1]; kx++)
      for (gint64 o = 0; o < filter->shape.dims[2]; o++) {
        gint64 at[] = { in_at[0], oracle_window_at (window, 0, in_at[1], ky),
                        oracle_window_at (window, 1, in_at[2], kx), first + o };
        gint64 filter_at[] = { ky, kx, o, in_at[3] };

        if (at[1] >= 0 && at[1] < out->dims[1] && at[2] >= 0 && at[2] < out->dims[2])
          call->out->data[oracle_ravel (out, at)] +=
            value * filter->data[oracle_ravel (&filter->shape, filter_at)];
      }
}

void
oracle_conv_2d_backprop_input (const OracleCall *call)
{
  const OracleTensor *x = &call->in[2];
  OracleWindow        window = oracle_read_window (call, &call->out->shape.dims[1],
                                                   call->in[1].shape.dims, &x->shape.dims[1]);
  gint64              out_c = call->out->shape.dims[3];

  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = call->n_in > 3 ? call->in[3].data[i % out_c] : 0;
  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&x->shape, i, at);
    scatter (call, &window, at);
  }
}
