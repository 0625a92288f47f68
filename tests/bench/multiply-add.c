/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Multiply-adds in registers, compiled once for each level of the CPU. */
#include "engine/backends/cpu/kernels/vector.h"
#include "machine-limits.h"

/* Enough to hide the latency of four cycles with two units, beside two vectors in 16 registers. */
#define N_CHAINS 12

extern const BenchMultiplyAdd KERNEL (bench_multiply_add);

static float
run (gsize n_steps)
{
  const Vector factor = vector_splat (0.5f);
  const Vector addend = vector_splat (1);
  Vector       sums[N_CHAINS];
  float        sum = 0;

  /* Equal chains would be computed once for all. */
  KERNEL_UNROLL
  for (guint i = 0; i < N_CHAINS; i++)
    sums[i] = vector_splat (i);
  for (gsize step = 0; step < n_steps; step++) {
    KERNEL_UNROLL
    for (guint i = 0; i < N_CHAINS; i++)
      sums[i] = sums[i] * factor + addend;
  }
  for (guint i = 0; i < N_CHAINS; i++)
    sum += sums[i][0];
  return sum;
}

const BenchMultiplyAdd KERNEL (bench_multiply_add) = {
  .run = run,
  .flops = 2.0 * N_CHAINS * VECTOR_ELEMS,
};
