/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* TensorFlow has no RealDiv of int32; TensorFlow.js rounds down. */
#include "broadcast-binary.h"
#include "floor-div.h"

static inline float
div_float (float     a,
           float     b,
           KomaClamp clamp)
{
  return koma_cpu_clamp (a / b, clamp);
}

static inline gint32
div_int (gint32    a,
         gint32    b,
         KomaClamp clamp)
{
  return koma_cpu_floor_div_int (a, b);
}

KOMA_CPU_BINARY (run_float, float, div_float)
KOMA_CPU_BINARY (run_int, gint32, div_int)

gboolean
koma_cpu_div_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = 2,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
