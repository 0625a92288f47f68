/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Repeats one element. The first input is the shape, which inference has read. */
#include <string.h>

#include "step.h"
#include "units.h"

static void
fill_run (const KomaCpuStep *step,
          gsize              unit)
{
  const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit);
  guint32           *out = step->out[0];
  guint32            value = 0;

  if (koma_cpu_step_in_dtype (step, 1) == KOMA_DTYPE_BOOL) {
    memset ((guint8 *) out + range.begin, *(const guint8 *) step->in[1], range.end - range.begin);
    return;
  }
  memcpy (&value, step->in[1], sizeof (value));
  for (gsize i = range.begin; i < range.end; i++)
    out[i] = value;
}

gboolean
koma_cpu_fill_prepare (KomaCpuStep *step,
                       GError     **error)
{
  KomaCpuUnits *units = g_new (KomaCpuUnits, 1);

  *units = koma_cpu_units_make (koma_shape_count (koma_cpu_step_out_shape (step, 0)), 1.0);
  step->data = units;
  step->free_data = g_free;
  step->run = fill_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
