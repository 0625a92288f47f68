/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The least int32 has no positive counterpart and stays what it is. */
#include "elementwise-unary.h"

static inline float
abs_float (float               x,
           const KomaOpParams *params)
{
  return fabsf (x);
}

static inline gint32
abs_int (gint32              x,
         const KomaOpParams *params)
{
  return (gint32) (x < 0 ? 0u - (guint32) x : (guint32) x);
}

KOMA_CPU_UNARY (run_float, float, abs_float)
KOMA_CPU_UNARY (run_int, gint32, abs_int)

gboolean
koma_cpu_abs_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuUnary unary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = KOMA_CPU_COST_ARITHMETIC,
  };

  return koma_cpu_unary_prepare (step, &unary, error);
}
