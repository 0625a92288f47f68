/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

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
get_scale (const OracleCall *call,
           guint             d)
{
  double exact = (double) call->out->shape.dims[d] / call->in[0].shape.dims[d];

  return koma_attrs_get_float (call->attrs, d == 1 ? "scale_h" : "scale_w", exact);
}

/* In float64, as TensorFlow.js computes positions, and not in float32, as
 * TensorFlow does: which neighbour is the nearest can hang on the last bit. ONNX
 * Runtime's are of float32. */
static double
find_position (const OracleCall *call,
               gint64            i,
               guint             d)
{
  gboolean    align = koma_attrs_get_int (call->attrs, "align_corners", 0);
  gboolean    half = koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);
  const char *mode = koma_attrs_get_string (call->attrs, "coordinate_transformation_mode", NULL);
  gint64      in = call->in[0].shape.dims[d];
  gint64      out = call->out->shape.dims[d];
  double      scale = align && out > 1 ? (in - 1.0) / (out - 1.0) : (double) in / out;

  if (mode != NULL)
    return (float) find_onnx_position (mode, i, in, out, get_scale (call, d));
  return half ? (i + 0.5) * scale - 0.5 : i * scale;
}

static gint64
find_nearest (const OracleCall *call,
              gint64            i,
              guint             d)
{
  double   position = find_position (call, i, d);
  gboolean is_flagged = koma_attrs_get_int (call->attrs, "align_corners", 0) ||
                        koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);
  const char *fallback = koma_attrs_has (call->attrs, "coordinate_transformation_mode")
                           ? "round_prefer_floor"
                         : is_flagged ? "round_prefer_ceil"
                                      : "floor";
  const char *mode = koma_attrs_get_string (call->attrs, "nearest_mode", fallback);

  if (g_str_equal (mode, "floor"))
    return floor (position);
  if (g_str_equal (mode, "ceil"))
    return ceil (position);
  return g_str_equal (mode, "round_prefer_floor") ? ceil (position - 0.5)
                                                  : floor (position + 0.5);
}

static double
weigh (const OracleCall *call,
       double            x)
{
  gboolean half = koma_attrs_get_int (call->attrs, "half_pixel_centers", 0) != 0;
  double   a = koma_attrs_get_float (call->attrs, "cubic_coeff_a", half ? -0.5 : -0.75);

  x = fabs (x);
  if (call->op == KOMA_OP_RESIZE_BILINEAR)
    return MAX (1 - x, 0);
  if (x <= 1)
    return (a + 2) * x * x * x - (a + 3) * x * x + 1;
  return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0;
}

/* Over rows (d = 1), for each of them over columns (d = 2). */
static double
interpolate (const OracleCall *call,
             const gint64     *out_at,
             gint64           *at,
             guint             d)
{
  const OracleTensor *x = &call->in[0];
  gboolean            is_antialiased = koma_attrs_get_int (call->attrs, "antialias", 0) != 0;
  gint64              is_half = koma_attrs_get_int (call->attrs, "half_pixel_centers", 0);
  gboolean            excludes = koma_attrs_get_int (call->attrs, "exclude_outside", is_half) != 0;
  gint64              in = x->shape.dims[d];
  double              shrink = is_antialiased ? MIN (get_scale (call, d), 1) : 1;
  double              position = find_position (call, out_at[d], d);
  gint64              radius = ceil (2 / shrink) + 1;
  double              sum = 0;
  double              weights = 0;

  for (gint64 i = (gint64) floor (position) - radius; i <= floor (position) + radius; i++) {
    double weight = weigh (call, (i - position) * shrink);

    if (weight == 0 || (call->op == KOMA_OP_RESIZE_BICUBIC && excludes && (i < 0 || i >= in)))
      continue;
    at[d] = CLAMP (i, 0, in - 1);
    sum += weight * (d == 1 ? interpolate (call, out_at, at, 2)
                            : x->data[oracle_ravel (&x->shape, at)]);
    weights += weight;
  }
  return sum / weights;
}

void
oracle_resize (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, out_at);
    at[0] = out_at[0];
    at[3] = out_at[3];
    if (call->op == KOMA_OP_RESIZE_NEAREST) {
      for (guint d = 1; d < 3; d++)
        at[d] = CLAMP (find_nearest (call, out_at[d], d), 0, x->shape.dims[d] - 1);
      call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
    } else {
      call->out->data[i] = interpolate (call, out_at, at, 1);
    }
  }
}
