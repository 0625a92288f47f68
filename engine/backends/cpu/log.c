/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
log_float (float               x,
           const KomaOpParams *params)
{
  return logf (x);
}

KOMA_CPU_UNARY (run_float, float, log_float)

gboolean
koma_cpu_log_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .elem_cost = KOMA_CPU_COST_LIBM,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
