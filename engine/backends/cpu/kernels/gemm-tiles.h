/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The register tiles of a matrix product, from compute_tile() and
 * compute_row() of the file that includes this. */
#pragma once

static void
compute_tile_1 (const Tile *tile)
{
  compute_row (tile, 2);
}

static void
compute_narrow_tile_1 (const Tile *tile)
{
  compute_row (tile, 1);
}

#define DEFINE_TILE(rows)                                   \
  static void compute_tile_##rows (const Tile *tile)        \
  {                                                         \
    compute_tile (tile, rows, 2);                           \
  }                                                         \
  static void compute_narrow_tile_##rows (const Tile *tile) \
  {                                                         \
    compute_tile (tile, rows, 1);                           \
  }

/* A function for each number of rows, so that 49 rows are tiles of 10, 10,
 * 10, 10 and 9 and no work is thrown away. */
DEFINE_TILE (2)
DEFINE_TILE (3)
DEFINE_TILE (4)
#if GEMM_TILE_M > 4
DEFINE_TILE (5)
DEFINE_TILE (6)
#endif
#if GEMM_TILE_M > 6
DEFINE_TILE (7)
DEFINE_TILE (8)
#endif
#if GEMM_TILE_M > 8
DEFINE_TILE (9)
DEFINE_TILE (10)
DEFINE_TILE (11)
DEFINE_TILE (12)
#endif

static void (*const tiles[GEMM_TILE_M][2]) (const Tile *tile) = {
  { compute_narrow_tile_1, compute_tile_1 },
  { compute_narrow_tile_2, compute_tile_2 },
  { compute_narrow_tile_3, compute_tile_3 },
  { compute_narrow_tile_4, compute_tile_4 },
#if GEMM_TILE_M > 4
  { compute_narrow_tile_5, compute_tile_5 },
  { compute_narrow_tile_6, compute_tile_6 },
#endif
#if GEMM_TILE_M > 6
  { compute_narrow_tile_7, compute_tile_7 },
  { compute_narrow_tile_8, compute_tile_8 },
#endif
#if GEMM_TILE_M > 8
  { compute_narrow_tile_9, compute_tile_9 },
  { compute_narrow_tile_10, compute_tile_10 },
  { compute_narrow_tile_11, compute_tile_11 },
  { compute_narrow_tile_12, compute_tile_12 },
#endif
};
