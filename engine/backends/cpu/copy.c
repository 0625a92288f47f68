/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops that change only the shape. */
#include <string.h>

#include "step.h"
#include "units.h"

static void
copy_run (const KomaCpuStep *step,
          gsize              unit)
{
  const KomaCpuRange range = koma_cpu_units_get_range (step->data, unit);

  /* Ends of a session that the caller bound to one buffer. */
  if (step->in[0] == step->out[0])
    return;
  memcpy ((guint8 *) step->out[0] + range.begin, (const guint8 *) step->in[0] + range.begin,
          range.end - range.begin);
}

gboolean
koma_cpu_copy_prepare (KomaCpuStep *step,
                       GError     **error)
{
  const gsize   count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuUnits *units = g_new (KomaCpuUnits, 1);

  /* Items are bytes: a unit is 128 KiB. */
  *units = koma_cpu_units_make (count * koma_dtype_size (koma_cpu_step_in_dtype (step, 0)), 0.25);
  units->items_per_unit *= sizeof (float);
  step->data = units;
  step->free_data = g_free;
  step->run = copy_run;
  /* Inner values are planned to lie in one buffer where they can. */
  step->n_units = step->in[0] == step->out[0] ? 0 : koma_cpu_units_get_n (units);
  return TRUE;
}
