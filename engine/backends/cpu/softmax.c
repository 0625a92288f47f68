/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* exp (x - max) / Σ exp (x - max). Without the maximum exp would overflow from
 * 89 on. The sum is kept in several lanes, so that the loop vectorises. float is
 * enough for it, because its terms are positive and at most 1. */
#include "along-axis.h"
#include "refuse.h"
#include "vector-math.h"

#define N_LANES 16

static float
find_max (const float *in,
          gsize        n,
          gsize        stride)
{
  float max = -INFINITY;

  for (gsize i = 0; i < n; i++)
    max = in[i * stride] > max ? in[i * stride] : max;
  return max;
}

static void
exp_line (const float *restrict in,
          float *restrict out,
          gsize n,
          float max)
{
  for (gsize i = 0; i < n; i++)
    out[i] = koma_cpu_exp (in[i] - max);
}

static float
sum_line (const float *elems,
          gsize        n)
{
  float  lanes[N_LANES] = { 0 };
  double sum = 0.0;
  gsize  i = 0;

  for (; i + N_LANES <= n; i += N_LANES)
    for (gsize lane = 0; lane < N_LANES; lane++)
      lanes[lane] += elems[i + lane];
  for (; i < n; i++)
    sum += elems[i];
  for (gsize lane = 0; lane < N_LANES; lane++)
    sum += lanes[lane];
  return (float) sum;
}

/* The usual case: a line is contiguous. */
static void
softmax_line (const float *in,
              float       *out,
              gsize        n)
{
  float scale = 0.0f;

  exp_line (in, out, n, find_max (in, n, 1));
  scale = 1.0f / sum_line (out, n);
  for (gsize i = 0; i < n; i++)
    out[i] *= scale;
}

static void
softmax_strided (const float *in,
                 float       *out,
                 gsize        n,
                 gsize        stride)
{
  const float max = find_max (in, n, stride);
  float       sum = 0.0f;

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
      softmax_line (in, out, lines->axis.n_axis);
    else
      softmax_strided (in, out, lines->axis.n_axis, lines->axis.n_inner);
  }
}

gboolean
koma_cpu_softmax_prepare (KomaCpuStep *step,
                          GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);

  koma_cpu_lines_prepare (step, 10.0, softmax_run);
  return TRUE;
}
