/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The mean of nothing is not a number. */
#include "reduce-axes.h"

#define REDUCE_NAME             mean_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            double
#define REDUCE_IDENTITY         0
#define REDUCE_COMBINE(x, y)    ((x) + (y))
#define REDUCE_FINISH(total, n) ((float) (total / (double) (n)))
#include "reduce-template.h"

gboolean
koma_cpu_mean_prepare (KomaCpuStep *step,
                       GError     **error)
{
  return koma_cpu_reduce_prepare (step, &mean_float, NULL, error);
}
