/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast-binary.h"

static inline float
mul_float (float     a,
           float     b,
           KomaClamp clamp)
{
  return koma_cpu_clamp (a * b, clamp);
}

static inline gint32
mul_int (gint32    a,
         gint32    b,
         KomaClamp clamp)
{
  return (gint32) ((guint32) a * (guint32) b);
}

KOMA_CPU_BINARY (run_float, float, mul_float)
KOMA_CPU_BINARY (run_int, gint32, mul_int)

gboolean
koma_cpu_mul_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = 1,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
