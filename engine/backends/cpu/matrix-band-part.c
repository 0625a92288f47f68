/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Of each row a range is copied, the rest is 0. */
#include <string.h>

#include "step.h"
#include "units.h"

static void
matrix_band_part_run (const KomaCpuStep *step,
                      gsize              unit)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  const KomaCpuRange  range = koma_cpu_units_get_range (step->data, unit);
  const gsize         elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  const gint64        n = in->dims[in->rank - 1];

  for (gsize i = range.begin; i < range.end; i++) {
    const gint64 row = (gint64) (i % in->dims[in->rank - 2]);
    const gint64 begin = CLAMP (row - params->band.lower, 0, n);
    const gint64 end = CLAMP (row + params->band.upper + 1, begin, n);
    const gsize  offset = i * n * elem_size;
    guint8      *out = (guint8 *) step->out[0] + offset;

    memset (out, 0, n * elem_size);
    memcpy (out + begin * elem_size,
            (const guint8 *) step->in[0] + offset + begin * elem_size, (end - begin) * elem_size);
  }
}

gboolean
koma_cpu_matrix_band_part_prepare (KomaCpuStep *step,
                                   GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const gsize      count = koma_shape_count (in);
  const gsize      n = in->dims[in->rank - 1];
  KomaCpuUnits    *units = g_new (KomaCpuUnits, 1);

  *units = koma_cpu_units_make (count == 0 ? 0 : count / n, 2.0 * n);
  step->data = units;
  step->free_data = g_free;
  step->run = matrix_band_part_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
