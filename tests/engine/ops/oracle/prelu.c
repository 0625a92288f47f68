/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_prelu (const OracleCall *call)
{
  const OracleTensor *alpha = &call->in[1];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double x = call->in[0].data[i];

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] = x > 0 ? x
                               : x * alpha->data[oracle_ravel_broadcast (&alpha->shape,
                                                                         &call->out->shape, at)];
  }
}
