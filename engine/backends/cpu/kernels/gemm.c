/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Matrix product by register tiles: a tile of c, up to GEMM_TILE_M rows of
 * two vectors, stays in registers while k runs; each step loads two vectors
 * of packed weights and spreads one input value for each row. */
#include "vector.h"

typedef struct
{
  const float *a;
  gsize        a_stride;
  const float *b; /* [1 + k][GEMM_TILE_N], bias first */
  float       *c;
  gsize        c_stride;
  gsize        k;
  KomaClamp    clamp;
} Tile;

/* The most rows that any level has. */
#define MAX_ROWS 12

/* Not in a loop: GCC unrolls a loop that has one in it, as vector_clamp() is, after it has decided
 * what stays in registers, and would go through memory for each of the sums. */
KERNEL_INLINE void
store_row (const Tile   *tile,
           gsize         row,
           const Vector *sums,
           const guint   n_vectors)
{
  const Vector min = vector_splat (tile->clamp.min);
  const Vector max = vector_splat (tile->clamp.max);
  float       *c = tile->c + row * tile->c_stride;

  vector_store (c, vector_clamp (sums[0], min, max));
  if (n_vectors > 1)
    vector_store (c + VECTOR_ELEMS, vector_clamp (sums[1], min, max));
}

KERNEL_INLINE void
store_rows (const Tile *tile,
            Vector (*sums)[2],
            const guint n_rows,
            const guint n_vectors)
{
#define STORE_ROW(row) \
  if (row < n_rows)    \
    store_row (tile, row, sums[row], n_vectors);

  STORE_ROW (0)
  STORE_ROW (1)
  STORE_ROW (2)
  STORE_ROW (3)
  STORE_ROW (4)
  STORE_ROW (5)
  STORE_ROW (6)
  STORE_ROW (7)
  STORE_ROW (8)
  STORE_ROW (9)
  STORE_ROW (10)
  STORE_ROW (11)
#undef STORE_ROW
}

/* Writes whole vectors. @n_rows and @n_vectors are constants wherever this is
 * inlined, and all loops but the one over k are unrolled, or @sums would not
 * stay in registers. */
KERNEL_INLINE void
compute_tile (const Tile *tile,
              const guint n_rows,
              const guint n_vectors)
{
  const float *a = tile->a;
  const float *b = tile->b;
  Vector       sums[MAX_ROWS][2];

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_vectors; j++)
      sums[i][j] = vector_load (b + j * VECTOR_ELEMS);

  for (gsize p = 0; p < tile->k; p++) {
    Vector weights[2];

    b += GEMM_TILE_N;
    for (guint j = 0; j < n_vectors; j++)
      weights[j] = vector_load (b + j * VECTOR_ELEMS);
    KERNEL_UNROLL
    for (guint i = 0; i < n_rows; i++) {
      const Vector value = vector_splat (a[i * tile->a_stride + p]);

      for (guint j = 0; j < n_vectors; j++)
        sums[i][j] += value * weights[j];
    }
  }

  store_rows (tile, sums, n_rows, n_vectors);
}

/* A single row has too few accumulators to hide the latency of a multiply-add,
 * so it keeps N_CHAINS partial sums. A network that classifies one picture ends
 * in such a product. */
#define N_CHAINS 4

KERNEL_INLINE void
compute_row (const Tile *tile,
             const guint n_vectors)
{
  const gsize  k = tile->k;
  const float *b = tile->b;
  Vector       sums[N_CHAINS][2] = { 0 };
  gsize        p = 0;

  for (guint j = 0; j < n_vectors; j++)
    sums[0][j] = vector_load (b + j * VECTOR_ELEMS);
  b += GEMM_TILE_N;
  for (; p + N_CHAINS <= k; p += N_CHAINS, b += N_CHAINS * GEMM_TILE_N) {
    KERNEL_UNROLL
    for (guint i = 0; i < N_CHAINS; i++)
      for (guint j = 0; j < n_vectors; j++)
        sums[i][j] += tile->a[p + i] * vector_load (b + i * GEMM_TILE_N + j * VECTOR_ELEMS);
  }
  for (; p < k; p++, b += GEMM_TILE_N)
    for (guint j = 0; j < n_vectors; j++)
      sums[0][j] += tile->a[p] * vector_load (b + j * VECTOR_ELEMS);
  for (guint j = 0; j < n_vectors; j++)
    sums[0][j] = (sums[0][j] + sums[1][j]) + (sums[2][j] + sums[3][j]);
  store_row (tile, 0, sums[0], n_vectors);
}

#include "gemm-tiles.h"

static void
copy_columns (const float *from, /* [n_rows][GEMM_TILE_N] */
              float       *to,
              gsize        to_stride,
              gsize        n_rows,
              gsize        n)
{
  for (gsize i = 0; i < n_rows; i++, from += GEMM_TILE_N, to += to_stride) {
    if (n > VECTOR_ELEMS)
      vector_store (to, vector_load (from));
    vector_store_some (to + n / VECTOR_ELEMS * VECTOR_ELEMS,
                       vector_load (from + n / VECTOR_ELEMS * VECTOR_ELEMS), n % VECTOR_ELEMS);
  }
}

/* Computes a tile whose last columns are no whole vector in a buffer. */
static void
run_last_tile (const Tile *tile,
               gsize       n_rows,
               gsize       n)
{
  float aside[GEMM_TILE_M * GEMM_TILE_N];
  Tile  whole = *tile;

  whole.c = aside;
  whole.c_stride = GEMM_TILE_N;
  tiles[n_rows - 1][n > VECTOR_ELEMS](&whole);
  copy_columns (aside, tile->c, tile->c_stride, n_rows, n);
}

void
KERNEL (koma_cpu_gemm) (const KomaCpuGemm *gemm)
{
  const gsize n_row_tiles = (gemm->m + GEMM_TILE_M - 1) / GEMM_TILE_M;

  for (gsize column = 0; column < gemm->n; column += GEMM_TILE_N) {
    const gsize n = MIN (gemm->n - column, GEMM_TILE_N);

    Tile tile = {
      .a_stride = gemm->a_stride / sizeof (float),
      .b = (const float *) gemm->b + column * (1 + gemm->k),
      .c_stride = gemm->c_stride / sizeof (float),
      .k = gemm->k,
      .clamp = gemm->clamp,
    };

    for (gsize i = 0; i < n_row_tiles; i++) {
      const gsize begin = i * gemm->m / n_row_tiles;
      const gsize n_rows = (i + 1) * gemm->m / n_row_tiles - begin;

      tile.a = (const float *) gemm->a + begin * tile.a_stride;
      tile.c = (float *) gemm->c + begin * tile.c_stride + column;
      if (n % VECTOR_ELEMS == 0)
        tiles[n_rows - 1][n > VECTOR_ELEMS](&tile);
      else
        run_last_tile (&tile, n_rows, n);
    }
  }
}
