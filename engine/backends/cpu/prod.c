/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Integers are unsigned here, so that they wrap around. */
#include "reduce-axes.h"

#define REDUCE_NAME             prod_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            double
#define REDUCE_IDENTITY         1
#define REDUCE_COMBINE(x, y)    ((x) * (y))
#define REDUCE_FINISH(total, n) ((float) total)
#include "reduce-template.h"

#define REDUCE_NAME             prod_int
#define REDUCE_TYPE             guint32
#define REDUCE_TOTAL            guint32
#define REDUCE_IDENTITY         1
#define REDUCE_COMBINE(x, y)    ((x) * (y))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

gboolean
koma_cpu_prod_prepare (KomaCpuStep *step,
                       GError     **error)
{
  return koma_cpu_reduce_prepare (step, &prod_float, &prod_int, error);
}
