/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain-resize.h"

#include <math.h>

#define WEIGHT_BITS 22

/* The inputs of one output along an axis. */
typedef struct
{
  guint   first;
  guint   count;
  gint32 *weights; /* [count] */
} Taps;

static double
weigh (double   distance,
       gboolean is_bicubic)
{
  const double x = fabs (distance);

  if (!is_bicubic)
    return MAX (1 - x, 0);
  if (x < 1)
    return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * -0.5 : 0;
}

static Taps
find_taps (guint    index,
           guint    n_inputs,
           guint    n_outputs,
           gboolean is_bicubic)
{
  const double       scale = (double) n_inputs / n_outputs;
  const double       widen = MAX (scale, 1);
  const double       reach = (is_bicubic ? 2 : 1) * widen;
  const double       centre = (index + 0.5) * scale;
  const guint        first = (guint) MAX (centre - reach + 0.5, 0);
  const guint        end = (guint) MIN (centre + reach + 0.5, n_inputs);
  gint32            *weights = g_new (gint32, end - first);
  g_autofree double *values = g_new (double, end - first);
  double             sum = 0;

  for (guint x = first; x < end; x++)
    sum += values[x - first] = weigh ((x - centre + 0.5) * (1 / widen), is_bicubic);
  for (guint k = 0; k < end - first; k++) {
    const double weight = values[k] / sum;

    weights[k] = (gint32) (copysign (0.5, weight) + weight * (1 << WEIGHT_BITS));
  }
  return (Taps){ first, end - first, weights };
}

/* @step: bytes from one input to the next. */
static guint8
sum_taps (const Taps   *taps,
          const guint8 *inputs,
          gsize         step)
{
  gint32 sum = 1 << (WEIGHT_BITS - 1);

  for (guint k = 0; k < taps->count; k++)
    sum += inputs[(taps->first + k) * step] * taps->weights[k];
  return (guint8) CLAMP (sum >> WEIGHT_BITS, 0, 255);
}

void
plain_resize (const KomaPixels *pixels,
              guint             out_width,
              guint             out_height,
              gboolean          is_bicubic,
              guint8           *ret_pixels)
{
  const gsize        n_channels = pixels->n_channels;
  const gsize        row_bytes = out_width * n_channels;
  g_autofree guint8 *narrowed = g_malloc (pixels->height * row_bytes);

  for (guint x = 0; x < out_width; x++) {
    const Taps taps = find_taps (x, pixels->width, out_width, is_bicubic);

    for (guint y = 0; y < pixels->height; y++)
      for (gsize c = 0; c < n_channels; c++)
        narrowed[y * row_bytes + x * n_channels + c] =
          sum_taps (&taps, pixels->data + y * pixels->stride + c, n_channels);
    g_free (taps.weights);
  }
  for (guint y = 0; y < out_height; y++) {
    const Taps taps = find_taps (y, pixels->height, out_height, is_bicubic);

    for (gsize x = 0; x < row_bytes; x++)
      ret_pixels[y * row_bytes + x] = sum_taps (&taps, narrowed + x, row_bytes);
    g_free (taps.weights);
  }
}
