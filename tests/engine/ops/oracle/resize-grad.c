/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Where row (d = 1) or column (d = 2) @i of dy lies in the result, by TensorFlow's flags. */
static double
find_position (const OracleCall *call,
               gint64            i,
               guint             d)
{
  gboolean align = koma_attrs_get_int (call->attrs, "align_corners", 0);
  gboolean half = koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);
  gint64   in = call->out->shape.dims[d];
  gint64   out = call->in[0].shape.dims[d];
  double   scale = align && out > 1 ? (in - 1.0) / (out - 1.0) : (double) in / out;

  return half ? (i + 0.5) * scale - 0.5 : i * scale;
}

/* How much of row or column @i of dy was made from @to. */
static double
weigh (const OracleCall *call,
       gint64            i,
       gint64            to,
       guint             d)
{
  gint64   last = call->out->shape.dims[d] - 1;
  double   position = find_position (call, i, d);
  gboolean is_rounded = koma_attrs_get_int (call->attrs, "align_corners", 0) ||
                        koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);

  if (call->op == KOMA_OP_RESIZE_NEAREST_GRAD)
    return CLAMP (floor (position + (is_rounded ? 0.5 : 0)), 0, last) == to;
  position = CLAMP (position, 0, last);
  return MAX (1 - fabs (position - to), 0);
}

/* The sum for one element of the result. */
static double
gather (const OracleCall *call,
        const gint64     *at)
{
  const OracleTensor *dy = &call->in[0];
  double              sum = 0;

  for (gint64 y = 0; y < dy->shape.dims[1]; y++)
    for (gint64 x = 0; x < dy->shape.dims[2]; x++) {
      gint64 dy_at[] = { at[0], y, x, at[3] };
      double weight = weigh (call, y, at[1], 1) * weigh (call, x, at[2], 2);

      if (weight != 0)
        sum += weight * dy->data[oracle_ravel (&dy->shape, dy_at)];
    }
  return sum;
}

void
oracle_resize_grad (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] = gather (call, at);
  }
}
