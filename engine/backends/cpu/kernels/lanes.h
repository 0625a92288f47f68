/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of float32 where an instruction multiplies with a lane of a register. */
#pragma once

#include "vector.h"

/* Element i of @a, a constant, in every lane. Neighbours are loaded together where that helps. */
#ifdef MULTIPLIES_LANES
#define VECTOR_SPREAD(a, i) \
  vector_splat (vector_load ((a) + (i) / VECTOR_ELEMS * VECTOR_ELEMS)[(i) % VECTOR_ELEMS])
#else
#define VECTOR_SPREAD(a, i) vector_splat ((a)[i])
#endif

#ifdef MULTIPLIES_LANES
/* sums += lane @lane of @rows · one row of weights. */
KERNEL_INLINE void
multiply_lane (const Vector *rows, /* [n_rows] */
               const guint   lane,
               const float  *b,
               Vector (*sums)[2],
               const guint n_rows,
               const guint n_vectors)
{
  Vector weights[2];

  for (guint j = 0; j < n_vectors; j++)
    weights[j] = vector_load (b + j * VECTOR_ELEMS);
  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_vectors; j++)
      sums[i][j] += vector_splat (rows[i][lane]) * weights[j];
}

/* sums += a vector of each row of @a · as many rows of weights. A row's inputs are loaded by one
 * vector load; one by one they would be half as many loads as there are multiplications. */
KERNEL_INLINE void
multiply_lanes (const float *a,
                gsize        a_stride,
                const float *b,
                Vector (*sums)[2],
                const guint n_rows,
                const guint n_vectors)
{
  Vector rows[GEMM_TILE_M];

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    rows[i] = vector_load (a + i * a_stride);
  multiply_lane (rows, 0, b, sums, n_rows, n_vectors);
  multiply_lane (rows, 1, b + GEMM_TILE_N, sums, n_rows, n_vectors);
  multiply_lane (rows, 2, b + 2 * GEMM_TILE_N, sums, n_rows, n_vectors);
  multiply_lane (rows, 3, b + 3 * GEMM_TILE_N, sums, n_rows, n_vectors);
}
#endif
