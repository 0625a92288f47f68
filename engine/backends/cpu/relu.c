/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* This way round a NaN stays one, at no cost, so that it can be found. */
#include "elementwise-unary.h"

static inline float
relu_float (float               x,
            const KomaOpParams *params)
{
  return 0.0f > x ? 0.0f : x;
}

static inline gint32
relu_int (gint32              x,
          const KomaOpParams *params)
{
  return MAX (x, 0);
}

KOMA_CPU_UNARY (run_float, float, relu_float)
KOMA_CPU_UNARY (run_int, gint32, relu_int)

gboolean
koma_cpu_relu_prepare (KomaCpuStep *step,
                       GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
