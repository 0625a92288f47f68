/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* In float64, as TensorFlow.js computes positions, and not in float32, as
 * TensorFlow does: which neighbour is the nearest can hang on the last bit. */
static double
find_position (const OracleCall *call,
               gint64            i,
               gint64            in,
               gint64            out)
{
  gboolean align = koma_attrs_get_int (call->attrs, "align_corners", 0);
  gboolean half = koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);
  double   scale = align && out > 1 ? (in - 1.0) / (out - 1.0) : (double) in / out;

  if (call->op != KOMA_OP_RESIZE_NEAREST)
    return half ? (i + 0.5) * scale - 0.5 : i * scale;
  if (half)
    return floor ((i + 0.5) * scale);
  return align ? round (i * scale) : floor (i * scale);
}

/* Between rows (d = 1) or columns (d = 2) before and behind the position. */
static double
interpolate (const OracleCall *call,
             const gint64     *out_at,
             gint64           *at,
             guint             d)
{
  const OracleTensor *x = &call->in[0];
  gint64              in = x->shape.dims[d];
  double              position = find_position (call, out_at[d], in, call->out->shape.dims[d]);
  double              part = position - floor (position);
  double              values[2] = { 0 };

  for (guint i = 0; i < 2; i++) {
    at[d] = CLAMP ((gint64) floor (position) + (gint64) i, 0, in - 1);
    values[i] = d == 1 ? interpolate (call, out_at, at, 2) : x->data[oracle_ravel (&x->shape, at)];
  }
  return values[0] * (1 - part) + values[1] * part;
}

void
oracle_resize (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, out_at);
    at[0] = out_at[0];
    at[3] = out_at[3];
    call->out->data[i] = interpolate (call, out_at, at, 1);
  }
}
