/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line is summed from either end. float32 in double, so that the last sum of a long
 * line is as exact as the first. */
#include "along-axis.h"
#include "refuse.h"

#define SUM_LINE(function, type, total_type)                     \
  static void                                                    \
  function (const type *in,                                      \
            type       *out,                                     \
            gsize       n,                                       \
            gssize      stride,                                  \
            gboolean    is_exclusive)                            \
  {                                                              \
    total_type total = 0;                                        \
                                                                 \
    for (gsize i = 0; i < n; i++, in += stride, out += stride) { \
      const total_type before = total;                           \
                                                                 \
      total += *in;                                              \
      *out = (type) (is_exclusive ? before : total);             \
    }                                                            \
  }

SUM_LINE (sum_line_float, float, double)
SUM_LINE (sum_line_int, guint32, guint32)

static void
cumsum_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaOpParams *params = &step->node->params;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);
  const gsize         n = lines->axis.n_axis;
  const gssize        stride = (gssize) lines->axis.n_inner;
  const gboolean      is_float = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32;

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize  start = params->axis.is_reversed ? (n - 1) * lines->axis.n_inner : 0;
    const gsize  first = koma_cpu_lines_locate (lines, line) + start;
    const gssize step_elems = params->axis.is_reversed ? -stride : stride;

    if (is_float)
      sum_line_float ((const float *) step->in[0] + first, (float *) step->out[0] + first, n,
                      step_elems, params->axis.is_exclusive);
    else
      sum_line_int ((const guint32 *) step->in[0] + first, (guint32 *) step->out[0] + first, n,
                    step_elems, params->axis.is_exclusive);
  }
}

gboolean
koma_cpu_cumsum_prepare (KomaCpuStep *step,
                         GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);
  koma_cpu_lines_prepare (step, 3.0, cumsum_run);
  return TRUE;
}
