/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A register tile of a product of float32, and how it is stored. */
#pragma once

#include "half-vector.h"
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

/* The sums of a tile, which may end in half a vector, as 24 columns do with vectors of 16. */
typedef struct
{
  Vector whole[MAX_ROWS][2];
  Half   half[MAX_ROWS];
} Sums;

KERNEL_INLINE void
load_sums (const float *b,
           Sums        *sums,
           const guint  n_rows,
           const guint  n_vectors,
           const guint  n_halves) /* 0 or 1, behind the whole ones */
{
  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++) {
    for (guint j = 0; j < n_vectors; j++)
      sums->whole[i][j] = vector_load (b + j * VECTOR_ELEMS);
    if (n_halves > 0)
      sums->half[i] = half_load (b + n_vectors * VECTOR_ELEMS);
  }
}

/* sums += one column of @a · one row of weights. */
KERNEL_INLINE void
multiply_column (const float *a,
                 gsize        a_stride,
                 const float *b,
                 Sums        *sums,
                 const guint  n_rows,
                 const guint  n_vectors,
                 const guint  n_halves)
{
  Vector weights[2];
  Half   half_weights = { 0 };

  for (guint j = 0; j < n_vectors; j++)
    weights[j] = vector_load (b + j * VECTOR_ELEMS);
  if (n_halves > 0)
    half_weights = half_load (b + n_vectors * VECTOR_ELEMS);
  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++) {
    const Vector value = vector_splat (a[i * a_stride]);

    for (guint j = 0; j < n_vectors; j++)
      sums->whole[i][j] += value * weights[j];
    if (n_halves > 0)
      sums->half[i] += vector_half (value) * half_weights;
  }
}

/* Where and how rows are stored: read once, for what is stored could lie in the tile, as far as the
 * compiler knows. */
typedef struct
{
  float *c;
  gsize  c_stride;
  Vector min;
  Vector max;
} Destination;

KERNEL_INLINE Destination
find_destination (const Tile *tile)
{
  return (Destination){ tile->c, tile->c_stride, vector_splat (tile->clamp.min),
                        vector_splat (tile->clamp.max) };
}

KERNEL_INLINE void
store_row (const Destination *to,
           gsize              row,
           const Vector      *sums,
           const Half        *half,
           const guint        n_vectors,
           const guint        n_halves)
{
  float *c = to->c + row * to->c_stride;

  if (n_vectors > 0)
    vector_store (c, vector_clamp (sums[0], to->min, to->max));
  if (n_vectors > 1)
    vector_store (c + VECTOR_ELEMS, vector_clamp (sums[1], to->min, to->max));
  if (n_halves > 0)
    half_store (c + n_vectors * VECTOR_ELEMS,
                vector_half (vector_clamp (half_widen (*half), to->min, to->max)));
}

/* Not in a loop: GCC unrolls a loop that has one in it, as vector_clamp() is, after it has decided
 * what stays in registers, and would go through memory for each of the sums. */
KERNEL_INLINE void
store_rows (const Tile *tile,
            const Sums *sums,
            const guint n_rows,
            const guint n_vectors,
            const guint n_halves)
{
  const Destination to = find_destination (tile);

#define STORE_ROW(row) \
  if (row < n_rows)    \
    store_row (&to, row, sums->whole[row], &sums->half[row], n_vectors, n_halves);

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
