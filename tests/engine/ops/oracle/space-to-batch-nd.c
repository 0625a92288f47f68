/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_space_to_batch_nd (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *block = &call->in[1];
  const OracleTensor *paddings = &call->in[2];
  guint               m = oracle_count (block);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64   at[KOMA_MAX_RANK] = { 0 };
    gint64   offset = 0;
    gboolean is_inside = TRUE;

    oracle_unravel (&call->out->shape, i, at);
    offset = at[0] / x->shape.dims[0];
    at[0] %= x->shape.dims[0];
    for (guint d = m; d-- > 0;) {
      gint64 size = block->data[d];

      at[1 + d] = at[1 + d] * size + offset % size - (gint64) paddings->data[2 * d];
      offset /= size;
      is_inside = is_inside && at[1 + d] >= 0 && at[1 + d] < x->shape.dims[1 + d];
    }
    call->out->data[i] = is_inside ? x->data[oracle_ravel (&x->shape, at)] : 0;
  }
}
