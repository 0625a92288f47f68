/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static double
compute_float (KomaOp op,
               double a,
               double b)
{
  switch ((int) op) {
  case KOMA_OP_ADD:
    return a + b;
  case KOMA_OP_SUB:
    return a - b;
  case KOMA_OP_MUL:
    return a * b;
  case KOMA_OP_DIV:
    return a / b;
  case KOMA_OP_FLOOR_DIV:
    /* In float32: a quotient next to an integer must round as there. */
    return floorf ((float) a / (float) b);
  case KOMA_OP_MAXIMUM:
    return oracle_max (a, b);
  case KOMA_OP_MINIMUM:
    return oracle_min (a, b);
  case KOMA_OP_POW:
    return pow (a, b);
  case KOMA_OP_SQUARED_DIFFERENCE:
    return (a - b) * (a - b);
  default:
    g_assert_not_reached ();
  }
}

/* Wraps as two's complement does; x / 0 is 0. */
static gint32
compute_int (KomaOp op,
             gint64 a,
             gint64 b)
{
  switch ((int) op) {
  case KOMA_OP_ADD:
    return (gint32) (guint32) (a + b);
  case KOMA_OP_SUB:
    return (gint32) (guint32) (a - b);
  case KOMA_OP_MUL:
    return (gint32) (guint32) (a * b);
  case KOMA_OP_DIV:
  case KOMA_OP_FLOOR_DIV:
    return b == 0 ? 0 : (gint32) (guint32) (gint64) floor ((double) a / b);
  case KOMA_OP_MAXIMUM:
    return MAX (a, b);
  case KOMA_OP_MINIMUM:
    return MIN (a, b);
  default:
    g_assert_not_reached ();
  }
}

void
oracle_binary (const OracleCall *call)
{
  const OracleTensor *a = &call->in[0];
  const OracleTensor *b = &call->in[1];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double va = 0;
    double vb = 0;

    oracle_unravel (&call->out->shape, i, at);
    va = a->data[oracle_ravel_broadcast (&a->shape, &call->out->shape, at)];
    vb = b->data[oracle_ravel_broadcast (&b->shape, &call->out->shape, at)];
    call->out->data[i] = a->dtype == KOMA_DTYPE_INT32 ? compute_int (call->op, va, vb)
                                                      : compute_float (call->op, va, vb);
  }
}
