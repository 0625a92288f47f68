/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "step.h"
#include "units.h"

static void
lookup_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit);
  const guint8      *in = step->in[0];
  const guint8      *table = step->in[1];
  guint8            *out = step->out[0];

  for (gsize i = range.begin; i < range.end; i++)
    out[i] = table[in[i]];
}

gboolean
koma_cpu_lookup_prepare (KomaCpuStep *step,
                         GError     **error)
{
  KomaCpuUnits *units = g_new (KomaCpuUnits, 1);

  *units = koma_cpu_units_make (koma_shape_count (koma_cpu_step_out_shape (step, 0)), 1.0);
  step->data = units;
  step->free_data = g_free;
  step->run = lookup_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
