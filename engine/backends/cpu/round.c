/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Halves go to the even neighbour, as in TensorFlow: nobody here changes the
 * rounding mode, so rint does that. */
#include "elementwise-unary.h"

static inline float
round_float (float               x,
             const KomaOpParams *params)
{
  return rintf (x);
}

KOMA_CPU_UNARY (run_float, float, round_float)

gboolean
koma_cpu_round_prepare (KomaCpuStep *step,
                        GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
