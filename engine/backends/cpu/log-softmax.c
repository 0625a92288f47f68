/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* (x - max) - log Σ exp (x - max) */
#include "along-axis.h"
#include "refuse.h"
#include "vector-math.h"

static void
log_softmax_line (const float *in,
                  float       *out,
                  gsize        n,
                  gsize        stride)
{
  float  max = -INFINITY;
  double sum = 0.0;
  double log_sum = 0.0;

  for (gsize i = 0; i < n; i++)
    max = in[i * stride] > max ? in[i * stride] : max;
  for (gsize i = 0; i < n; i++)
    sum += koma_cpu_exp (in[i * stride] - max);
  log_sum = log (sum);
  for (gsize i = 0; i < n; i++)
    out[i * stride] = (float) ((double) in[i * stride] - max - log_sum);
}

static void
log_softmax_run (const KomaCpuStep *step,
                 gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize first = koma_cpu_lines_locate (lines, line);

    log_softmax_line ((const float *) step->in[0] + first, (float *) step->out[0] + first,
                      lines->axis.n_axis, lines->axis.n_inner);
  }
}

gboolean
koma_cpu_log_softmax_prepare (KomaCpuStep *step,
                              GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  koma_cpu_lines_prepare (step, 20.0, log_softmax_run);
  return TRUE;
}
