/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of the first largest element of each line, as int32. As in
 * TensorFlow.js a NaN is the largest only where it is the first element. */
#include "along-axis.h"
#include "refuse.h"

#define FIND_MAX(function, type)     \
  static gint32                      \
  function (const void *line,        \
            gsize       n,           \
            gsize       stride)      \
  {                                  \
    const type *elems = line;        \
    type        max = elems[0];      \
    gint32      index = 0;           \
                                     \
    for (gsize i = 1; i < n; i++)    \
      if (elems[i * stride] > max) { \
        max = elems[i * stride];     \
        index = (gint32) i;          \
      }                              \
    return index;                    \
  }

FIND_MAX (find_max_float, float)
FIND_MAX (find_max_int, gint32)

static void
arg_max_run (const KomaCpuStep *step,
             gsize              unit)
{
  const KomaCpuLines *lines = step->data;
  const KomaCpuRange  range = koma_cpu_units_get_range (&lines->units, unit);
  const gboolean      is_float = koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32;
  gint32             *out = step->out[0];

  for (gsize line = range.begin; line < range.end; line++) {
    /* Both element types have four bytes. */
    const gint32 *first = (const gint32 *) step->in[0] + koma_cpu_lines_locate (lines, line);

    out[line] = (is_float ? find_max_float : find_max_int) (first, lines->axis.n_axis,
                                                            lines->axis.n_inner);
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
