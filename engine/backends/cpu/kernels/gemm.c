/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Matrix product by register tiles: a tile of c, up to GEMM_TILE_M rows of
 * two vectors, stays in registers while k runs; each step loads two vectors
 * of packed weights and spreads one input value for each row. */
#include "float-tile.h"

/* @n_rows, @n_vectors and @n_halves are constants wherever this is inlined, and all loops but the
 * one over k are unrolled, or the sums would not stay in registers. */
KERNEL_INLINE void
compute_columns (const Tile *tile,
                 const guint n_rows,
                 const guint n_vectors,
                 const guint n_halves)
{
  const float *a = tile->a;
  const float *b = tile->b;
  Sums         sums;
  gsize        p = 0;

  load_sums (b, &sums, n_rows, n_vectors, n_halves);
#ifdef MULTIPLIES_LANES
  for (; p + VECTOR_ELEMS <= tile->k; p += VECTOR_ELEMS, b += VECTOR_ELEMS * GEMM_TILE_N)
    multiply_lanes (a + p, tile->a_stride, b + GEMM_TILE_N, sums.whole, n_rows, n_vectors);
#endif
  for (; p < tile->k; p++) {
    b += GEMM_TILE_N;
    multiply_column (a + p, tile->a_stride, b, &sums, n_rows, n_vectors, n_halves);
  }
  store_rows (tile, &sums, n_rows, n_vectors, n_halves);
}

/* A single row has too few accumulators to hide the latency of a multiply-add,
 * so it keeps N_CHAINS partial sums. A network that classifies one picture ends
 * in such a product. */
#define N_CHAINS 4

KERNEL_INLINE void
compute_single_row (const Tile *tile,
                    const guint n_vectors,
                    const guint n_halves)
{
  const guint       n_loads = n_vectors + n_halves; /* of whole vectors, as weights are packed */
  const Destination to = find_destination (tile);
  const gsize       k = tile->k;
  const float      *b = tile->b;
  Vector            sums[N_CHAINS][2] = { 0 };
  Half              half = { 0 };
  gsize             p = 0;

  for (guint j = 0; j < n_loads; j++)
    sums[0][j] = vector_load (b + j * VECTOR_ELEMS);
  b += GEMM_TILE_N;
  for (; p + N_CHAINS <= k; p += N_CHAINS, b += N_CHAINS * GEMM_TILE_N) {
    KERNEL_UNROLL
    for (guint i = 0; i < N_CHAINS; i++)
      for (guint j = 0; j < n_loads; j++)
        sums[i][j] += VECTOR_SPREAD (tile->a + p, i) *
                      vector_load (b + i * GEMM_TILE_N + j * VECTOR_ELEMS);
  }
  for (; p < k; p++, b += GEMM_TILE_N)
    for (guint j = 0; j < n_loads; j++)
      sums[0][j] += tile->a[p] * vector_load (b + j * VECTOR_ELEMS);
  for (guint j = 0; j < n_loads; j++)
    sums[0][j] = (sums[0][j] + sums[1][j]) + (sums[2][j] + sums[3][j]);
  if (n_halves > 0)
    half = vector_half (sums[0][n_vectors]);
  store_row (&to, 0, sums[0], &half, n_vectors, n_halves);
}

#include "float-tiles.h"

void
KERNEL (koma_cpu_gemm) (const KomaCpuGemm *gemm)
{
  const Tile first = {
    .a = gemm->a,
    .a_stride = gemm->a_stride / sizeof (float),
    .b = gemm->b,
    .c = gemm->c,
    .c_stride = gemm->c_stride / sizeof (float),
    .k = gemm->k,
    .clamp = gemm->clamp,
  };

  run_tiles (&first, gemm->m, gemm->n, 1 + gemm->k);
}
