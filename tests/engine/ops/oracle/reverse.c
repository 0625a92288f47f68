/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_reverse (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&x->shape, i, at);
    for (gsize k = 0; k < oracle_count (&call->in[1]); k++) {
      guint axis = oracle_axis (call->in[1].data[k], x->shape.rank);

      at[axis] = x->shape.dims[axis] - 1 - at[axis];
    }
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
