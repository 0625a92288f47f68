/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_reduce_bool (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *axes = &call->in[1];
  KomaShape           kept = x->shape;
  double              sought = call->op == KOMA_OP_ANY ? 1 : 0;

  for (gsize i = 0; i < oracle_count (axes); i++)
    kept.dims[oracle_axis (axes->data[i], kept.rank)] = 1;
  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = 1 - sought;
  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&x->shape, i, at);
    if (x->data[i] == sought)
      call->out->data[oracle_ravel_broadcast (&kept, &x->shape, at)] = sought;
  }
}
