/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static double
start_value (KomaOp    op,
             KomaDType dtype)
{
  double most = dtype == KOMA_DTYPE_INT32 ? (double) G_MAXINT32 : INFINITY;
  double least = dtype == KOMA_DTYPE_INT32 ? (double) G_MININT32 : -INFINITY;

  return op == KOMA_OP_MAX ? least : op == KOMA_OP_MIN  ? most
                                   : op == KOMA_OP_PROD ? 1
                                                        : 0;
}

/* Products of two int32 are exact in an int64, not in a double. */
static double
combine_int (KomaOp op,
             gint64 a,
             gint64 b)
{
  switch ((int) op) {
  case KOMA_OP_MAX:
    return MAX (a, b);
  case KOMA_OP_MIN:
    return MIN (a, b);
  case KOMA_OP_PROD:
    return (gint32) (guint32) (a * b);
  default:
    return (gint32) (guint32) (a + b);
  }
}

static double
combine (KomaOp op,
         double a,
         double b)
{
  switch ((int) op) {
  case KOMA_OP_MAX:
    return oracle_max (a, b);
  case KOMA_OP_MIN:
    return oracle_min (a, b);
  case KOMA_OP_PROD:
    return a * b;
  default:
    return a + b;
  }
}

void
oracle_reduce (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *axes = &call->in[1];
  KomaShape           kept = x->shape;

  for (gsize i = 0; i < oracle_count (axes); i++)
    kept.dims[oracle_axis (axes->data[i], kept.rank)] = 1;
  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = start_value (call->op, x->dtype);
  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64  at[KOMA_MAX_RANK] = { 0 };
    double *out = NULL;

    oracle_unravel (&x->shape, i, at);
    out = &call->out->data[oracle_ravel_broadcast (&kept, &x->shape, at)];
    *out = x->dtype == KOMA_DTYPE_INT32 ? combine_int (call->op, *out, x->data[i])
                                        : combine (call->op, *out, x->data[i]);
  }
  for (gsize i = 0; i < oracle_count (call->out) && call->op == KOMA_OP_MEAN; i++)
    call->out->data[i] /= (double) oracle_count (x) / oracle_count (call->out);
}
