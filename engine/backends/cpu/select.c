/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elements of one of two inputs, as a third says. All three are repeated to the
 * shape of the result: in the innermost loop each has a stride of 1 or 0. */
#include "loop-nest.h"
#include "step.h"
#include "units.h"

/* Of sharing out the work; copying an element is 1. */
#define ELEM_COST 2.0

typedef void (*RowFunc) (const guint8 *condition,
                         gconstpointer a_row,
                         gconstpointer b_row,
                         const gssize *strides,
                         gpointer      out_row,
                         gsize         n);

typedef struct
{
  KomaCpuLoopNest nest;
  gboolean        is_whole[KOMA_CPU_LOOP_OPERANDS]; /* an element for each of the result */
  gsize           elem_size;
  RowFunc         run_row;
  /* Items are rounds of all loops but the last or, of a single loop, its elements. */
  KomaCpuUnits units;
} Select;

/* Without a branch: no processor foresees which elements of a picture are above 0. */
#define CHOOSE(type, a_value, b_value)                     \
  for (gsize i = 0; i < n; i++) {                          \
    const type mask = (type) - (type) (condition[i] != 0); \
                                                           \
    out[i] = ((a_value) &mask) | ((b_value) & ~mask);      \
  }

#define SELECT_ROW(function, type)                                                  \
  static void                                                                       \
  function (const guint8 *condition, gconstpointer a_row, gconstpointer b_row,      \
            const gssize *strides, gpointer out_row, gsize n)                       \
  {                                                                                 \
    const type *a = a_row;                                                          \
    const type *b = b_row;                                                          \
    type *restrict out = out_row;                                                   \
                                                                                    \
    if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1) {                    \
      CHOOSE (type, a[i], b[i])                                                     \
    } else if (strides[0] == 1 && strides[1] == 1) {                                \
      const type one = b[0];                                                        \
                                                                                    \
      CHOOSE (type, a[i], one)                                                      \
    } else if (strides[0] == 1 && strides[2] == 1) {                                \
      const type one = a[0];                                                        \
                                                                                    \
      CHOOSE (type, one, b[i])                                                      \
    } else {                                                                        \
      for (gsize i = 0; i < n; i++)                                                 \
        out[i] = condition[i * strides[0]] ? a[i * strides[1]] : b[i * strides[2]]; \
    }                                                                               \
  }

SELECT_ROW (select_row_1, guint8)
SELECT_ROW (select_row_4, guint32)

static void
run_row (const KomaCpuStep *step,
         const gssize      *offsets,
         gsize              out_offset,
         gsize              n)
{
  const Select *select = step->data;
  const gssize  size = (gssize) select->elem_size;

  select->run_row ((const guint8 *) step->in[0] + offsets[0],
                   (const guint8 *) step->in[1] + offsets[1] * size,
                   (const guint8 *) step->in[2] + offsets[2] * size,
                   select->nest.strides[select->nest.n_loops - 1],
                   (guint8 *) step->out[0] + out_offset * size, n);
}

static void
select_run_rows (const KomaCpuStep *step,
                 gsize              unit)
{
  const Select      *select = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&select->units, unit);
  const gsize        n = select->nest.sizes[select->nest.n_loops - 1];
  gssize             offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  for (gsize row = range.begin; row < range.end; row++) {
    koma_cpu_loop_nest_locate (&select->nest, 1, row, offsets);
    run_row (step, offsets, row * n, n);
  }
}

static void
select_run_columns (const KomaCpuStep *step,
                    gsize              unit)
{
  const Select      *select = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&select->units, unit);
  gssize             offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  for (guint i = 0; i < KOMA_CPU_LOOP_OPERANDS; i++)
    offsets[i] = (gssize) range.begin * select->nest.strides[0][i];
  run_row (step, offsets, range.begin, range.end - range.begin);
}

/* Row by row, of which the first and the last may be parts. */
static void
select_run_strip (const KomaCpuStep  *step,
                  const KomaCpuStrip *strip)
{
  const Select *select = step->data;
  const guint   columns = select->nest.n_loops - 1;
  const gsize   n_columns = select->nest.sizes[columns];
  const gsize   end = strip->begin + strip->n;
  gsize         n = 0;

  for (gsize i = strip->begin; i < end; i += n) {
    const gsize   column = i % n_columns;
    const guint8 *in[KOMA_CPU_LOOP_OPERANDS] = { NULL };
    gssize        offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

    n = MIN (n_columns - column, end - i);
    koma_cpu_loop_nest_locate (&select->nest, 1, i / n_columns, offsets);
    for (guint k = 0; k < KOMA_CPU_LOOP_OPERANDS; k++) {
      offsets[k] += (gssize) column * select->nest.strides[columns][k] -
                    (gssize) (select->is_whole[k] ? strip->begin : 0);
      in[k] = strip->in[k];
      in[k] += offsets[k] * (gssize) (k == 0 ? 1 : select->elem_size);
    }
    select->run_row (in[0], in[1], in[2], select->nest.strides[columns],
                     (guint8 *) strip->out + (i - strip->begin) * select->elem_size, n);
  }
}

gboolean
koma_cpu_select_prepare (KomaCpuStep *step,
                         GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  Select          *select = g_new0 (Select, 1);
  gsize            n_columns = 0;

  koma_cpu_loop_nest_init (&select->nest);
  for (guint d = 0; d < out->rank; d++) {
    gssize strides[KOMA_CPU_LOOP_OPERANDS] = { 0 };

    for (guint i = 0; i < KOMA_CPU_LOOP_OPERANDS; i++)
      strides[i] = koma_cpu_loop_nest_get_stride (koma_cpu_step_in_shape (step, i), out, d);
    koma_cpu_loop_nest_add_all (&select->nest, out->dims[d], strides);
  }
  select->elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 1));
  select->run_row = select->elem_size == 1 ? select_row_1 : select_row_4;
  n_columns = select->nest.sizes[select->nest.n_loops - 1];
  if (select->nest.n_loops == 1)
    select->units = koma_cpu_units_make (n_columns, ELEM_COST);
  else
    select->units = koma_cpu_units_make (koma_cpu_loop_nest_count (&select->nest, 1),
                                         ELEM_COST * n_columns);
  for (guint i = 0; i < KOMA_CPU_LOOP_OPERANDS; i++)
    select->is_whole[i] = koma_shape_count (koma_cpu_step_in_shape (step, i)) ==
                          koma_shape_count (out);
  step->data = select;
  step->free_data = g_free;
  step->run = select->nest.n_loops == 1 ? select_run_columns : select_run_rows;
  step->run_strip = select_run_strip;
  step->elem_cost = ELEM_COST;
  step->n_units = koma_shape_count (out) == 0 ? 0 : koma_cpu_units_get_n (&select->units);
  return TRUE;
}
