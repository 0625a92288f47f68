/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How shapes of two operands broadcast, by NumPy's rule. They become as few
 * loops as possible: the innermost are the columns of a block, the next its
 * rows. So all of these have long inner loops or a tight one around them:
 *
 *   same shape           one row
 *   scalar               one row, one side repeated
 *   [n,h,w,c] and [c]    n·h·w rows of c, one side the same row again
 *   [n,h,w,c], [n,h,w,1] n·h·w rows of c, one side repeated
 *   [n,h,w,c], [n,1,1,c] n blocks of h·w rows of c
 */
#include "broadcast-binary.h"

#include "loop-nest.h"
#include "refuse.h"
#include "units.h"

typedef struct
{
  KomaCpuLoopNest   nest;
  KomaCpuBinaryFunc run_block;
  /* Items are rows or, where there is only one row, columns. */
  KomaCpuUnits units;
  gboolean     is_whole[2]; /* the operand has an element for each of the result */
  gsize        in_size;     /* bytes of an element */
  gsize        out_size;
} Binary;

static gsize
min_advance (gsize row,
             gsize n_rows,
             gsize end)
{
  return MIN (n_rows - row % n_rows, end - row);
}

static void
fill_block (const KomaCpuStep  *step,
            const gssize       *offsets,
            gsize               out_offset,
            KomaCpuBinaryBlock *block)
{
  const Binary *binary = step->data;

  block->a = (const guint8 *) step->in[0] + offsets[0] * binary->in_size;
  block->b = (const guint8 *) step->in[1] + offsets[1] * binary->in_size;
  block->out = (guint8 *) step->out[0] + out_offset * binary->out_size;
}

static KomaCpuBinaryBlock
make_block (const KomaCpuStep *step)
{
  const Binary          *binary = step->data;
  const KomaCpuLoopNest *nest = &binary->nest;
  const guint            columns = nest->n_loops - 1;

  return (KomaCpuBinaryBlock){
    .step = step,
    .n_rows = 1,
    .n_columns = nest->sizes[columns],
    .a_row_stride = columns > 0 ? nest->strides[columns - 1][0] : 0,
    .b_row_stride = columns > 0 ? nest->strides[columns - 1][1] : 0,
    .is_a_repeated = nest->strides[columns][0] == 0,
    .is_b_repeated = nest->strides[columns][1] == 0,
    .clamp = step->node->clamp,
  };
}

static void
run_rows (const KomaCpuStep *step,
          gsize              unit)
{
  const Binary      *binary = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&binary->units, unit);
  const gsize        n_rows = binary->nest.sizes[binary->nest.n_loops - 2];
  KomaCpuBinaryBlock block = make_block (step);
  gssize             offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  for (gsize row = range.begin; row < range.end; row += block.n_rows) {
    koma_cpu_loop_nest_locate (&binary->nest, 1, row, offsets);
    fill_block (step, offsets, row * block.n_columns, &block);
    block.n_rows = min_advance (row, n_rows, range.end);
    binary->run_block (&block);
  }
}

static void
run_columns (const KomaCpuStep *step,
             gsize              unit)
{
  const Binary      *binary = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&binary->units, unit);
  const gssize      *strides = binary->nest.strides[0];
  const gssize       offsets[] = { range.begin * strides[0], range.begin * strides[1] };
  KomaCpuBinaryBlock block = make_block (step);

  fill_block (step, offsets, range.begin, &block);
  block.n_columns = range.end - range.begin;
  binary->run_block (&block);
}

/* The row, or the part of one, or the rows that lie between @first and the end of the strip. */
static gsize
set_piece (const KomaCpuStep  *step,
           const KomaCpuStrip *strip,
           gsize               first,
           KomaCpuBinaryBlock *block)
{
  const Binary          *binary = step->data;
  const KomaCpuLoopNest *nest = &binary->nest;
  const guint            columns = nest->n_loops - 1;
  const gsize            n_columns = nest->sizes[columns];
  const gsize            n_rows = columns > 0 ? nest->sizes[columns - 1] : 1;
  const gsize            row = first / n_columns;
  const gsize            column = first % n_columns;
  const gsize            rest = strip->begin + strip->n - first;
  gssize                 offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  koma_cpu_loop_nest_locate (nest, 1, row, offsets);
  for (guint i = 0; i < 2; i++)
    offsets[i] += (gssize) column * nest->strides[columns][i] -
                  (gssize) (binary->is_whole[i] ? strip->begin : 0);
  block->a = (const guint8 *) strip->in[0] + offsets[0] * (gssize) binary->in_size;
  block->b = (const guint8 *) strip->in[1] + offsets[1] * (gssize) binary->in_size;
  block->out = (guint8 *) strip->out + (first - strip->begin) * binary->out_size;
  block->n_rows = 1;
  block->n_columns = MIN (n_columns - column, rest);
  if (block->n_columns == n_columns)
    block->n_rows = min_advance (row, n_rows, row + rest / n_columns);
  return block->n_rows * block->n_columns;
}

static void
run_strip_of_rows (const KomaCpuStep  *step,
                   const KomaCpuStrip *strip)
{
  const Binary      *binary = step->data;
  KomaCpuBinaryBlock block = make_block (step);
  gsize              n_done = 0;

  while (n_done < strip->n) {
    n_done += set_piece (step, strip, strip->begin + n_done, &block);
    binary->run_block (&block);
  }
}

static void
run_strip_of_columns (const KomaCpuStep  *step,
                      const KomaCpuStrip *strip)
{
  const Binary            *binary = step->data;
  const KomaCpuBinaryBlock block = {
    .step = step,
    .a = strip->in[0],
    .b = strip->in[1],
    .out = strip->out,
    .n_rows = 1,
    .n_columns = strip->n,
    .is_a_repeated = !binary->is_whole[0],
    .is_b_repeated = !binary->is_whole[1],
    .clamp = step->node->clamp,
  };

  binary->run_block (&block);
}

static KomaCpuLoopNest
make_nest (const KomaCpuStep *step)
{
  const KomaShape *a = koma_cpu_step_in_shape (step, 0);
  const KomaShape *b = koma_cpu_step_in_shape (step, 1);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  KomaCpuLoopNest  nest = { 0 };

  koma_cpu_loop_nest_init (&nest);
  for (guint d = 0; d < out->rank; d++)
    koma_cpu_loop_nest_add (&nest, out->dims[d], koma_cpu_loop_nest_get_stride (a, out, d),
                            koma_cpu_loop_nest_get_stride (b, out, d));
  return nest;
}

/**
 * koma_cpu_binary_prepare:
 * @funcs: for each type of the operands; %NULL where the op takes none such
 * @elem_cost: for sharing out the work; copying one element is 1
 *
 * Prepares a step of two operands whose shapes broadcast. Errors:
 * %KOMA_ERROR_UNSUPPORTED for an element type that the op is not computed for.
 */
gboolean
koma_cpu_binary_prepare (KomaCpuStep             *step,
                         const KomaCpuBinaryFunc *funcs,
                         double                   elem_cost,
                         GError                 **error)
{
  const KomaDType dtype = koma_cpu_step_in_dtype (step, 0);
  Binary         *data = NULL;
  gsize           n_columns = 0;

  if (funcs[dtype] == NULL)
    return koma_cpu_refuse_dtype (step, "a type that this op takes", error);

  data = g_new0 (Binary, 1);
  data->nest = make_nest (step);
  data->run_block = funcs[dtype];
  data->in_size = koma_dtype_size (dtype);
  data->out_size = koma_dtype_size (koma_node_output (step->spec->graph, step->node, 0)->dtype);
  n_columns = data->nest.sizes[data->nest.n_loops - 1];
  if (data->nest.n_loops == 1)
    data->units = koma_cpu_units_make (n_columns, elem_cost);
  else
    data->units = koma_cpu_units_make (koma_cpu_loop_nest_count (&data->nest, 1),
                                       n_columns * elem_cost);
  for (guint i = 0; i < 2; i++)
    data->is_whole[i] = koma_shape_count (koma_cpu_step_in_shape (step, i)) ==
                        koma_shape_count (koma_cpu_step_out_shape (step, 0));
  step->data = data;
  step->free_data = g_free;
  step->run = data->nest.n_loops == 1 ? run_columns : run_rows;
  step->run_strip = data->nest.n_loops == 1 ? run_strip_of_columns : run_strip_of_rows;
  step->elem_cost = elem_cost;
  if (koma_shape_count (koma_cpu_step_out_shape (step, 0)) > 0)
    step->n_units = koma_cpu_units_get_n (&data->units);
  return TRUE;
}
