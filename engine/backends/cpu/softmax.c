/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* exp (x - max) / Σ exp (x - max). Without the maximum exp would overflow from
 * 89 on. A contiguous line, the usual case, is a kernel. */
#include "along-axis.h"
#include "refuse.h"
#include "vector-math.h"

static void
softmax_strided (const float *in,
                 float       *out,
                 gsize        n,
                 gsize        stride)
{
  float max = -INFINITY;
  float sum = 0.0f;

  for (gsize i = 0; i < n; i++)
    max = in[i * stride] > max ? in[i * stride] : max;
  for (gsize i = 0; i < n; i++) {
    out[i * stride] = koma_cpu_exp (in[i * stride] - max);
    sum += out[i * stride];
  }
  for (gsize i = 0; i < n; i++)
    out[i * stride] /= sum;
}

static void
softmax_run (const KomaCpuStep *step,
             gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize  first = koma_cpu_lines_locate (lines, line);
    const float *in = (const float *) step->in[0] + first;
    float       *out = (float *) step->out[0] + first;

    if (lines->axis.n_inner == 1)
      lines->kernels->softmax_line (in, out, lines->axis.n_axis);
    else
      softmax_strided (in, out, lines->axis.n_axis, lines->axis.n_inner);
  }
}

gboolean
koma_cpu_softmax_prepare (KomaCpuStep *step,
                          GError     **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);

  if (kernels == NULL)
    return FALSE;
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  koma_cpu_lines_prepare (step, 10.0, softmax_run)->kernels = kernels;
  return TRUE;
}
