/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static double
combine (const OracleCall *call,
         double            a,
         double            b)
{
  gboolean is_product = call->op == KOMA_OP_CUMPROD;

  if (call->out->dtype != KOMA_DTYPE_INT32)
    return is_product ? a * b : a + b;
  /* Within 64 bits even where it wraps. */
  return (gint32) (guint32) (is_product ? (gint64) a * (gint64) b : (gint64) a + (gint64) b);
}

void
oracle_cumsum (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (call->in[1].data[0], x->shape.rank);
  gboolean            is_exclusive = koma_attrs_get_int (call->attrs, "exclusive", 0) != 0;
  gboolean            is_product = call->op == KOMA_OP_CUMPROD;
  gboolean            is_reversed = koma_attrs_get_int (call->attrs, "reverse", 0) != 0;

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 own = 0;
    double total = is_product ? 1 : 0;

    oracle_unravel (&x->shape, i, at);
    own = at[axis];
    for (gint64 k = 0; k < x->shape.dims[axis]; k++) {
      at[axis] = k;
      if ((is_reversed ? k > own : k < own) || (k == own && !is_exclusive))
        total = combine (call, total, x->data[oracle_ravel (&x->shape, at)]);
    }
    call->out->data[i] = total;
  }
}
