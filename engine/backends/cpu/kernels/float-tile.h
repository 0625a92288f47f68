/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A register tile of a product of float32, and how it is stored. */
#pragma once

#include "lanes.h"

typedef struct
{
  const float *a;
  gsize        a_stride;
  const float *b; /* [1 + k][GEMM_TILE_N], bias first */
  float       *c;
  gsize        c_stride;
  gsize        k;
  gsize        n_pieces; /* of a row of a; see conv-line.c */
  gsize        piece_stride;
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
