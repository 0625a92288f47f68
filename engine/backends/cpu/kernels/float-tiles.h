/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All tiles of a product of float32, from compute_columns() and compute_single_row() of the file
 * that includes this. */
#pragma once

KERNEL_INLINE void
compute_tile (const Tile *tile,
              const guint n_rows,
              const guint n_vectors)
{
  compute_columns (tile, n_rows, n_vectors, 0);
}

KERNEL_INLINE void
compute_row (const Tile *tile,
             const guint n_vectors)
{
  compute_single_row (tile, n_vectors, 0);
}

#include "gemm-tiles.h"

#ifdef HAS_HALVES
static void
compute_half_tile_1 (const Tile *tile)
{
  compute_single_row (tile, 0, 1);
}

static void
compute_tile_and_half_1 (const Tile *tile)
{
  compute_single_row (tile, 1, 1);
}

#define DEFINE_HALF_TILE(rows)                                \
  static void compute_half_tile_##rows (const Tile *tile)     \
  {                                                           \
    compute_columns (tile, rows, 0, 1);                       \
  }                                                           \
  static void compute_tile_and_half_##rows (const Tile *tile) \
  {                                                           \
    compute_columns (tile, rows, 1, 1);                       \
  }
#define HALF_TILE_IN_TABLE(rows) { compute_half_tile_##rows, compute_tile_and_half_##rows },

EACH_NUMBER_OF_ROWS (DEFINE_HALF_TILE)

static const ComputeTile half_tiles[GEMM_TILE_M][2] = {
  { compute_half_tile_1, compute_tile_and_half_1 },
  EACH_NUMBER_OF_ROWS (HALF_TILE_IN_TABLE)
};
#endif

/* The narrowest tile of @n columns, which may write some more. */
static ComputeTile
find_tile (gsize n_rows,
           gsize n)
{
#ifdef HAS_HALVES
  if ((n - 1) % VECTOR_ELEMS < HALF_ELEMS)
    return half_tiles[n_rows - 1][n > VECTOR_ELEMS];
#endif
  return tiles[n_rows - 1][n > VECTOR_ELEMS];
}

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
  find_tile (n_rows, n) (&whole);
  copy_columns (aside, tile->c, tile->c_stride, n_rows, n);
}

/* [m][n] of c, whose first tile is @first. */
static void
run_tiles (const Tile *first,
           gsize       m,
           gsize       n,
           gsize       n_weights) /* of a column, with its bias */
{
  const gsize n_row_tiles = (m + GEMM_TILE_M - 1) / GEMM_TILE_M;

  for (gsize column = 0; column < n; column += GEMM_TILE_N) {
    const gsize n_columns = MIN (n - column, GEMM_TILE_N);
    Tile        tile = *first;

    tile.b = first->b + column * n_weights;
    for (gsize i = 0; i < n_row_tiles; i++) {
      const gsize begin = i * m / n_row_tiles;
      const gsize n_rows = (i + 1) * m / n_row_tiles - begin;

      tile.a = first->a + begin * tile.a_stride;
      tile.c = first->c + begin * tile.c_stride + column;
      if (n_columns % HALF_ELEMS == 0)
        find_tile (n_rows, n_columns) (&tile);
      else
        run_last_tile (&tile, n_rows, n_columns);
    }
  }
}
