/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: two inner loops each, from reduce-template.h. Integers are
 * unsigned where they wrap around. The mean of nothing is not a number. */
#include <math.h>

#include "reduce-axes.h"
#include "vector-math.h"

#define REDUCE_NAME             max_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            float
#define REDUCE_IDENTITY         -INFINITY
#define REDUCE_COMBINE(x, y)    koma_cpu_max (x, y)
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE_NAME             max_int
#define REDUCE_TYPE             gint32
#define REDUCE_TOTAL            gint32
#define REDUCE_IDENTITY         G_MININT32
#define REDUCE_COMBINE(x, y)    MAX (x, y)
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE_NAME             mean_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            double
#define REDUCE_IDENTITY         0
#define REDUCE_COMBINE(x, y)    ((x) + (y))
#define REDUCE_FINISH(total, n) ((float) (total / (double) (n)))
#include "reduce-template.h"

#define REDUCE_NAME             min_float
#define REDUCE_TYPE             float
#define REDUCE_TOTAL            float
#define REDUCE_IDENTITY         INFINITY
#define REDUCE_COMBINE(x, y)    koma_cpu_min (x, y)
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE_NAME             min_int
#define REDUCE_TYPE             gint32
#define REDUCE_TOTAL            gint32
#define REDUCE_IDENTITY         G_MAXINT32
#define REDUCE_COMBINE(x, y)    MIN (x, y)
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

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

#define REDUCE_NAME             all_bool
#define REDUCE_TYPE             guint8
#define REDUCE_TOTAL            guint8
#define REDUCE_IDENTITY         1
#define REDUCE_COMBINE(x, y)    ((x) & (y))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE_NAME             any_bool
#define REDUCE_TYPE             guint8
#define REDUCE_TOTAL            guint8
#define REDUCE_IDENTITY         0
#define REDUCE_COMBINE(x, y)    ((x) | (y))
#define REDUCE_FINISH(total, n) (total)
#include "reduce-template.h"

#define REDUCE(symbol, funcs_float, funcs_int, funcs_bool)          \
  gboolean                                                          \
    koma_cpu_##symbol##_prepare (KomaCpuStep *step,                 \
                                 GError     **error)                \
  {                                                                 \
    static const KomaCpuReduceFuncs *const funcs[KOMA_N_DTYPES] = { \
      [KOMA_DTYPE_FLOAT32] = funcs_float,                           \
      [KOMA_DTYPE_INT32] = funcs_int,                               \
      [KOMA_DTYPE_BOOL] = funcs_bool,                               \
    };                                                              \
                                                                    \
    if (koma_cpu_step_is_8_bit (step))                              \
      return koma_cpu_mean_8_prepare (step, error);                 \
    return koma_cpu_reduce_prepare (step, funcs, error);            \
  }

REDUCE (all, NULL, NULL, &all_bool)
REDUCE (any, NULL, NULL, &any_bool)
REDUCE (max, &max_float, &max_int, NULL)
REDUCE (mean, &mean_float, NULL, NULL)
REDUCE (min, &min_float, &min_int, NULL)
REDUCE (prod, &prod_float, &prod_int, NULL)
REDUCE (sum, &sum_float, &sum_int, NULL)
