/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* First the sums of squares of all channels of a pixel, then the powers: two loops
 * that vectorise where beta is 0.5 or 0.75, as it is in most networks. */
#include <math.h>

#include "refuse.h"
#include "step.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits units; /* items are pixels */
  gsize        n;     /* channels */
  gsize        before;
  gsize        after;
} Lrn;

static void
sum_squares (const Lrn   *lrn,
             const float *in,
             float       *out)
{
  for (gsize c = 0; c < lrn->n; c++) {
    const gsize begin = c - MIN (c, lrn->before);
    const gsize end = MIN (c + lrn->after + 1, lrn->n);
    float       sum = 0.0f;

    for (gsize i = begin; i < end; i++)
      sum += in[i] * in[i];
    out[c] = sum;
  }
}

static void
lrn_run (const KomaCpuStep *step,
         gsize              unit)
{
  const Lrn         *lrn = step->data;
  const KomaOpParams params = step->node->params;
  const KomaCpuRange range = koma_cpu_units_get_range (&lrn->units, unit);
  const gsize        n = (range.end - range.begin) * lrn->n;
  const float *restrict in = (const float *) step->in[0] + range.begin * lrn->n;
  float *restrict out = (float *) step->out[0] + range.begin * lrn->n;

  for (gsize pixel = 0; pixel < n; pixel += lrn->n)
    sum_squares (lrn, in + pixel, out + pixel);
  for (gsize i = 0; i < n; i++)
    out[i] = params.lrn.bias + params.lrn.alpha * out[i];
  if (params.lrn.beta == 0.5f)
    for (gsize i = 0; i < n; i++)
      out[i] = in[i] / sqrtf (out[i]);
  else if (params.lrn.beta == 0.75f)
    for (gsize i = 0; i < n; i++)
      out[i] = in[i] / (sqrtf (out[i]) * sqrtf (sqrtf (out[i])));
  else
    for (gsize i = 0; i < n; i++)
      out[i] = in[i] * powf (out[i], -params.lrn.beta);
}

gboolean
koma_cpu_lrn_prepare (KomaCpuStep *step,
                      GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const gsize      count = koma_shape_count (in);
  Lrn             *lrn = NULL;

  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "float32", error);
  lrn = g_new0 (Lrn, 1);
  lrn->n = in->dims[3];
  lrn->before = MIN (step->node->params.lrn.before, lrn->n);
  lrn->after = MIN (step->node->params.lrn.after, lrn->n);
  lrn->units = koma_cpu_units_make (count == 0 ? 0 : count / lrn->n,
                                    (double) lrn->n * (40 + lrn->before + lrn->after));
  step->data = lrn;
  step->free_data = g_free;
  step->run = lrn_run;
  step->n_units = koma_cpu_units_get_n (&lrn->units);
  return TRUE;
}
