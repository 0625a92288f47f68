/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* start, start + delta, …. Each element is a product, so that errors do not
 * add up. */
#include "refuse.h"
#include "step.h"

static void
range_float_run (const KomaCpuStep *step,
                 gsize              unit)
{
  const double start = *(const float *) step->in[0];
  const double delta = *(const float *) step->in[2];
  const gsize  n = koma_cpu_step_out_shape (step, 0)->dims[0];
  float       *out = step->out[0];

  for (gsize i = 0; i < n; i++)
    out[i] = (float) (start + (double) i * delta);
}

static void
range_int_run (const KomaCpuStep *step,
               gsize              unit)
{
  const guint32 start = *(const guint32 *) step->in[0];
  const guint32 delta = *(const guint32 *) step->in[2];
  const gsize   n = koma_cpu_step_out_shape (step, 0)->dims[0];
  guint32      *out = step->out[0];

  for (gsize i = 0; i < n; i++)
    out[i] = start + (guint32) i * delta;
}

gboolean
koma_cpu_range_prepare (KomaCpuStep *step,
                        GError     **error)
{
  const KomaDType dtype = koma_cpu_step_in_dtype (step, 0);

  if (dtype == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);

  step->run = dtype == KOMA_DTYPE_FLOAT32 ? range_float_run : range_int_run;
  step->n_units = 1;
  return TRUE;
}
