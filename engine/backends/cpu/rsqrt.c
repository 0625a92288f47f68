/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
rsqrt_float (float               x,
             const KomaOpParams *params)
{
  return 1.0f / sqrtf (x);
}

KOMA_CPU_UNARY (run_float, float, rsqrt_float)

gboolean
koma_cpu_rsqrt_prepare (KomaCpuStep *step,
                        GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
