/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reductions over any set of dimensions. Kept and reduced dimensions are two
 * loop nests over the input. That leaves two inner loops, which reduce.c makes
 * for each op from reduce-template.h:
 *
 *   columns  mean of [n,h,w,c] over h, w: rows of c elements are taken
 *            together, a tile of columns at a time
 *   row      sum of [n,c] over c: neighbouring elements become one
 */
#include "reduce-axes.h"

#include "refuse.h"

static void
reduce_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaCpuReduce *reduce = step->data;
  const KomaCpuRange   range = koma_cpu_units_get_range (&reduce->units, unit);
  const guint          inner = reduce->kept.n_loops - 1;
  const gsize          n_columns = reduce->kept.sizes[inner];
  const gsize          elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize row = i / reduce->n_tiles;
    const gsize column = i % reduce->n_tiles * reduce->tile_columns;
    gssize      offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

    koma_cpu_loop_nest_locate (&reduce->kept, 1, row, offsets);
    offsets[0] += (gssize) column * reduce->kept.strides[inner][0];
    reduce->func (reduce,
                  (const guint8 *) step->in[0] + offsets[0] * elem_size,
                  (guint8 *) step->out[0] + (row * n_columns + column) * elem_size,
                  MIN (reduce->tile_columns, n_columns - column));
  }
}

static void
make_nests (const KomaCpuStep *step,
            KomaCpuReduce     *reduce)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  gsize            strides[KOMA_MAX_RANK] = { 0 };

  koma_shape_strides (in, strides);
  koma_cpu_loop_nest_init (&reduce->kept);
  koma_cpu_loop_nest_init (&reduce->reduced);
  for (guint d = 0; d < in->rank; d++) {
    const gboolean   is_reduced = (step->node->params.reduce.axes_mask & (1u << d)) != 0;
    KomaCpuLoopNest *nest = is_reduced ? &reduce->reduced : &reduce->kept;

    koma_cpu_loop_nest_add (nest, in->dims[d], strides[d], 0);
  }
  reduce->n_reduced = koma_cpu_loop_nest_count (&reduce->reduced, 0);
}

static void
set_tiles (KomaCpuReduce            *reduce,
           const KomaCpuReduceFuncs *funcs)
{
  const KomaCpuLoopNest *kept = &reduce->kept;
  const KomaCpuLoopNest *reduced = &reduce->reduced;
  const gsize            n_columns = kept->sizes[kept->n_loops - 1];
  const gboolean         is_row = reduced->sizes[reduced->n_loops - 1] > 1 &&
                          reduced->strides[reduced->n_loops - 1][0] == 1;

  reduce->func = is_row ? funcs->row : funcs->columns;
  reduce->tile_columns = is_row ? 1 : KOMA_CPU_REDUCE_TILE;
  reduce->n_tiles = (n_columns + reduce->tile_columns - 1) / reduce->tile_columns;
  reduce->units = koma_cpu_units_make (koma_cpu_loop_nest_count (kept, 1) * reduce->n_tiles,
                                       (double) reduce->n_reduced *
                                         MIN (reduce->tile_columns, n_columns));
}

/**
 * koma_cpu_reduce_prepare:
 * @funcs: for each type of elements; %NULL where the op takes none such
 *
 * Prepares a reduction; any shape, no dimension at all included. Errors:
 * %KOMA_ERROR_UNSUPPORTED for an element type that the op is not computed for.
 */
gboolean
koma_cpu_reduce_prepare (KomaCpuStep                     *step,
                         const KomaCpuReduceFuncs *const *funcs,
                         GError                         **error)
{
  const KomaCpuReduceFuncs *own = funcs[koma_cpu_step_in_dtype (step, 0)];
  KomaCpuReduce            *reduce = NULL;

  if (own == NULL)
    return koma_cpu_refuse_dtype (step, "a type that this op takes", error);

  reduce = g_new0 (KomaCpuReduce, 1);
  make_nests (step, reduce);
  set_tiles (reduce, own);
  step->data = reduce;
  step->free_data = g_free;
  step->run = reduce_run;
  step->n_units = koma_cpu_units_get_n (&reduce->units);
  return TRUE;
}
