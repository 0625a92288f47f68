/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* To the first pixel under the window of one element that is not less than it. */
static void
scatter (const OracleCall   *call,
         const OracleWindow *window,
         const gint64       *kernel_hw,
         gsize               i)
{
  const OracleTensor *x = &call->in[0];
  gint64              out_at[KOMA_MAX_RANK] = { 0 };

  oracle_unravel (&call->in[1].shape, i, out_at);
  for (gint64 ky = 0; ky < kernel_hw[0]; ky++)
    for (gint64 kx = 0; kx < kernel_hw[1]; kx++) {
      gint64 at[] = { out_at[0], oracle_window_at (window, 0, out_at[1], ky),
                      oracle_window_at (window, 1, out_at[2], kx), out_at[3] };
      gsize  place = 0;

      if (at[1] < 0 || at[1] >= x->shape.dims[1] || at[2] < 0 || at[2] >= x->shape.dims[2])
        continue;
      place = oracle_ravel (&x->shape, at);
      if (!(x->data[place] < call->in[1].data[i])) {
        call->out->data[place] += call->in[2].data[i];
        return;
      }
    }
}

void
oracle_max_pool_grad (const OracleCall *call)
{
  gsize         n = 0;
  const gint64 *kernel_hw = koma_attrs_get_ints (call->attrs, "ksize", &n) + 1;
  OracleWindow  window = oracle_read_window (call, &call->in[0].shape.dims[1], kernel_hw,
                                             &call->in[1].shape.dims[1]);

  for (gsize i = 0; i < oracle_count (&call->in[1]); i++)
    scatter (call, &window, kernel_hw, i);
}
