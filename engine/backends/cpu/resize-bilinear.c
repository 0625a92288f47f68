/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each pixel of the result lies between four of the input:
 *
 *   top    = top left + (top right - top left) · column fraction
 *   bottom = likewise
 *   result = top + (bottom - top) · row fraction
 *
 * All lines have the same column fractions, which prepare computes. */
#include "engine/runtime/memory.h"
#include "refuse.h"
#include "resize-positions.h"
#include "resize-weighted.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits           units;   /* items are lines of the result */
  KomaCpuResizePosition *columns; /* [out_w] in elements */
  KomaCpuResizePosition *rows;    /* [out_h] */
} Bilinear;

static void
bilinear_free (gpointer data)
{
  Bilinear *bilinear = data;

  koma_memory_free (bilinear->columns);
  koma_memory_free (bilinear->rows);
  g_free (bilinear);
}

/* One pixel of @n channels. */
static inline void
mix (const float *const *restrict corners,
     float column_fraction,
     float row_fraction,
     float *restrict out,
     gsize n)
{
  const float *restrict top_left = corners[0];
  const float *restrict top_right = corners[1];
  const float *restrict bottom_left = corners[2];
  const float *restrict bottom_right = corners[3];

  for (gsize c = 0; c < n; c++) {
    const float top = top_left[c] + (top_right[c] - top_left[c]) * column_fraction;
    const float bottom = bottom_left[c] + (bottom_right[c] - bottom_left[c]) * column_fraction;

    out[c] = top + (bottom - top) * row_fraction;
  }
}

static void
bilinear_run (const KomaCpuStep *step,
              gsize              unit)
{
  const Bilinear    *bilinear = step->data;
  const KomaShape   *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape   *out = koma_cpu_step_out_shape (step, 0);
  const KomaCpuRange range = koma_cpu_units_get_range (&bilinear->units, unit);
  const gsize        in_line = in->dims[2] * in->dims[3];
  const gsize        channels = in->dims[3];
  float             *pixel = (float *) step->out[0] + range.begin * out->dims[2] * channels;

  for (gsize line = range.begin; line < range.end; line++) {
    const KomaCpuResizePosition row = bilinear->rows[line % out->dims[1]];
    const float                *picture = (const float *) step->in[0] +
                           line / out->dims[1] * in->dims[1] * in_line;

    for (gsize x = 0; x < (gsize) out->dims[2]; x++) {
      const KomaCpuResizePosition column = bilinear->columns[x];
      const float *const          corners[] = {
                 picture + row.before * in_line + column.before,
                 picture + row.before * in_line + column.after,
                 picture + row.after * in_line + column.before,
                 picture + row.after * in_line + column.after,
      };

      mix (corners, column.fraction, row.fraction, pixel, channels);
      pixel += channels;
    }
  }
}

gboolean
koma_cpu_resize_bilinear_prepare (KomaCpuStep *step,
                                  GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Bilinear        *bilinear = NULL;

  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);
  if (step->node->params.resize.is_antialiased)
    return koma_cpu_resize_weighted_prepare (step, error);

  bilinear = g_new0 (Bilinear, 1);
  step->data = bilinear;
  step->free_data = bilinear_free;
  step->run = bilinear_run;
  if (koma_shape_count (out) == 0)
    return TRUE;
  bilinear->columns = koma_cpu_resize_positions (step, 1, out->dims[2], out->dims[3], error);
  if (bilinear->columns == NULL)
    return FALSE;
  bilinear->rows = koma_cpu_resize_positions (step, 0, out->dims[1], 1, error);
  if (bilinear->rows == NULL)
    return FALSE;
  bilinear->units = koma_cpu_units_make (out->dims[0] * out->dims[1],
                                         (double) out->dims[2] * (4 + 2 * out->dims[3]));
  step->n_units = koma_cpu_units_get_n (&bilinear->units);
  return TRUE;
}
