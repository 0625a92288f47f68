/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize-weights.h"

/* By ONNX's words; length is that of the result before it was cut to a whole
 * number. */
static double
find_onnx_position (const char *mode,
                    gint64      i,
                    gint64      in,
                    gint64      out,
                    double      scale)
{
  double length = in * scale;

  if (g_str_equal (mode, "asymmetric"))
    return i / scale;
  if (g_str_equal (mode, "align_corners"))
    return out == 1 ? 0 : i * (in - 1) / (length - 1);
  if (g_str_equal (mode, "pytorch_half_pixel") && out == 1)
    return 0;
  if (g_str_equal (mode, "half_pixel_symmetric"))
    return in / 2.0 * (1 - out / length) + (i + 0.5) / scale - 0.5;
  if (g_str_equal (mode, "tf_half_pixel_for_nn"))
    return (i + 0.5) / scale;
  return (i + 0.5) / scale - 0.5;
}

static double
get_scale (const OracleSide *side)
{
  double exact = (double) side->out / side->in;

  return koma_attrs_get_float (side->attrs, side->d == 1 ? "scale_h" : "scale_w", exact);
}

/* In float64, as TensorFlow.js computes positions, and not in float32, as
 * TensorFlow does: which neighbour is the nearest can hang on the last bit. ONNX
 * Runtime's are of float32. */
static double
find_position (const OracleSide *side,
               gint64            i)
{
  gboolean    align = koma_attrs_get_int (side->attrs, "align_corners", 0);
  gboolean    half = koma_attrs_get_int (side->attrs, "half_pixel_centers", 0);
  const char *mode = koma_attrs_get_string (side->attrs, "coordinate_transformation_mode", NULL);
  double      scale = (double) side->in / side->out;

  if (mode != NULL)
    return (float) find_onnx_position (mode, i, side->in, side->out, get_scale (side));
  if (align && side->out > 1)
    scale = (side->in - 1.0) / (side->out - 1.0);
  return half ? (i + 0.5) * scale - 0.5 : i * scale;
}

static gint64
find_nearest (const OracleSide *side,
              gint64            i)
{
  double   position = find_position (side, i);
  gboolean is_flagged = koma_attrs_get_int (side->attrs, "align_corners", 0) ||
                        koma_attrs_get_int (side->attrs, "half_pixel_centers", 0);
  const char *fallback = koma_attrs_has (side->attrs, "coordinate_transformation_mode")
                           ? "round_prefer_floor"
                         : is_flagged ? "round_prefer_ceil"
                                      : "floor";
  const char *mode = koma_attrs_get_string (side->attrs, "nearest_mode", fallback);

  if (g_str_equal (mode, "floor"))
    return floor (position);
  if (g_str_equal (mode, "ceil"))
    return ceil (position);
  return g_str_equal (mode, "round_prefer_floor") ? ceil (position - 0.5)
                                                  : floor (position + 0.5);
}

static double
weigh (const OracleSide *side,
       double            x)
{
  gboolean half = koma_attrs_get_int (side->attrs, "half_pixel_centers", 0) != 0;
  double   a = koma_attrs_get_float (side->attrs, "cubic_coeff_a", half ? -0.5 : -0.75);

  x = fabs (x);
  if (!side->is_cubic)
    return MAX (1 - x, 0);
  if (x <= 1)
    return (a + 2) * x * x * x - (a + 3) * x * x + 1;
  return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0;
}

/* The weights of the neighbours of row or column @i, whose sum is 1. */
static void
interpolate (const OracleSide *side,
             gint64            i,
             double           *weights /* [in] */)
{
  gboolean is_antialiased = koma_attrs_get_int (side->attrs, "antialias", 0) != 0;
  gint64   is_half = koma_attrs_get_int (side->attrs, "half_pixel_centers", 0);
  gboolean excludes = koma_attrs_get_int (side->attrs, "exclude_outside", is_half) != 0;
  double   shrink = is_antialiased ? MIN (get_scale (side), 1) : 1;
  double   position = find_position (side, i);
  gint64   radius = ceil (2 / shrink) + 1;
  double   sum = 0;

  for (gint64 k = (gint64) floor (position) - radius; k <= floor (position) + radius; k++) {
    double weight = weigh (side, (k - position) * shrink);

    if (side->is_cubic && excludes && (k < 0 || k >= side->in))
      continue;
    weights[CLAMP (k, 0, side->in - 1)] += weight;
    sum += weight;
  }
  for (gint64 k = 0; k < side->in; k++)
    weights[k] /= sum;
}

/* How much each of the @in rows (d = 1) or columns (d = 2) gives to each of the @out:
 * [out,in]. */
double *
oracle_make_resize_weights (const OracleSide *side)
{
  double *weights = g_new0 (double, side->out * side->in);

  for (gint64 i = 0; i < side->out; i++)
    if (side->is_nearest)
      weights[i * side->in + CLAMP (find_nearest (side, i), 0, side->in - 1)] = 1;
    else
      interpolate (side, i, &weights[i * side->in]);
  return weights;
}

/* The sum over the plane of @x at picture at[0] and channel at[3]; a step leads to the weight of
 * the next row or column. */
double
oracle_weigh_plane (const OracleTensor *x,
                    const gint64       *at,
                    const double       *rows,
                    gint64              row_step,
                    const double       *columns,
                    gint64              column_step)
{
  double sum = 0;

  for (gint64 y = 0; y < x->shape.dims[1]; y++)
    for (gint64 k = 0; k < x->shape.dims[2] && rows[y * row_step] != 0; k++) {
      double weight = rows[y * row_step] * columns[k * column_step];
      gint64 x_at[] = { at[0], y, k, at[3] };

      if (weight != 0)
        sum += weight * x->data[oracle_ravel (&x->shape, x_at)];
    }
  return sum;
}
