/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise-unary.h"

static inline float
square_float (float               x,
              const KomaOpParams *params)
{
  return x * x;
}

static inline gint32
square_int (gint32              x,
            const KomaOpParams *params)
{
  return (gint32) ((guint32) x * (guint32) x);
}

KOMA_CPU_UNARY (run_float, float, square_float)
KOMA_CPU_UNARY (run_int, gint32, square_int)

gboolean
koma_cpu_square_prepare (KomaCpuStep *step,
                         GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
