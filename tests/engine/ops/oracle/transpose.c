/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_transpose (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, out_at);
    for (guint d = 0; d < x->shape.rank; d++)
      at[oracle_axis (call->in[1].data[d], x->shape.rank)] = out_at[d];
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
