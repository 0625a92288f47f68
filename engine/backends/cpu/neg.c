/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
neg_float (float               x,
           const KomaOpParams *params)
{
  return -x;
}

static inline gint32
neg_int (gint32              x,
         const KomaOpParams *params)
{
  return (gint32) (0u - (guint32) x);
}

KOMA_CPU_UNARY (run_float, float, neg_float)
KOMA_CPU_UNARY (run_int, gint32, neg_int)

gboolean
koma_cpu_neg_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
