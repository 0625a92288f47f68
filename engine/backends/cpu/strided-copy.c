/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a result in order, from elements of the input at regular distances:
 * transposes, slices, tiles and blocks. The two innermost loops are rows and
 * columns:
 *
 *   column stride 1   whole rows are copied
 *   any other         a few columns of all rows at a time: where columns lie
 *                     far apart rows are often neighbours, and the cache still
 *                     holds what it read for the row before
 */
#include "strided-copy.h"

#include <string.h>

#include "units.h"

/* Cache lines that surely stay while a row is written. */
#define TILE_COLUMNS 16
/* Below this many bytes a loop beats the call of memcpy. */
#define MIN_MEMCPY_BYTES 64

typedef struct
{
  const void *in;
  void       *out; /* [n_rows, n_columns] */
  gsize       n_rows;
  gsize       n_columns;
  gssize      row_stride; /* elements of the input */
  gssize      column_stride;
} Block;

typedef struct
{
  KomaCpuLoopNest nest;
  gssize          in_offset;
  gsize           elem_size;
  KomaCpuUnits    units; /* items are rows */
} StridedCopy;

#define COPY_TILES(function, type)                                           \
  static void                                                                \
  function (const Block *block)                                              \
  {                                                                          \
    const gssize column_stride = block->column_stride;                       \
                                                                             \
    for (gsize first = 0; first < block->n_columns; first += TILE_COLUMNS) { \
      const gsize n = MIN (TILE_COLUMNS, block->n_columns - first);          \
      const type *restrict in = (const type *) block->in +                   \
                                (gssize) first * column_stride;              \
      type *restrict out = (type *) block->out + first;                      \
                                                                             \
      for (gsize row = 0; row < block->n_rows; row++) {                      \
        for (gsize i = 0; i < n; i++)                                        \
          out[i] = in[(gssize) i * column_stride];                           \
        in += block->row_stride;                                             \
        out += block->n_columns;                                             \
      }                                                                      \
    }                                                                        \
  }

COPY_TILES (copy_tiles_1, guint8)
COPY_TILES (copy_tiles_4, guint32)

static void
copy_rows (const Block *block,
           gsize        elem_size)
{
  const gsize   n_bytes = block->n_columns * elem_size;
  const guint8 *in = block->in;
  guint8       *out = block->out;

  for (gsize row = 0; row < block->n_rows; row++)
    memcpy (out + row * n_bytes, in + (gssize) row * block->row_stride * (gssize) elem_size,
            n_bytes);
}

static void
copy_block (const Block *block,
            gsize        elem_size)
{
  if (block->column_stride == 1 && block->n_columns * elem_size >= MIN_MEMCPY_BYTES)
    copy_rows (block, elem_size);
  else if (elem_size == 1)
    copy_tiles_1 (block);
  else
    copy_tiles_4 (block);
}

static void
strided_copy_run (const KomaCpuStep *step,
                  gsize              unit)
{
  const StridedCopy     *copy = step->data;
  const KomaCpuLoopNest *nest = &copy->nest;
  const KomaCpuRange     range = koma_cpu_units_get_range (&copy->units, unit);
  const guint            columns = nest->n_loops - 1;
  const gsize            n_rows = columns > 0 ? nest->sizes[columns - 1] : 1;
  gssize                 offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  Block block = {
    .n_columns = nest->sizes[columns],
    .row_stride = columns > 0 ? nest->strides[columns - 1][0] : 0,
    .column_stride = nest->strides[columns][0],
  };

  for (gsize row = range.begin; row < range.end; row += block.n_rows) {
    koma_cpu_loop_nest_locate (nest, 1, row, offsets);
    block.in = (const guint8 *) step->in[0] +
               (copy->in_offset + offsets[0]) * (gssize) copy->elem_size;
    block.out = (guint8 *) step->out[0] + row * block.n_columns * copy->elem_size;
    block.n_rows = MIN (n_rows - row % n_rows, range.end - row);
    copy_block (&block, copy->elem_size);
  }
}

/**
 * koma_cpu_strided_copy_prepare:
 * @nest: the output's loops, all of them together its elements; the first
 *   operand's strides are the first input's
 * @in_offset: the input's element that becomes the output's first
 *
 * Prepares a step that makes its first output of elements of its first input,
 * of any type.
 */
void
koma_cpu_strided_copy_prepare (KomaCpuStep           *step,
                               const KomaCpuLoopNest *nest,
                               gssize                 in_offset)
{
  StridedCopy *copy = g_new (StridedCopy, 1);

  *copy = (StridedCopy){
    .nest = *nest,
    .in_offset = in_offset,
    .elem_size = koma_dtype_size (koma_cpu_step_in_dtype (step, 0)),
    .units = koma_cpu_units_make (koma_cpu_loop_nest_count (nest, 1),
                                  (double) nest->sizes[nest->n_loops - 1]),
  };
  step->data = copy;
  step->free_data = g_free;
  step->run = strided_copy_run;
  step->n_units = koma_cpu_loop_nest_count (nest, 0) == 0 ? 0 : koma_cpu_units_get_n (&copy->units);
}
