/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
clip_float (float               x,
            const KomaOpParams *params)
{
  return koma_cpu_clamp (x, params->clip);
}

static inline gint32
clip_int (gint32              x,
          const KomaOpParams *params)
{
  const double min = params->clip.min;
  const double max = params->clip.max;
  double       y = x;

  /* In double, since not every int32 is a float. */
  y = y < min ? min : y;
  y = y > max ? max : y;
  return (gint32) CLAMP (y, G_MININT32, G_MAXINT32);
}

KOMA_CPU_UNARY (run_float, float, clip_float)
KOMA_CPU_UNARY (run_int, gint32, clip_int)

gboolean
koma_cpu_clip_prepare (KomaCpuStep *step,
                       GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
