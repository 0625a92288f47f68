/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A convolution from where its input lies. The windows of neighbouring pixels are the rows of a
 * matrix product as in gemm.c, but in pieces: one for each line of the picture, whose pixels lie
 * side by side. Where there are few output channels, to copy the pieces would take as long as a
 * third of the product. */
#include "float-tile.h"

/* As compute_columns() in gemm.c. */
KERNEL_INLINE void
compute_columns (const Tile *tile,
                 const guint n_rows,
                 const guint n_vectors,
                 const guint n_halves)
{
  const float *line = tile->a;
  const float *b = tile->b;
  Sums         sums;

  load_sums (b, &sums, n_rows, n_vectors, n_halves);
  for (gsize piece = 0; piece < tile->n_pieces; piece++, line += tile->piece_stride) {
    gsize p = 0;

#ifdef MULTIPLIES_LANES
    for (; p + VECTOR_ELEMS <= tile->k; p += VECTOR_ELEMS, b += VECTOR_ELEMS * GEMM_TILE_N)
      multiply_lanes (line + p, tile->a_stride, b + GEMM_TILE_N, sums.whole, n_rows, n_vectors);
#endif
    for (; p < tile->k; p++) {
      b += GEMM_TILE_N;
      multiply_column (line + p, tile->a_stride, b, &sums, n_rows, n_vectors, n_halves);
    }
  }
  store_rows (tile, &sums, n_rows, n_vectors, n_halves);
}

/* A line of one pixel is rare. */
KERNEL_INLINE void
compute_single_row (const Tile *tile,
                    const guint n_vectors,
                    const guint n_halves)
{
  compute_columns (tile, 1, n_vectors, n_halves);
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
