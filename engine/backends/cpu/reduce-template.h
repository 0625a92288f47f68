/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inner loops of one reduction, for inclusion, once for each element type:
 *
 *   REDUCE_NAME                 koma_cpu_reduce_prepare() takes `NAME`
 *   REDUCE_TYPE                 elements, and partial results of a block
 *   REDUCE_TOTAL                type of totals
 *   REDUCE_IDENTITY             what a total and a block begin with
 *   REDUCE_COMBINE (x, y)       one of two
 *   REDUCE_FINISH (total, n)    the result, of the total of n elements
 *
 * No include guard: this is a template. */
#include "reduce-axes.h"

#define REDUCE_PASTE_2(a, b) a##_##b
#define REDUCE_PASTE(a, b)   REDUCE_PASTE_2 (a, b)
#define REDUCE_FUNC(name)    REDUCE_PASTE (REDUCE_NAME, name)

/* Adds @n_rows rows, at most a block, to the totals of @n columns. */
static inline void
REDUCE_FUNC (add_block) (const REDUCE_TYPE *rows,
                         gssize             row_stride,
                         gsize              n_rows,
                         gsize              n,
                         REDUCE_TOTAL *restrict totals)
{
  REDUCE_TYPE block[KOMA_CPU_REDUCE_TILE];

  for (gsize i = 0; i < n; i++)
    block[i] = REDUCE_IDENTITY;
  for (gsize row = 0; row < n_rows; row++)
    for (gsize i = 0; i < n; i++)
      block[i] = REDUCE_COMBINE (block[i], rows[(gssize) row * row_stride + (gssize) i]);
  for (gsize i = 0; i < n; i++)
    totals[i] = REDUCE_COMBINE (totals[i], (REDUCE_TOTAL) block[i]);
}

static void
REDUCE_FUNC (columns) (const KomaCpuReduce *reduce,
                       const void          *in,
                       void                *out_data,
                       gsize                n_columns)
{
  const KomaCpuLoopNest *nest = &reduce->reduced;
  const gsize            n_rows = nest->sizes[nest->n_loops - 1];
  const gssize           stride = nest->strides[nest->n_loops - 1][0];
  const gsize            n_outer = koma_cpu_loop_nest_count (nest, 1);
  REDUCE_TYPE           *out = out_data;
  REDUCE_TOTAL           totals[KOMA_CPU_REDUCE_TILE];
  gssize                 offsets[KOMA_CPU_LOOP_OPERANDS];

  for (gsize i = 0; i < n_columns; i++)
    totals[i] = REDUCE_IDENTITY;
  for (gsize outer = 0; outer < n_outer; outer++) {
    koma_cpu_loop_nest_locate (nest, 1, outer, offsets);
    for (gsize row = 0; row < n_rows; row += KOMA_CPU_REDUCE_BLOCK) {
      const REDUCE_TYPE *rows = (const REDUCE_TYPE *) in + offsets[0] + (gssize) row * stride;
      const gsize        n = MIN (KOMA_CPU_REDUCE_BLOCK, n_rows - row);

      /* With the usual width as a constant its block stays in registers. */
      if (n_columns == KOMA_CPU_REDUCE_TILE)
        REDUCE_FUNC (add_block)
      (rows, stride, n, KOMA_CPU_REDUCE_TILE, totals);
      else REDUCE_FUNC (add_block) (rows, stride, n, n_columns, totals);
    }
  }
  for (gsize i = 0; i < n_columns; i++)
    out[i] = REDUCE_FINISH (totals[i], reduce->n_reduced);
}

/* Cuts a row into rows of one column for each lane, and a rest. */
static void
REDUCE_FUNC (row) (const KomaCpuReduce *reduce,
                   const void          *in,
                   void                *out_data,
                   gsize                n_columns)
{
  const KomaCpuLoopNest *nest = &reduce->reduced;
  const gsize            n = nest->sizes[nest->n_loops - 1];
  const gsize            n_outer = koma_cpu_loop_nest_count (nest, 1);
  const gsize            block_elems = KOMA_CPU_REDUCE_LANES * KOMA_CPU_REDUCE_BLOCK;
  REDUCE_TYPE           *out = out_data;
  REDUCE_TOTAL           lanes[KOMA_CPU_REDUCE_LANES];
  REDUCE_TOTAL           total = REDUCE_IDENTITY;
  gssize                 offsets[KOMA_CPU_LOOP_OPERANDS];

  for (gsize i = 0; i < KOMA_CPU_REDUCE_LANES; i++)
    lanes[i] = REDUCE_IDENTITY;
  for (gsize outer = 0; outer < n_outer; outer++) {
    const REDUCE_TYPE *elems = NULL;

    koma_cpu_loop_nest_locate (nest, 1, outer, offsets);
    elems = (const REDUCE_TYPE *) in + offsets[0];
    for (gsize i = 0; i < n; i += block_elems) {
      const gsize left = MIN (block_elems, n - i);

      REDUCE_FUNC (add_block)
      (elems + i, KOMA_CPU_REDUCE_LANES, left / KOMA_CPU_REDUCE_LANES,
       KOMA_CPU_REDUCE_LANES, lanes);
      for (gsize j = left / KOMA_CPU_REDUCE_LANES * KOMA_CPU_REDUCE_LANES; j < left; j++)
        total = REDUCE_COMBINE (total, (REDUCE_TOTAL) elems[i + j]);
    }
  }
  for (gsize i = 0; i < KOMA_CPU_REDUCE_LANES; i++)
    total = REDUCE_COMBINE (total, lanes[i]);
  out[0] = REDUCE_FINISH (total, reduce->n_reduced);
}

static const KomaCpuReduceFuncs REDUCE_NAME = {
  .columns = REDUCE_FUNC (columns),
  .row = REDUCE_FUNC (row),
};

#undef REDUCE_NAME
#undef REDUCE_TYPE
#undef REDUCE_TOTAL
#undef REDUCE_IDENTITY
#undef REDUCE_COMBINE
#undef REDUCE_FINISH
#undef REDUCE_PASTE_2
#undef REDUCE_PASTE
#undef REDUCE_FUNC
