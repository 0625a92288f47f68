/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A convolution from where its input lies. The windows of neighbouring pixels are the rows of a
 * matrix product as in gemm.c, but in pieces: one for each line of the picture, whose pixels lie
 * side by side. Where there are few output channels, to copy the pieces would take as long as a
 * third of the product. */
#include "float-tile.h"

/* As compute_tile() in gemm.c. */
KERNEL_INLINE void
compute_tile (const Tile *tile,
              const guint n_rows,
              const guint n_vectors)
{
  const float *line = tile->a;
  const float *b = tile->b;
  Vector       sums[MAX_ROWS][2];

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_vectors; j++)
      sums[i][j] = vector_load (b + j * VECTOR_ELEMS);

  for (gsize piece = 0; piece < tile->n_pieces; piece++, line += tile->piece_stride) {
    gsize p = 0;

#ifdef MULTIPLIES_LANES
    for (; p + VECTOR_ELEMS <= tile->k; p += VECTOR_ELEMS, b += VECTOR_ELEMS * GEMM_TILE_N)
      multiply_lanes (line + p, tile->a_stride, b + GEMM_TILE_N, sums, n_rows, n_vectors);
#endif
    for (; p < tile->k; p++) {
      Vector weights[2];

      b += GEMM_TILE_N;
      for (guint j = 0; j < n_vectors; j++)
        weights[j] = vector_load (b + j * VECTOR_ELEMS);
      KERNEL_UNROLL
      for (guint i = 0; i < n_rows; i++) {
        const Vector value = vector_splat (line[i * tile->a_stride + p]);

        for (guint j = 0; j < n_vectors; j++)
          sums[i][j] += value * weights[j];
      }
    }
  }

  store_rows (tile, sums, n_rows, n_vectors);
}

/* A line of one pixel is rare. */
KERNEL_INLINE void
compute_row (const Tile *tile,
             const guint n_vectors)
{
  compute_tile (tile, 1, n_vectors);
}

#include "float-tiles.h"

void
KERNEL (koma_cpu_conv_line) (const KomaCpuConvLine *line)
{
  const Tile first = {
    .a = line->in,
    .a_stride = line->window_stride,
    .k = line->piece,
    .n_pieces = line->n_pieces,
    .piece_stride = line->piece_stride,
    .b = line->weights,
    .c = line->out,
    .c_stride = line->out_stride,
    .clamp = line->clamp,
  };

  run_tiles (&first, line->n_pixels, line->channels, 1 + line->n_pieces * line->piece);
}
