/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_tile (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    for (guint d = 0; d < x->shape.rank; d++)
      at[d] %= x->shape.dims[d];
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
