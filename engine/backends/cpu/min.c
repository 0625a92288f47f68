/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A NaN stays one only where it is the first; see maximum.c. */
#include <math.h>

#include "reduce-axes.h"

#define REDUCE_NAME             min_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            float
#define REDUCE_IDENTITY         INFINITY
#define REDUCE_COMBINE(x, y)    ((y) < (x) ? (y) : (x))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE_NAME             min_int
#define REDUCE_TYPE             gint32
#define REDUCE_TOTAL            gint32
#define REDUCE_IDENTITY         G_MAXINT32
#define REDUCE_COMBINE(x, y)    ((y) < (x) ? (y) : (x))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

gboolean
koma_cpu_min_prepare (KomaCpuStep *step,
                      GError     **error)
{
  return koma_cpu_reduce_prepare (step, &min_float, &min_int, error);
}
