/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Integers are unsigned here, so that they wrap around. */
#include "reduce-axes.h"

#define REDUCE_NAME             sum_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            double
#define REDUCE_IDENTITY         0
#define REDUCE_COMBINE(x, y)    ((x) + (y))
#define REDUCE_FINISH(total, n) ((float) total)
#include "reduce-template.h"

#define REDUCE_NAME             sum_int
#define REDUCE_TYPE             guint32
#define REDUCE_TOTAL            guint32
#define REDUCE_IDENTITY         0
#define REDUCE_COMBINE(x, y)    ((x) + (y))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

gboolean
koma_cpu_sum_prepare (KomaCpuStep *step,
                      GError     **error)
{
  return koma_cpu_reduce_prepare (step, &sum_float, &sum_int, error);
}
