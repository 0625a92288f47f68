/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The first operand is the input, the second the slope of its negative part:
 * of each channel, usually, as [c] or [1,1,c]. */
#include "broadcast-binary.h"

static inline float
prelu_float (float     a,
             float     b,
             KomaClamp clamp)
{
  return a >= 0.0f ? a : a * b;
}

KOMA_CPU_BINARY (run_float, float, prelu_float)

gboolean
koma_cpu_prelu_prepare (KomaCpuStep *step,
                        GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .elem_cost = 1,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
