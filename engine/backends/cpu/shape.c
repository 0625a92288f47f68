/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "step.h"

static void
shape_run (const KomaCpuStep *step,
           gsize              unit)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  gint32          *out = step->out[0];

  for (guint d = 0; d < in->rank; d++)
    out[d] = (gint32) in->dims[d];
}

gboolean
koma_cpu_shape_prepare (KomaCpuStep *step,
                        GError     **error)
{
  step->run = shape_run;
  step->n_units = 1;
  return TRUE;
}
