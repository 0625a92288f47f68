/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sum of outer products by register tiles: a tile of c, up to GEMM_TILE_M rows of two
 * vectors, stays in registers while k runs; each step loads two vectors of b and spreads
 * neighbours of a. */
#include "lanes.h"

typedef struct
{
  const float *a;
  gsize        a_stride;
  const float *b;
  gsize        b_stride;
  float       *c;
  gsize        c_stride;
  gsize        k;
  gboolean     is_added;
} Tile;

/* Writes whole vectors. @n_rows and @n_vectors are constants wherever this is inlined. */
KERNEL_INLINE void
compute_tile (const Tile *tile,
              const guint n_rows,
              const guint n_vectors)
{
  const float *a = tile->a;
  const float *b = tile->b;
  Vector       sums[GEMM_TILE_M][2] = { 0 };

  for (gsize p = 0; p < tile->k; p++, a += tile->a_stride, b += tile->b_stride) {
    Vector values[2];

    for (guint j = 0; j < n_vectors; j++)
      values[j] = vector_load (b + j * VECTOR_ELEMS);
    KERNEL_UNROLL
    for (guint i = 0; i < n_rows; i++)
      for (guint j = 0; j < n_vectors; j++)
        sums[i][j] += VECTOR_SPREAD (a, i) * values[j];
  }

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_vectors; j++) {
      float *c = tile->c + i * tile->c_stride + j * VECTOR_ELEMS;

      vector_store (c, tile->is_added ? sums[i][j] + vector_load (c) : sums[i][j]);
    }
}

KERNEL_INLINE void
compute_row (const Tile *tile,
             const guint n_vectors)
{
  compute_tile (tile, 1, n_vectors);
}

#include "gemm-tiles.h"

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
  whole.is_added = FALSE;
  tiles[n_rows - 1][n > VECTOR_ELEMS](&whole);
  for (gsize i = 0; i < n_rows; i++)
    for (gsize j = 0; j < n; j++) {
      float *c = tile->c + i * tile->c_stride + j;

      *c = aside[i * GEMM_TILE_N + j] + (tile->is_added ? *c : 0.0f);
    }
}

void
KERNEL (koma_cpu_outer) (const KomaCpuOuter *outer)
{
  const gsize n_row_tiles = (outer->m + GEMM_TILE_M - 1) / GEMM_TILE_M;

  for (gsize column = 0; column < outer->n; column += GEMM_TILE_N) {
    const gsize n = MIN (outer->n - column, GEMM_TILE_N);

    Tile tile = {
      .a_stride = outer->a_stride,
      .b = outer->b + column,
      .b_stride = outer->b_stride,
      .c_stride = outer->c_stride,
      .k = outer->k,
      .is_added = outer->is_added,
    };

    for (gsize i = 0; i < n_row_tiles; i++) {
      const gsize begin = i * outer->m / n_row_tiles;
      const gsize n_rows = (i + 1) * outer->m / n_row_tiles - begin;

      tile.a = outer->a + begin;
      tile.c = outer->c + begin * outer->c_stride + column;
      if (n % VECTOR_ELEMS == 0)
        tiles[n_rows - 1][n > VECTOR_ELEMS](&tile);
      else
        run_last_tile (&tile, n_rows, n);
    }
  }
}
