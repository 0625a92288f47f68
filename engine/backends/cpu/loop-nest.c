/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elementwise ops and data movement are fast when the innermost loop is long:
 * [1,112,112,32] + [32] is a loop of 12544 around one of 32, [2,3] + [2,3]
 * is one loop of 6. Two neighbouring loops become one if, for each operand, the
 * outer stride is the inner stride times the inner size. */
#include "loop-nest.h"

/**
 * koma_cpu_loop_nest_init:
 *
 * Sets @nest to one loop of size 1; add loops from the outermost in.
 */
void
koma_cpu_loop_nest_init (KomaCpuLoopNest *nest)
{
  *nest = (KomaCpuLoopNest){
    .n_loops = 1,
    .sizes = { 1 },
    .strides = { { 1, 1, 1 } },
  };
}

/**
 * koma_cpu_loop_nest_add:
 * @size: 0 is possible, and makes a nest that does nothing
 * @stride_0: elements from one round to the next, in the first operand
 * @stride_1: in the second; 0 where there is none
 *
 * Adds a loop inside those there are. At most %KOMA_CPU_MAX_LOOPS.
 */
void
koma_cpu_loop_nest_add (KomaCpuLoopNest *nest,
                        gsize            size,
                        gssize           stride_0,
                        gssize           stride_1)
{
  const gssize strides[KOMA_CPU_LOOP_OPERANDS] = { stride_0, stride_1 };

  koma_cpu_loop_nest_add_all (nest, size, strides);
}

static gboolean
continues (const gssize *outer,
           const gssize *inner,
           gsize         inner_size)
{
  for (guint i = 0; i < KOMA_CPU_LOOP_OPERANDS; i++)
    if (outer[i] != inner[i] * (gssize) inner_size)
      return FALSE;
  return TRUE;
}

/**
 * koma_cpu_loop_nest_add_all:
 * @strides: [KOMA_CPU_LOOP_OPERANDS]
 *
 * koma_cpu_loop_nest_add() of all operands.
 */
void
koma_cpu_loop_nest_add_all (KomaCpuLoopNest *nest,
                            gsize            size,
                            const gssize    *strides)
{
  const guint last = nest->n_loops - 1;

  if (size == 1)
    return;
  if (nest->sizes[last] == 1) {
    nest->sizes[last] = size;
  } else if (continues (nest->strides[last], strides, size)) {
    nest->sizes[last] *= size;
  } else {
    g_assert (nest->n_loops < KOMA_CPU_MAX_LOOPS);
    nest->sizes[nest->n_loops++] = size;
  }
  for (guint i = 0; i < KOMA_CPU_LOOP_OPERANDS; i++)
    nest->strides[nest->n_loops - 1][i] = strides[i];
}

gssize
koma_cpu_loop_nest_get_stride (const KomaShape *operand,
                               const KomaShape *out,
                               guint            d)
{
  gsize       strides[KOMA_MAX_RANK] = { 0 };
  const guint n_missing = out->rank - operand->rank;

  if (d < n_missing || operand->dims[d - n_missing] == 1)
    return 0;
  koma_shape_strides (operand, strides);
  return strides[d - n_missing];
}

/**
 * koma_cpu_loop_nest_count:
 * @n_inner: innermost loops to leave out
 *
 * Returns: rounds of the other loops together; 1 if there are none
 */
gsize
koma_cpu_loop_nest_count (const KomaCpuLoopNest *nest,
                          guint                  n_inner)
{
  gsize count = 1;

  for (guint i = 0; i + n_inner < nest->n_loops; i++)
    count *= nest->sizes[i];
  return count;
}

/**
 * koma_cpu_loop_nest_locate:
 * @n_inner: innermost loops to leave out
 * @index: round of the other loops, 0 … count - 1
 * @ret_offsets: (out): [KOMA_CPU_LOOP_OPERANDS] where that round's elements
 *   begin in each operand
 */
void
koma_cpu_loop_nest_locate (const KomaCpuLoopNest *nest,
                           guint                  n_inner,
                           gsize                  index,
                           gssize                *ret_offsets)
{
  gssize offsets[KOMA_CPU_LOOP_OPERANDS] = { 0 };

  for (guint i = nest->n_loops - MIN (n_inner, nest->n_loops); i-- > 0;) {
    const gssize round = index % nest->sizes[i];

    for (guint k = 0; k < KOMA_CPU_LOOP_OPERANDS; k++)
      offsets[k] += round * nest->strides[i][k];
    index /= nest->sizes[i];
  }
  for (guint k = 0; k < KOMA_CPU_LOOP_OPERANDS; k++)
    ret_offsets[k] = offsets[k];
}
