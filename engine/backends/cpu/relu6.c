/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
relu6_float (float               x,
             const KomaOpParams *params)
{
  return koma_cpu_clamp (x, (KomaClamp){ 0.0f, 6.0f });
}

static inline gint32
relu6_int (gint32              x,
           const KomaOpParams *params)
{
  return CLAMP (x, 0, 6);
}

KOMA_CPU_UNARY (run_float, float, relu6_float)
KOMA_CPU_UNARY (run_int, gint32, relu6_int)

gboolean
koma_cpu_relu6_prepare (KomaCpuStep *step,
                        GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
