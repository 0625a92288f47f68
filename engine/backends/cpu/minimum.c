/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A NaN in the first operand stays one; to find one in the second as well
 * would cost a comparison more. */
#include "broadcast-binary.h"

static inline float
minimum_float (float     a,
               float     b,
               KomaClamp clamp)
{
  return b < a ? b : a;
}

static inline gint32
minimum_int (gint32    a,
             gint32    b,
             KomaClamp clamp)
{
  return MIN (a, b);
}

KOMA_CPU_BINARY (run_float, float, minimum_float)
KOMA_CPU_BINARY (run_int, gint32, minimum_int)

gboolean
koma_cpu_minimum_prepare (KomaCpuStep *step,
                          GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = 1,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
