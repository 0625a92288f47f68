/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* For each index a line along the new dimension. */
#include <string.h>

#include "step.h"
#include "units.h"

typedef struct
{
  KomaShapeAxis axis;  /* of the result */
  KomaCpuUnits  units; /* items are indices */
  gsize         elem_size;
} OneHot;

static void
one_hot_run (const KomaCpuStep *step,
             gsize              unit)
{
  const OneHot        *one_hot = step->data;
  const KomaShapeAxis *axis = &one_hot->axis;
  const KomaCpuRange   range = koma_cpu_units_get_range (&one_hot->units, unit);
  const gint32        *indices = step->in[0];

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize first = i / axis->n_inner * axis->n_axis * axis->n_inner + i % axis->n_inner;
    gint64      index = indices[i];

    if (index < 0 && step->node->params.axis.wraps)
      index += (gint64) axis->n_axis;
    for (gsize k = 0; k < axis->n_axis; k++)
      memcpy ((guint8 *) step->out[0] + (first + k * axis->n_inner) * one_hot->elem_size,
              step->in[(gint64) k == index ? 2 : 3], one_hot->elem_size);
  }
}

gboolean
koma_cpu_one_hot_prepare (KomaCpuStep *step,
                          GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const gsize      count = koma_shape_count (out);
  OneHot          *one_hot = g_new0 (OneHot, 1);

  one_hot->axis = koma_shape_split_at (out, step->node->params.axis.axis);
  one_hot->elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 2));
  one_hot->units = koma_cpu_units_make (count == 0 ? 0 : count / one_hot->axis.n_axis,
                                        2.0 * one_hot->axis.n_axis);
  step->data = one_hot;
  step->free_data = g_free;
  step->run = one_hot_run;
  step->n_units = koma_cpu_units_get_n (&one_hot->units);
  return TRUE;
}
