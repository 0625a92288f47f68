/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Element [.., row, column] of a side that may be stored transposed. */
static double
get (const OracleTensor *side,
     gboolean            is_transposed,
     const KomaShape    *full,
     const gint64       *batch_at,
     const gint64       *row_column)
{
  gint64    at[KOMA_MAX_RANK] = { 0 };
  KomaShape shape = *full;

  for (guint i = 0; i + 2 < full->rank; i++)
    at[i] = batch_at[i];
  for (guint i = 0; i < 2; i++) {
    at[full->rank - 2 + i] = row_column[is_transposed ? 1 - i : i];
    shape.dims[full->rank - 2 + i] = side->shape.dims[side->shape.rank - 2 + i];
  }
  return side->data[oracle_ravel_broadcast (&side->shape, &shape, at)];
}

/* A product of int32 may need 62 bits, more than a double has: it wraps before it is added. */
static double
multiply (const OracleCall *call,
          double            a,
          double            b)
{
  return call->out->dtype == KOMA_DTYPE_INT32
           ? (double) (gint32) ((guint32) (gint32) a * (guint32) (gint32) b)
           : a * b;
}

void
oracle_mat_mul (const OracleCall *call)
{
  const OracleTensor *a = &call->in[0];
  gboolean            is_a_transposed = koma_attrs_get_int (call->attrs, "transpose_a", 0);
  gboolean            is_b_transposed = koma_attrs_get_int (call->attrs, "transpose_b", 0);
  const KomaShape    *full = &call->out->shape;
  gint64              k = a->shape.dims[a->shape.rank - (is_a_transposed ? 2 : 1)];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double sum = 0;

    oracle_unravel (full, i, at);
    for (gint64 j = 0; j < k; j++)
      sum += multiply (
        call, get (a, is_a_transposed, full, at, (gint64[]){ at[full->rank - 2], j }),
        get (&call->in[1], is_b_transposed, full, at, (gint64[]){ j, at[full->rank - 1] }));
    sum += call->n_in > 2 ? call->in[2].data[at[full->rank - 1]] : 0;
    call->out->data[i] = call->out->dtype == KOMA_DTYPE_INT32 ? oracle_wrap (sum) : sum;
  }
}
