/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResizeBicubic, and ResizeBilinear with antialias: each pixel of the result is a
 * weighted sum of pixels around its place,
 *
 *   Σ column weight · Σ row weight · pixel
 *
 * The inner sum is made once for a line of the result, as long as a line of the input. */
#include "resize-weighted.h"

#include <math.h>
#include <string.h>

#include "engine/graph/resize-side.h"
#include "engine/runtime/memory.h"
#include "refuse.h"
#include "units.h"

/* Each unit has a line of its own. */
#define MAX_UNITS 16
/* Channels. */
#define MAX_FEW 4

typedef struct
{
  gsize offset; /* of a row or a column, elements */
  float weight;
} Tap;

typedef struct
{
  gsize n_taps;
  Tap  *taps; /* [out_size][n_taps] */
} Side;

typedef struct
{
  KomaCpuUnits units; /* items are lines of the result */
  Side         rows;
  Side         columns;
  float       *lines; /* [n_units][in_w * c] scratch: the inner sums */
} Weighted;

static void
weighted_free (gpointer data)
{
  Weighted *weighted = data;

  koma_memory_free (weighted->rows.taps);
  koma_memory_free (weighted->columns.taps);
  koma_memory_free (weighted->lines);
  g_free (weighted);
}

/* The sum of @n_taps stretches of @n elements. */
static void
sum_taps (const float *in,
          const Tap   *taps,
          gsize        n_taps,
          float *restrict sum,
          gsize n)
{
  memset (sum, 0, n * sizeof (float));
  for (gsize tap = 0; tap < n_taps; tap++) {
    const float *restrict from = in + taps[tap].offset;
    const float weight = taps[tap].weight;

    for (gsize i = 0; weight != 0.0f && i < n; i++)
      sum[i] += weight * from[i];
  }
}

/* The same of a pixel of few channels, whose sums stay in registers. */
static void
sum_pixel (const float *line,
           const Tap   *taps,
           gsize        n_taps,
           float *restrict pixel,
           gsize n)
{
  for (gsize c = 0; c < n; c++) {
    float sum = 0.0f;

    for (gsize tap = 0; tap < n_taps; tap++)
      if (taps[tap].weight != 0.0f)
        sum += taps[tap].weight * line[taps[tap].offset + c];
    pixel[c] = sum;
  }
}

static void
weighted_run (const KomaCpuStep *step,
              gsize              unit)
{
  const Weighted    *weighted = step->data;
  const KomaShape   *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape   *out = koma_cpu_step_out_shape (step, 0);
  const Side        *rows = &weighted->rows;
  const Side        *columns = &weighted->columns;
  const KomaCpuRange range = koma_cpu_units_get_range (&weighted->units, unit);
  const gsize        n = in->dims[3];
  const gsize        n_line = in->dims[2] * n;
  float             *line = weighted->lines + unit * n_line;
  float             *pixel = (float *) step->out[0] + range.begin * out->dims[2] * n;

  for (gsize i = range.begin; i < range.end; i++) {
    const float *picture =
      (const float *) step->in[0] + i / out->dims[1] * in->dims[1] * n_line;

    sum_taps (picture, rows->taps + i % out->dims[1] * rows->n_taps, rows->n_taps, line, n_line);
    for (gsize x = 0; x < (gsize) out->dims[2]; x++, pixel += n)
      (n <= MAX_FEW ? sum_pixel : sum_taps) (line, columns->taps + x * columns->n_taps,
                                             columns->n_taps, pixel, n);
  }
}

/* Keys, Cubic Convolution Interpolation for Digital Image Processing, 1981. */
static double
weigh_cubic (double x,
             double a)
{
  x = fabs (x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static double
weigh_linear (double x)
{
  return MAX (1 - fabs (x), 0);
}

/* How much smaller a window's step is than a pixel of the input. */
static double
get_shrink (const KomaCpuStep *step,
            guint              index)
{
  const KomaResizeParams *params = &step->node->params.resize;

  return params->is_antialiased ? MIN (params->sides[index].scale, 1) : 1;
}

/* The first tap, counted from the pixel before the place; the last is 1 minus it. */
static gint64
get_first (const KomaCpuStep *step,
           guint              index)
{
  const double radius = step->node->op == KOMA_OP_RESIZE_BICUBIC ? 2 : 1;

  return (gint64) floor (-radius / get_shrink (step, index)) + 1;
}

static void
fill_taps (const KomaCpuStep *step,
           guint              index,
           gint64             i,
           gsize              stride,
           gsize              n_taps,
           Tap               *taps)
{
  const KomaResizeParams *params = &step->node->params.resize;
  const KomaResizeSide   *side = &params->sides[index];
  const gint64            last = side->in_size - 1;
  const double            position = koma_resize_side_get_position (side, i);
  const double            shrink = get_shrink (step, index);
  const gint64            first = (gint64) floor (position) + get_first (step, index);
  const gboolean          is_cubic = step->node->op == KOMA_OP_RESIZE_BICUBIC;
  double                  sum = 0;

  for (gsize tap = 0; tap < n_taps; tap++) {
    const gint64 at = first + (gint64) tap;
    const double x = ((double) at - position) * shrink;
    const double weight = is_cubic ? weigh_cubic (x, params->cubic_a) : weigh_linear (x);

    taps[tap].offset = (gsize) CLAMP (at, 0, last) * stride;
    taps[tap].weight =
      params->excludes_outside && (at < 0 || at > last) ? 0.0f : (float) weight;
    sum += taps[tap].weight;
  }
  for (gsize tap = 0; tap < n_taps && sum != 0; tap++)
    taps[tap].weight = (float) (taps[tap].weight / sum);
}

static gboolean
init_side (Side              *side,
           const KomaCpuStep *step,
           guint              index,
           gsize              stride,
           GError           **error)
{
  const gsize n = koma_cpu_step_out_shape (step, 0)->dims[1 + index];

  side->n_taps = 2 - 2 * get_first (step, index);
  side->taps = koma_memory_alloc (n * side->n_taps * sizeof (Tap), error);
  for (gsize i = 0; side->taps != NULL && i < n; i++)
    fill_taps (step, index, i, stride, side->n_taps, side->taps + i * side->n_taps);
  return side->taps != NULL;
}

static void
set_units (Weighted        *weighted,
           const KomaShape *in,
           const KomaShape *out)
{
  const gsize  n_lines = out->dims[0] * out->dims[1];
  const double line_cost = (double) in->dims[2] * in->dims[3] * weighted->rows.n_taps +
                           (double) out->dims[2] * in->dims[3] * weighted->columns.n_taps;

  weighted->units = koma_cpu_units_make (n_lines, line_cost);
  weighted->units.items_per_unit = MAX (weighted->units.items_per_unit,
                                        (n_lines + MAX_UNITS - 1) / MAX_UNITS);
}

/**
 * koma_cpu_resize_weighted_prepare:
 *
 * Prepares a resize of float32 [n,h,w,c] by weights of several pixels. Errors:
 * %KOMA_ERROR_MEMORY.
 */
gboolean
koma_cpu_resize_weighted_prepare (KomaCpuStep *step,
                                  GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Weighted        *weighted = g_new0 (Weighted, 1);

  step->data = weighted;
  step->free_data = weighted_free;
  step->run = weighted_run;
  if (koma_shape_count (out) == 0)
    return TRUE;
  if (!init_side (&weighted->rows, step, 0, in->dims[2] * in->dims[3], error) ||
      !init_side (&weighted->columns, step, 1, in->dims[3], error))
    return FALSE;
  set_units (weighted, in, out);
  step->n_units = koma_cpu_units_get_n (&weighted->units);
  weighted->lines =
    koma_memory_alloc (step->n_units * in->dims[2] * in->dims[3] * sizeof (float), error);
  return weighted->lines != NULL;
}

gboolean
koma_cpu_resize_bicubic_prepare (KomaCpuStep *step,
                                 GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);
  return koma_cpu_resize_weighted_prepare (step, error);
}
