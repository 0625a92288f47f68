/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
leaky_relu_float (float               x,
                  const KomaOpParams *params)
{
  return x >= 0.0f ? x : params->alpha * x;
}

KOMA_CPU_UNARY (run_float, float, leaky_relu_float)

gboolean
koma_cpu_leaky_relu_prepare (KomaCpuStep *step,
                             GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
