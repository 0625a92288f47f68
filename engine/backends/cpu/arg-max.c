/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of the first or last of the largest or smallest elements of each line,
 * as int32. As in TensorFlow.js a NaN is found only where it is the first element. */
#include "along-axis.h"
#include "refuse.h"

#define FIND(function, type, comparison)       \
  static gint32                                \
  function (const void *line,                  \
            gsize       n,                     \
            gsize       stride)                \
  {                                            \
    const type *elems = line;                  \
    type        best = elems[0];               \
    gint32      index = 0;                     \
                                               \
    for (gsize i = 1; i < n; i++)              \
      if (elems[i * stride] comparison best) { \
        best = elems[i * stride];              \
        index = (gint32) i;                    \
      }                                        \
    return index;                              \
  }

FIND (find_max_float, float, >)
FIND (find_max_int, gint32, >)
FIND (find_last_max_float, float, >=)
FIND (find_last_max_int, gint32, >=)
FIND (find_min_float, float, <)
FIND (find_min_int, gint32, <)
FIND (find_last_min_float, float, <=)
FIND (find_last_min_int, gint32, <=)

typedef gint32 (*Find) (const void *line,
                        gsize       n,
                        gsize       stride);

/* Of least or largest, first or last, float or int. */
static const Find finds[2][2][2] = {
  { { find_max_float, find_max_int }, { find_last_max_float, find_last_max_int } },
  { { find_min_float, find_min_int }, { find_last_min_float, find_last_min_int } },
};

static void
arg_max_run (const KomaCpuStep *step,
             gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);
  const gboolean      is_int = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_INT32;
  const gboolean      selects_last = step->node->params.axis.selects_last != FALSE;
  const Find          find = finds[step->node->op == KOMA_OP_ARG_MIN][selects_last][is_int];
  gint32             *out = step->out[0];

  for (gsize line = range.begin; line < range.end; line++) {
    /* Both element types have four bytes. */
    const gint32 *first = (const gint32 *) step->in[0] + koma_cpu_lines_locate (lines, line);

    out[line] = find (first, lines->axis.n_axis, lines->axis.n_inner);
  }
}

gboolean
koma_cpu_arg_max_prepare (KomaCpuStep *step,
                          GError     **error)
{
  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_BOOL)
    return koma_cpu_refuse_dtype (step, "float32 or int32", error);

  koma_cpu_lines_prepare (step, 3.0, arg_max_run);
  return TRUE;
}

gboolean
koma_cpu_arg_min_prepare (KomaCpuStep *step,
                          GError     **error)
{
  return koma_cpu_arg_max_prepare (step, error);
}
