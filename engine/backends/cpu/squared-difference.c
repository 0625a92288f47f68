/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast-binary.h"

static inline float
squared_difference_float (float     a,
                          float     b,
                          KomaClamp clamp)
{
  return (a - b) * (a - b);
}

static inline gint32
squared_difference_int (gint32    a,
                        gint32    b,
                        KomaClamp clamp)
{
  return (gint32) (((guint32) a - (guint32) b) * ((guint32) a - (guint32) b));
}

KOMA_CPU_BINARY (run_float, float, squared_difference_float)
KOMA_CPU_BINARY (run_int, gint32, squared_difference_int)

gboolean
koma_cpu_squared_difference_prepare (KomaCpuStep *step,
                                     GError     **error)
{
  static const KomaCpuBinary binary = {
    .run_float = run_float,
    .run_int = run_int,
    .elem_cost = 1,
  };

  return koma_cpu_binary_prepare (step, &binary, error);
}
