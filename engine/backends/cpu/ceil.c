/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
ceil_float (float               x,
            const KomaOpParams *params)
{
  return ceilf (x);
}

KOMA_CPU_UNARY (run_float, float, ceil_float)

gboolean
koma_cpu_ceil_prepare (KomaCpuStep *step,
                       GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
