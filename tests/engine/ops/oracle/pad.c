/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_pad (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  double              value = call->n_in > 2 ? call->in[2].data[0] : 0;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64   at[KOMA_MAX_RANK] = { 0 };
    gboolean is_inside = TRUE;

    oracle_unravel (&call->out->shape, i, at);
    for (guint d = 0; d < x->shape.rank; d++) {
      at[d] -= (gint64) call->in[1].data[2 * d];
      is_inside = is_inside && at[d] >= 0 && at[d] < x->shape.dims[d];
    }
    call->out->data[i] = is_inside ? x->data[oracle_ravel (&x->shape, at)] : value;
  }
}
