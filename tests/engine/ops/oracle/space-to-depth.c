/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_space_to_depth (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  gint64              block = koma_attrs_get_int (call->attrs, "block_size", 0);
  gint64              in_c = x->shape.dims[3];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 pixel = 0;

    oracle_unravel (&call->out->shape, i, at);
    pixel = at[3] / in_c;
    at[1] = at[1] * block + pixel / block;
    at[2] = at[2] * block + pixel % block;
    at[3] %= in_c;
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
