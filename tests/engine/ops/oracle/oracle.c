/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#define KOMA_OP(ID, name, cpu, definition) [KOMA_OP_##ID] = oracle_##definition,
static void (*const oracles[KOMA_N_OPS]) (const OracleCall *call) = {
#include "engine/ops/ops.inc"
};
#undef KOMA_OP

void
oracle_compute (const OracleCall *call)
{
  oracles[call->op](call);
}

/* The element of a smaller tensor that stands at @at once it is repeated to
 * shape @full. */
gsize
oracle_ravel_broadcast (const KomaShape *shape,
                        const KomaShape *full,
                        const gint64    *at)
{
  gint64 own[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < shape->rank; i++)
    own[i] = shape->dims[i] == 1 ? 0 : at[full->rank - shape->rank + i];
  return oracle_ravel (shape, own);
}

/* The element of an input, repeated to the shape of the result, at @at. */
double
oracle_get_broadcast (const OracleCall *call,
                      guint             input,
                      const gint64     *at)
{
  const OracleTensor *tensor = &call->in[input];

  return tensor->data[oracle_ravel_broadcast (&tensor->shape, &call->out->shape, at)];
}

/* What int32 makes of an integer out of its range (but exact in a double). */
double
oracle_wrap (double value)
{
  return (gint32) (guint32) (gint64) value;
}

/* NaN where one of the two is. */
double
oracle_max (double a,
            double b)
{
  return isnan (a) || isnan (b) ? NAN : fmax (a, b);
}

double
oracle_min (double a,
            double b)
{
  return isnan (a) || isnan (b) ? NAN : fmin (a, b);
}

guint
oracle_axis (gint64 axis,
             guint  rank)
{
  return axis < 0 ? axis + rank : axis;
}
