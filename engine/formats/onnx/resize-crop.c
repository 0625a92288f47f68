/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A region of a picture, resized: element i of a side lies at
 *
 *   start · (in - 1) + i · (end - start) · (in - 1) / (out - 1)
 *   (start + end) · (in - 1) / 2 where out is 1
 *
 * and has the extrapolation_value where that is outside. The region is known ahead, and so are the
 * weights of all pixels: a matrix for rows and one for columns,
 *
 *   y = rows [out_h,h] · x [n,c,h,w] · columns [w,out_w]
 */

#include "resize-crop.h"

#include <math.h>
#include <string.h>

typedef struct
{
  char    *mode;
  char    *nearest;
  double   cubic;
  gboolean is_exclusive; /* pixels outside have no weight */
} Kernel;

typedef struct
{
  gint64  in;
  gint64  out;
  float  *weights;   /* [out, in] */
  guint8 *is_inside; /* [out] */
} Side;

static gint64
round_place (const Kernel *kernel,
             double        at)
{
  if (g_str_equal (kernel->nearest, "floor"))
    return (gint64) floor (at);
  if (g_str_equal (kernel->nearest, "ceil"))
    return (gint64) ceil (at);
  return (gint64) (g_str_equal (kernel->nearest, "round_prefer_ceil") ? floor (at + 0.5)
                                                                      : ceil (at - 0.5));
}

/* Keys' polynomials, or a triangle. */
static double
weigh (const Kernel *kernel,
       double        distance)
{
  const double d = fabs (distance);
  const double a = kernel->cubic;

  if (g_str_equal (kernel->mode, "linear"))
    return MAX (1 - d, 0);
  if (d < 1)
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

static void
set_weights (const Kernel *kernel,
             const Side   *side,
             double        at,
             float        *weights) /* [in] */
{
  const gint64 first = (gint64) floor (at) - 1;
  double       sum = 0;

  if (g_str_equal (kernel->mode, "nearest")) {
    weights[CLAMP (round_place (kernel, at), 0, side->in - 1)] = 1;
    return;
  }
  for (gint64 i = first; i < first + 4; i++) {
    const double weight = weigh (kernel, at - (double) i);

    if (kernel->is_exclusive && (i < 0 || i >= side->in))
      continue;
    sum += weight;
    weights[CLAMP (i, 0, side->in - 1)] += (float) weight;
  }
  for (gint64 i = 0; i < side->in && kernel->is_exclusive && sum != 0; i++)
    weights[i] = (float) ((double) weights[i] / sum);
}

static gboolean
fill_side (KomaOnnxCall *call,
           const Kernel *kernel,
           Side         *side,
           double        start,
           double        end)
{
  const KomaShape shape = KOMA_SHAPE (side->out, side->in);
  const double    last = (double) side->in - 1;
  gsize           count = 0;

  if (!koma_shape_check (&shape, sizeof (float), &count, &call->nodes->error))
    return FALSE;
  side->weights = g_try_new0 (float, count + 1);
  side->is_inside = g_try_new0 (guint8, (gsize) side->out + 1);
  if (side->weights == NULL || side->is_inside == NULL) {
    koma_builder_fail (call->nodes, KOMA_ERROR_MEMORY, "no memory for the weights");
    return FALSE;
  }
  for (gint64 i = 0; i < side->out; i++) {
    const double part = side->out > 1 ? (double) i / ((double) side->out - 1) : 0.5;
    const double at = last * (start + part * (end - start));

    side->is_inside[i] = at >= 0 && at <= last;
    if (side->is_inside[i])
      set_weights (kernel, side, at, side->weights + i * side->in);
  }
  return TRUE;
}

/* Whether row i and column k of the result lie inside: bool [out_h,out_w]. */
static KomaValueId
add_mask (KomaOnnxCall *call,
          const Side   *sides)
{
  const KomaValueId rows = koma_builder_data (call->nodes, KOMA_DTYPE_BOOL,
                                              KOMA_SHAPE (sides[0].out, 1), sides[0].is_inside);
  const KomaValueId columns = koma_builder_data (call->nodes, KOMA_DTYPE_BOOL,
                                                 KOMA_SHAPE (1, sides[1].out), sides[1].is_inside);

  return koma_builder_binary (call->nodes, KOMA_OP_LOGICAL_AND, rows, columns);
}

static KomaValueId
apply (KomaOnnxCall *call,
       KomaValueId   x,
       const Side   *sides)
{
  KomaBuilder *nodes = call->nodes;
  const double outside = koma_onnx_attr_float (call->node, "extrapolation_value", 0);
  KomaValueId  weights[2] = { 0 };
  KomaValueId  value = KOMA_VALUE_NONE;

  for (guint i = 0; i < 2; i++)
    weights[i] = koma_builder_data (nodes, KOMA_DTYPE_FLOAT32,
                                    KOMA_SHAPE (sides[i].out, sides[i].in), sides[i].weights);
  value = koma_builder_mat_mul (nodes, x, weights[1], FALSE, TRUE);
  value = koma_builder_binary (nodes, KOMA_OP_MAT_MUL, weights[0], value);
  return KOMA_BUILDER_NODE (nodes, KOMA_OP_SELECT, NULL, add_mask (call, sides), value,
                            koma_builder_float (nodes, outside));
}

/**
 * koma_onnx_resize_crop:
 *
 * Returns: the region of @x, [n,c,out_h,out_w]. Thread: any.
 */
KomaValueId
koma_onnx_resize_crop (KomaOnnxCall *call,
                       KomaValueId   x,
                       const gint64 *out,
                       const float  *start,
                       const float  *end)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "nearest");
  g_autofree char *nearest = koma_onnx_attr_string (call->node, "nearest_mode",
                                                    "round_prefer_floor");
  const Kernel     kernel = {
        .mode = mode,
        .nearest = nearest,
        .cubic = koma_onnx_attr_float (call->node, "cubic_coeff_a", -0.75),
        .is_exclusive = koma_onnx_attr_int (call->node, "exclude_outside", 0) != 0,
  };
  const KomaShape shape = koma_builder_get_shape (call->nodes, x);
  Side            sides[2] = { { 0 } };
  KomaValueId     value = KOMA_VALUE_NONE;
  gboolean        is_filled = TRUE;

  if (koma_onnx_attr_int (call->node, "antialias", 0) != 0)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "antialias with tf_crop_and_resize");
  for (guint i = 0; i < 2 && is_filled && call->nodes->error == NULL; i++) {
    sides[i].in = shape.dims[2 + i];
    sides[i].out = out[i];
    if (sides[i].in < 1 || !isfinite (start[i]) || !isfinite (end[i]))
      koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "the region of dimension %u", 2 + i);
    else
      is_filled = fill_side (call, &kernel, &sides[i], (double) start[i], (double) end[i]);
  }
  if (call->nodes->error == NULL)
    value = apply (call, x, sides);
  for (guint i = 0; i < 2; i++) {
    g_free (sides[i].weights);
    g_free (sides[i].is_inside);
  }
  return value;
}
