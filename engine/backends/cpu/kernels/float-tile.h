/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A register tile of a product of float32, and how it is stored. */
#pragma once

#include "vector.h"

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

/* sums += a vector of each row of @a · as many rows of weights. A row's inputs are loaded at once,
 * which are loads of their own otherwise, as many as every second multiplication. */
KERNEL_INLINE void
multiply_lanes (const float *a,
                gsize        a_stride,
                const float *b,
                Vector (*sums)[2],
                const guint n_rows,
                const guint n_vectors)
{
  Vector rows[MAX_ROWS];

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    rows[i] = vector_load (a + i * a_stride);
  multiply_lane (rows, 0, b, sums, n_rows, n_vectors);
  multiply_lane (rows, 1, b + GEMM_TILE_N, sums, n_rows, n_vectors);
  multiply_lane (rows, 2, b + 2 * GEMM_TILE_N, sums, n_rows, n_vectors);
  multiply_lane (rows, 3, b + 3 * GEMM_TILE_N, sums, n_rows, n_vectors);
}
#endif

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
