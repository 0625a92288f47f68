/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each pixel of the result is a pixel of the input. The element type does not
 * matter. */
#include <string.h>

#include "engine/runtime/memory.h"
#include "resize-positions.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits units;   /* items are lines of the result */
  gsize       *columns; /* [out_w] bytes into a line of the input */
  gsize       *rows;    /* [out_h] */
  gsize        pixel_bytes;
} Nearest;

static void
nearest_free (gpointer data)
{
  Nearest *nearest = data;

  koma_memory_free (nearest->columns);
  koma_memory_free (nearest->rows);
  g_free (nearest);
}

static void
nearest_run (const KomaCpuStep *step,
             gsize              unit)
{
  const Nearest     *nearest = step->data;
  const KomaShape   *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape   *out = koma_cpu_step_out_shape (step, 0);
  const KomaCpuRange range = koma_cpu_units_get_range (&nearest->units, unit);
  const gsize        n_bytes = nearest->pixel_bytes;
  guint8            *pixel = (guint8 *) step->out[0] + range.begin * out->dims[2] * n_bytes;

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize   in_line = line / out->dims[1] * in->dims[1] + nearest->rows[line % out->dims[1]];
    const guint8 *source = (const guint8 *) step->in[0] + in_line * in->dims[2] * n_bytes;

    for (gsize x = 0; x < (gsize) out->dims[2]; x++) {
      memcpy (pixel, source + nearest->columns[x], n_bytes);
      pixel += n_bytes;
    }
  }
}

gboolean
koma_cpu_resize_nearest_prepare (KomaCpuStep *step,
                                 GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Nearest         *nearest = g_new0 (Nearest, 1);

  step->data = nearest;
  step->free_data = nearest_free;
  step->run = nearest_run;
  if (koma_shape_count (out) == 0)
    return TRUE;
  nearest->pixel_bytes = out->dims[3] * koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  nearest->columns =
    koma_cpu_resize_nearest_positions (step, 1, out->dims[2], nearest->pixel_bytes, error);
  if (nearest->columns == NULL)
    return FALSE;
  nearest->rows = koma_cpu_resize_nearest_positions (step, 0, out->dims[1], 1, error);
  if (nearest->rows == NULL)
    return FALSE;
  nearest->units = koma_cpu_units_make (out->dims[0] * out->dims[1],
                                        (double) out->dims[2] * (4 + out->dims[3]));
  step->n_units = koma_cpu_units_get_n (&nearest->units);
  return TRUE;
}
