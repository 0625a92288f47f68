/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_unpack (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", 0),
                                          x->shape.rank);

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 out_at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&x->shape, i, at);
    for (guint d = 0; d + 1 < x->shape.rank; d++)
      out_at[d] = at[d < axis ? d : d + 1];
    call->out[at[axis]].data[oracle_ravel (&call->out->shape, out_at)] = x->data[i];
  }
}
