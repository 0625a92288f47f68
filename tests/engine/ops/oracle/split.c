/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_split (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", 0),
                                          x->shape.rank);

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    guint  k = 0;

    oracle_unravel (&x->shape, i, at);
    for (; at[axis] >= call->out[k].shape.dims[axis]; k++)
      at[axis] -= call->out[k].shape.dims[axis];
    call->out[k].data[oracle_ravel (&call->out[k].shape, at)] = x->data[i];
  }
}
