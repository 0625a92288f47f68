/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights of 8 bits in the order in which a kernel reads them: words, each
 * with the elements that follow one another in a column. In words of four they
 * stay bytes, and what the zero point of a adds is part of the bias:
 *   Σ (a - zero_a) (b - zero_b) = Σ a b - zero_b Σ a - zero_a Σ (b - zero_b)
 * In words of two they are int16, and both zero points are gone. */
#include "pack-8.h"

#include <string.h>

/**
 * koma_cpu_pack_8_count_rows:
 * @kernels: whose words
 * @k: rows
 *
 * Returns: words of a packed column: bias, multiplier and weights
 */
gsize
koma_cpu_pack_8_count_rows (const KomaCpuKernels *kernels,
                            gsize                 k)
{
  const gsize n_words = k / kernels->word_8_elems + (k % kernels->word_8_elems != 0);

  return 2 + n_words;
}

/* As it is packed in words of four. */
static gint32
get_element (const KomaCpuPack8 *pack,
             gsize               row,
             gsize               column)
{
  const guint8 byte = pack->b[row * pack->k_stride + column * pack->n_stride];

  return (gint32) (byte ^ pack->flip) - pack->kernels->word_8_shift;
}

/**
 * koma_cpu_pack_8_get_b_zero_point:
 * @kernels: for which it is packed
 * @zero_point: of the right side as uint8
 *
 * Returns: for #KomaCpuGemm.b_zero_point: that of the right side as it is packed
 */
gint32
koma_cpu_pack_8_get_b_zero_point (const KomaCpuKernels *kernels,
                                  gint32                zero_point)
{
  return zero_point - kernels->word_8_shift;
}

static void
pack_header (const KomaCpuPack8 *pack,
             gsize               column,
             gsize               n,
             gsize               n_lanes,
             gint32             *to)
{
  memset (to, 0, 2 * n_lanes * sizeof *to);
  if (pack->bias != NULL)
    memcpy (to, pack->bias + column, n * sizeof *to);
  memcpy (to + n_lanes, pack->multipliers + column, n * sizeof *to);
}

/* One column of a tile. */
static void
pack_column (const KomaCpuPack8 *pack,
             gsize               column,
             gint32             *to)
{
  const gint32 zero_point = koma_cpu_pack_8_get_b_zero_point (pack->kernels, pack->zero_point);
  const guint  word_elems = pack->kernels->word_8_elems;
  const gsize  tile_n = pack->kernels->tile_n;
  gint32       sum = 0;
  gint32      *bias = to;

  to += 2 * tile_n;
  for (gsize row = 0; row < pack->k; row += word_elems, to += tile_n) {
    guint32 word = 0;

    for (guint i = 0; i < MIN (word_elems, pack->k - row); i++) {
      const gint32 value = get_element (pack, row + i, column);

      sum += value - zero_point;
      word |= word_elems == 4 ? (guint32) (guint8) value << 8 * i
                              : (guint32) (guint16) (value - zero_point) << 16 * i;
    }
    *to = (gint32) word;
  }
  if (word_elems == 4)
    *bias -= pack->a_zero_point * sum;
}

/**
 * koma_cpu_pack_8_run:
 * @pack: a matrix [k, n]
 * @first_column: a multiple of the kernels' tile_n
 * @n_columns: how many
 *
 * Packs for #KomaCpuKernels.gemm_8 the columns asked for. Allocates nothing.
 * Thread: any; ranges of columns are independent.
 */
void
koma_cpu_pack_8_run (const KomaCpuPack8 *pack,
                     gsize               first_column,
                     gsize               n_columns)
{
  const gsize tile_n = pack->kernels->tile_n;
  const gsize n_rows = koma_cpu_pack_8_count_rows (pack->kernels, pack->k);

  for (gsize column = first_column; column < first_column + n_columns; column += tile_n) {
    const gsize n = MIN (tile_n, pack->n - column);
    gint32     *tile = pack->packed + column * n_rows;

    if (n < tile_n)
      memset (tile, 0, n_rows * tile_n * sizeof *tile);
    pack_header (pack, column, n, tile_n, tile);
    for (gsize i = 0; i < n; i++)
      pack_column (pack, column + i, tile + i);
  }
}

/* The weights of taps 2 @pair and one beyond of a row; 0 for one that is not there. */
static gint32
get_pair (const KomaCpuPack8 *pack,
          gsize               row,
          guint               pair,
          guint               kernel_w,
          gsize               column)
{
  const gint32 zero_point = koma_cpu_pack_8_get_b_zero_point (pack->kernels, pack->zero_point);
  const gsize  tap = row * kernel_w + 2 * pair;
  const gint32 first = get_element (pack, tap, column) - zero_point;
  const gint32 second =
    2 * pair + 1 < kernel_w ? get_element (pack, tap + 1, column) - zero_point : 0;

  return (gint32) ((guint32) (guint16) first | (guint32) (guint16) second << 16);
}

/**
 * koma_cpu_pack_8_channels:
 * @pack: a depthwise filter [k taps, n channels]
 * @depthwise: an initialised one
 * @kernel_w: columns of the window
 *
 * Packs for #KomaCpuKernels.depthwise_line_8: for each vector of channels the
 * biases, the multipliers, then the pairs of each row of the window.
 */
void
koma_cpu_pack_8_channels (const KomaCpuPack8      *pack,
                          const KomaCpuDepthwise8 *depthwise,
                          guint                    kernel_w)
{
  const gsize vector = pack->kernels->vector_elems;
  gint32     *to = pack->packed;

  for (gsize c = 0; c < pack->n; c += vector) {
    const gsize n = MIN (vector, pack->n - c);

    pack_header (pack, c, n, vector, to);
    to += 2 * vector;
    for (guint row = 0; row < depthwise->kernel_h; row++)
      for (guint pair = 0; pair < depthwise->row_pairs; pair++, to += vector)
        for (gsize i = 0; i < vector; i++)
          to[i] = i < n ? get_pair (pack, row, pair, kernel_w, c + i) : 0;
  }
}
