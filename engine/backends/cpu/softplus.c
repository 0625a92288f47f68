/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* log (1 + exp (x)), without an overflow for large x and without losing the
 * digits of a small result. */
#include "elementwise-unary.h"

static inline float
softplus_float (float               x,
                const KomaOpParams *params)
{
  return (0.0f > x ? 0.0f : x) + log1pf (koma_cpu_exp (-fabsf (x)));
}

KOMA_CPU_UNARY (run_float, float, softplus_float)

gboolean
koma_cpu_softplus_prepare (KomaCpuStep *step,
                           GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_LIBM,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
