/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each pixel of the gradient adds to the one that it was copied from. Items are pictures, so
 * that no two units add to the same pixel. */
#include <string.h>

#include "engine/runtime/memory.h"
#include "resize-positions.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits units;
  gsize       *columns; /* [out_w] in elements */
  gsize       *rows;    /* [out_h] in elements */
} NearestGrad;

static void
grad_free (gpointer data)
{
  NearestGrad *grad = data;

  koma_memory_free (grad->columns);
  koma_memory_free (grad->rows);
  g_free (grad);
}

static void
add_line (const KomaCpuStep *step,
          const float       *gradient,
          float             *line)
{
  const NearestGrad *grad = step->data;
  const KomaShape   *shape = koma_cpu_step_in_shape (step, 0);
  const gsize        n = shape->dims[3];

  for (gsize x = 0; x < (gsize) shape->dims[2]; x++)
    for (gsize c = 0; c < n; c++)
      line[grad->columns[x] + c] += gradient[x * n + c];
}

static void
grad_run (const KomaCpuStep *step,
          gsize              unit)
{
  const NearestGrad *grad = step->data;
  const KomaShape   *from = koma_cpu_step_in_shape (step, 0);
  const KomaShape   *to = koma_cpu_step_out_shape (step, 0);
  const KomaCpuRange range = koma_cpu_units_get_range (&grad->units, unit);
  const gsize        from_line = from->dims[2] * from->dims[3];
  const gsize        to_picture = to->dims[1] * to->dims[2] * to->dims[3];

  for (gsize i = range.begin; i < range.end; i++) {
    float *picture = (float *) step->out[0] + i * to_picture;

    memset (picture, 0, to_picture * sizeof (float));
    for (gsize y = 0; y < (gsize) from->dims[1]; y++)
      add_line (step, (const float *) step->in[0] + (i * from->dims[1] + y) * from_line,
                picture + grad->rows[y]);
  }
}

gboolean
koma_cpu_resize_nearest_grad_prepare (KomaCpuStep *step,
                                      GError     **error)
{
  const KomaShape *from = koma_cpu_step_in_shape (step, 0);
  const KomaShape *to = koma_cpu_step_out_shape (step, 0);
  NearestGrad     *grad = g_new0 (NearestGrad, 1);

  step->data = grad;
  step->free_data = grad_free;
  step->run = grad_run;
  if (koma_shape_count (to) == 0)
    return TRUE;
  grad->columns = koma_cpu_resize_nearest_positions (step, 1, from->dims[2], to->dims[3], error);
  if (grad->columns == NULL)
    return FALSE;
  grad->rows = koma_cpu_resize_nearest_positions (step, 0, from->dims[1],
                                                  to->dims[2] * to->dims[3], error);
  if (grad->rows == NULL)
    return FALSE;
  grad->units = koma_cpu_units_make (
    to->dims[0], (double) from->dims[1] * from->dims[2] * from->dims[3] + koma_shape_count (to));
  step->n_units = koma_cpu_units_get_n (&grad->units);
  return TRUE;
}
