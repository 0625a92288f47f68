/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Whether element @a of the line comes before @b. */
static gboolean
comes_before (const double *line,
              gint64        a,
              gint64        b,
              gboolean      is_largest)
{
  double x = isnan (line[a]) ? INFINITY : line[a];
  double y = isnan (line[b]) ? INFINITY : line[b];

  if (x == y && isnan (line[a]) != isnan (line[b]))
    return (isnan (line[a]) != 0) == is_largest;
  if (x == y)
    return a < b;
  return is_largest ? x > y : x < y;
}

/* The place of each element is how many come before it. */
void
oracle_top_k (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  guint               axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", -1),
                                          x->shape.rank);
  gboolean            is_largest = koma_attrs_get_int (call->attrs, "largest", 1) != 0;
  gint64              n = x->shape.dims[axis];
  g_autofree double  *line = g_new0 (double, MAX (n, 1));

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 own = 0;
    gint64 place = 0;

    oracle_unravel (&x->shape, i, at);
    own = at[axis];
    for (at[axis] = 0; at[axis] < n; at[axis]++)
      line[at[axis]] = x->data[oracle_ravel (&x->shape, at)];
    for (gint64 k = 0; k < n; k++)
      place += k != own && comes_before (line, k, own, is_largest);
    at[axis] = place;
    if (place >= call->out->shape.dims[axis])
      continue;
    call->out[0].data[oracle_ravel (&call->out->shape, at)] = line[own];
    call->out[1].data[oracle_ravel (&call->out->shape, at)] = own;
  }
}
