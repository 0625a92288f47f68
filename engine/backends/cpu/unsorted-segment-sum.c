/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the input are added in their order. A unit is a range of columns, so that no two add
 * to the same number. */
#include <string.h>

#include "step.h"
#include "units.h"

/* Columns of an item: a cache line. */
#define ITEM_COLUMNS 16

typedef struct
{
  KomaCpuUnits units;
  gsize        n_rows;
  gsize        n_segments;
  gsize        row_elems;
} SegmentSum;

static void
add_floats (const float *restrict from,
            float *restrict to,
            gsize n)
{
  for (gsize i = 0; i < n; i++)
    to[i] += from[i];
}

static void
add_ints (const guint32 *restrict from,
          guint32 *restrict to,
          gsize n)
{
  for (gsize i = 0; i < n; i++)
    to[i] += from[i];
}

static void
sum_columns (const KomaCpuStep *step,
             gsize              first,
             gsize              n)
{
  const SegmentSum *sum = step->data;
  const gboolean    is_float = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32;
  const guint32    *from = (const guint32 *) step->in[0] + first;
  guint32          *to = (guint32 *) step->out[0] + first;
  const gint32     *ids = step->in[1];

  for (gsize i = 0; i < sum->n_segments; i++)
    memset (to + i * sum->row_elems, 0, n * sizeof *to);
  for (gsize i = 0; i < sum->n_rows; i++) {
    if (ids[i] < 0 || (gsize) ids[i] >= sum->n_segments)
      continue;
    if (is_float)
      add_floats ((const float *) (from + i * sum->row_elems),
                  (float *) (to + (gsize) ids[i] * sum->row_elems), n);
    else
      add_ints (from + i * sum->row_elems, to + (gsize) ids[i] * sum->row_elems, n);
  }
}

static void
segment_sum_run (const KomaCpuStep *step,
                 gsize              unit)
{
  const SegmentSum  *sum = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&sum->units, unit);
  const gsize        first = range.begin * ITEM_COLUMNS;

  sum_columns (step, first, MIN (range.end * ITEM_COLUMNS, sum->row_elems) - first);
}

gboolean
koma_cpu_unsorted_segment_sum_prepare (KomaCpuStep *step,
                                       GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  SegmentSum      *sum = g_new0 (SegmentSum, 1);

  step->data = sum;
  step->free_data = g_free;
  step->run = segment_sum_run;
  sum->n_rows = koma_shape_count (koma_cpu_step_in_shape (step, 1));
  sum->n_segments = out->dims[0];
  if (koma_shape_count (out) == 0)
    return TRUE;
  sum->row_elems = koma_shape_count (out) / sum->n_segments;
  sum->units = koma_cpu_units_make ((sum->row_elems - 1) / ITEM_COLUMNS + 1,
                                    (double) ITEM_COLUMNS * (sum->n_rows + sum->n_segments));
  step->n_units = koma_cpu_units_get_n (&sum->units);
  return TRUE;
}
