/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_unsorted_segment_sum (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *ids = &call->in[1];
  gint64              n_segments = call->in[2].data[0];
  gsize               n_ids = oracle_count (ids);

  for (gsize i = 0; i < oracle_count (x); i++) {
    gsize   row = oracle_count (x) / n_ids;
    gint64  id = ids->data[i / row];
    double *out = &call->out->data[id * (gint64) row + (gint64) (i % row)];

    if (id >= 0 && id < n_segments)
      *out = x->dtype == KOMA_DTYPE_INT32 ? oracle_wrap (*out + x->data[i]) : *out + x->data[i];
  }
}
