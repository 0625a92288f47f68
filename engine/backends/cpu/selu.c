/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

/* Klambauer et al., Self-Normalizing Neural Networks, 2017; the numbers of
 * TensorFlow. */
#define SCALE       1.0507009873554805f
#define SCALE_ALPHA 1.7580993408473768f

static inline float
selu_float (float               x,
            const KomaOpParams *params)
{
  return x >= 0.0f ? SCALE * x : SCALE_ALPHA * koma_cpu_expm1 (x);
}

KOMA_CPU_UNARY (run_float, float, selu_float)

gboolean
koma_cpu_selu_prepare (KomaCpuStep *step,
                       GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_POLYNOMIAL,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
