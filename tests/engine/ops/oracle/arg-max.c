/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_arg_max (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (call->in[1].data[0], x->shape.rank);
  gboolean            is_last = koma_attrs_get_int (call->attrs, "select_last_index", 0) != 0;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double best = 0;

    oracle_unravel (&call->out->shape, i, out_at);
    for (guint d = 0; d < x->shape.rank; d++)
      at[d] = d == axis ? 0 : out_at[d < axis ? d : d - 1];
    for (at[axis] = 0; at[axis] < x->shape.dims[axis]; at[axis]++) {
      double value = x->data[oracle_ravel (&x->shape, at)];

      if (call->op == KOMA_OP_ARG_MIN)
        value = -value;
      if (at[axis] == 0 || value > best || (is_last && value == best)) {
        best = value;
        call->out->data[i] = at[axis];
      }
    }
  }
}
