/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line is summed or multiplied from either end. float32 in double, so that the last sum of a
 * long line is as exact as the first. */
#include "along-axis.h"
#include "refuse.h"

#define GO_ALONG(function, type, total_type, identity, operator) \
  static void                                                    \
  function (const void *line,                                    \
            void       *result,                                  \
            gsize       n,                                       \
            gssize      stride,                                  \
            gboolean    is_exclusive)                            \
  {                                                              \
    const type *in = line;                                       \
    type       *out = result;                                    \
    total_type  total = identity;                                \
                                                                 \
    for (gsize i = 0; i < n; i++, in += stride, out += stride) { \
      const total_type before = total;                           \
                                                                 \
      total = total operator in[0];                              \
      *out = (type) (is_exclusive ? before : total);             \
    }                                                            \
  }

GO_ALONG (sum_float, float, double, 0, +)
GO_ALONG (sum_int, guint32, guint32, 0, +)
GO_ALONG (multiply_float, float, double, 1, *)
GO_ALONG (multiply_int, guint32, guint32, 1, *)

typedef void (*GoAlong) (const void *line,
                         void       *result,
                         gsize       n,
                         gssize      stride,
                         gboolean    is_exclusive);

/* Sum or product, float or int. */
static const GoAlong functions[2][2] = {
  { sum_float, sum_int },
  { multiply_float, multiply_int },
};

static void
cumsum_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaOpParams *params = &step->node->params;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);
  const gsize         n = lines->axis.n_axis;
  const gssize        stride = (gssize) lines->axis.n_inner;
  const gsize         start = params->axis.is_reversed ? (n - 1) * lines->axis.n_inner : 0;
  const gboolean      is_int = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_INT32;
  const GoAlong       go_along = functions[step->node->op == KOMA_OP_CUMPROD][is_int];

  for (gsize line = range.begin; line < range.end; line++) {
    const gsize first = koma_cpu_lines_locate (lines, line) + start;

    /* Both element types have four bytes. */
    go_along ((const guint32 *) step->in[0] + first, (guint32 *) step->out[0] + first, n,
              params->axis.is_reversed ? -stride : stride, params->axis.is_exclusive);
  }
}

gboolean
koma_cpu_cumsum_prepare (KomaCpuStep *step,
                         GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);
  koma_cpu_lines_prepare (step, 3.0, cumsum_run);
  return TRUE;
}
