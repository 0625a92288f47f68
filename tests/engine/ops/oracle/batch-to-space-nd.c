/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Batch index (b * block0 + o0) * block1 + o1 … of x holds, at d, element
 * d * block + o - crop of picture (batch index modulo result's batch). */
void
oracle_batch_to_space_nd (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *block = &call->in[1];
  const OracleTensor *crops = &call->in[2];
  guint               m = oracle_count (block);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 offset = 0;

    oracle_unravel (&call->out->shape, i, at);
    for (guint d = 0; d < m; d++) {
      gint64 size = block->data[d];
      gint64 position = at[1 + d] + (gint64) crops->data[2 * d];

      at[1 + d] = position / size;
      offset = offset * size + position % size;
    }
    at[0] += offset * call->out->shape.dims[0];
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
