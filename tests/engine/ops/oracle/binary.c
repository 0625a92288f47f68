/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* What is left, with the sign of b. */
static double
floor_mod (double a,
           double b)
{
  double rest = fmod (a, b);

  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static double
compute_float (KomaOp op,
               double a,
               double b)
{
  switch ((int) op) {
  case KOMA_OP_ADD:
    return a + b;
  case KOMA_OP_ATAN2:
    return atan2 (a, b);
  case KOMA_OP_DIV_NO_NAN:
    return b == 0 ? 0 : a / b;
  case KOMA_OP_SUB:
    return a - b;
  case KOMA_OP_MUL:
    return a * b;
  case KOMA_OP_DIV:
    return a / b;
  case KOMA_OP_FLOOR_DIV:
    /* In float32: a quotient next to an integer must round as there. */
    return floorf ((float) a / (float) b);
  case KOMA_OP_FLOOR_MOD:
    return floor_mod (a, b);
  case KOMA_OP_MOD:
    return fmod (a, b);
  case KOMA_OP_MAXIMUM:
    return oracle_max (a, b);
  case KOMA_OP_MINIMUM:
    return oracle_min (a, b);
  case KOMA_OP_POW:
    return pow (a, b);
  case KOMA_OP_RELU_GRAD:
    return b > 0 ? a : 0;
  case KOMA_OP_SIGMOID_GRAD:
    return b * a * (1 - a);
  case KOMA_OP_TANH_GRAD:
    return b * (1 - a * a);
  case KOMA_OP_SQUARED_DIFFERENCE:
    return (a - b) * (a - b);
  default:
    g_assert_not_reached ();
  }
}

/* One factor after the other. */
static gint32
int_pow (gint64 a,
         gint64 b)
{
  guint32 power = 1;

  if (b < 0)
    return a == 0 ? 0 : (gint32) pow (a, b);
  for (gint64 i = 0; i < b; i++)
    power *= (guint32) a;
  return (gint32) power;
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
  case KOMA_OP_DIV_NO_NAN:
  case KOMA_OP_FLOOR_DIV:
    return b == 0 ? 0 : (gint32) (guint32) (gint64) floor ((double) a / b);
  case KOMA_OP_FLOOR_MOD:
    return b == 0 ? 0 : (gint32) floor_mod (a, b);
  case KOMA_OP_MOD:
    return b == 0 ? 0 : (gint32) fmod (a, b);
  case KOMA_OP_MAXIMUM:
    return MAX (a, b);
  case KOMA_OP_MINIMUM:
    return MIN (a, b);
  case KOMA_OP_POW:
    return int_pow (a, b);
  case KOMA_OP_SQUARED_DIFFERENCE:
    return (gint32) (guint32) (((guint64) a - (guint64) b) * ((guint64) a - (guint64) b));
  default:
    g_assert_not_reached ();
  }
}

void
oracle_binary (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double a = 0;
    double b = 0;

    oracle_unravel (&call->out->shape, i, at);
    a = oracle_get_broadcast (call, 0, at);
    b = oracle_get_broadcast (call, 1, at);
    call->out->data[i] = call->out->dtype == KOMA_DTYPE_INT32 ? compute_int (call->op, a, b)
                                                              : compute_float (call->op, a, b);
  }
}
