/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The register tiles of a matrix product, from compute_tile() and
 * compute_row() of the file that includes this. */
#pragma once

/* From two rows on. */
#define ROWS_TO_4(DO)  DO (2) DO (3) DO (4)
#define ROWS_TO_6(DO)  ROWS_TO_4 (DO) DO (5) DO (6)
#define ROWS_TO_8(DO)  ROWS_TO_6 (DO) DO (7) DO (8)
#define ROWS_TO_12(DO) ROWS_TO_8 (DO) DO (9) DO (10) DO (11) DO (12)

/* The most is GEMM_TILE_M. */
#define EACH_NUMBER_OF_ROWS(DO) KERNEL_PASTE (ROWS_TO, GEMM_TILE_M) (DO)

typedef void (*ComputeTile) (const Tile *tile);

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
#define TILE_IN_TABLE(rows) { compute_narrow_tile_##rows, compute_tile_##rows },

/* A function for each number of rows, so that 49 rows are tiles of 10, 10,
 * 10, 10 and 9 and no work is thrown away. */
EACH_NUMBER_OF_ROWS (DEFINE_TILE)

static const ComputeTile tiles[GEMM_TILE_M][2] = {
  { compute_narrow_tile_1, compute_tile_1 },
  EACH_NUMBER_OF_ROWS (TILE_IN_TABLE)
};
