/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast-binary.h"

static inline float
pow_float (float     a,
           float     b,
           KomaClamp clamp)
{
  return powf (a, b);
}

/* By squaring; wraps around as TensorFlow's does. The reciprocal of a power is
 * rounded towards zero. */
static inline gint32
pow_int (gint32    a,
         gint32    b,
         KomaClamp clamp)
{
  guint32 base = (guint32) a;
  guint32 power = 1;

  if (b < 0)
    return a == 1 ? 1 : a == -1 ? (b % 2 == 0 ? 1 : -1)
                                : 0;
  for (; b > 0; b >>= 1) {
    if (b & 1)
      power *= base;
    base *= base;
  }
  return (gint32) power;
}

KOMA_CPU_BINARY (run_float, float, pow_float)
KOMA_CPU_BINARY (run_int, gint32, pow_int)

gboolean
koma_cpu_pow_prepare (KomaCpuStep *step,
                      GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = 40,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
