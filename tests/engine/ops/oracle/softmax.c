/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_softmax (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", -1),
                                          x->shape.rank);

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double max = -INFINITY;
    double sum = 0;

    oracle_unravel (&x->shape, i, at);
    for (at[axis] = 0; at[axis] < x->shape.dims[axis]; at[axis]++)
      max = MAX (max, x->data[oracle_ravel (&x->shape, at)]);
    for (at[axis] = 0; at[axis] < x->shape.dims[axis]; at[axis]++)
      sum += exp (x->data[oracle_ravel (&x->shape, at)] - max);
    call->out->data[i] = call->op == KOMA_OP_SOFTMAX ? exp (x->data[i] - max) / sum
                                                     : x->data[i] - max - log (sum);
  }
}
