/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Depthwise convolution of 8 bits. A line of input is first made pairs: word e
 * of a channel holds the columns under two neighbouring taps as int16, less
 * the zero point. Then a pixel is one dot product for each pair of its window, and
 * edges and dilations need no code of their own. */
#include "dot-8.h"
#include "round-8.h"

#define MAX_SIZE 5

/* Elements of @column as words; @outside beside the picture. */
KERNEL_INLINE Words
load_column (const guint8 *line,
             gssize        column,
             gsize         in_w,
             gsize         channels,
             Words         outside)
{
  if (column < 0 || column >= (gssize) in_w)
    return outside;
  return words_load_bytes (line + (gsize) column * channels);
}

void
KERNEL (koma_cpu_make_pairs) (const KomaCpuDepthwise8 *depthwise,
                              const guint8            *line,
                              gsize                    n_channels,
                              gint32                  *ret_pairs)
{
  /* A copy: what is stored could lie in the original, as far as the compiler knows. */
  const KomaCpuDepthwise8 d = *depthwise;
  const Words             flip = (d.flip | d.flip << 16) - (Words){ 0 };
  const Halves            zero_point = (gint16) d.in_zero_point - (Halves){ 0 };
  const Words             outside = (d.in_zero_point ^ d.flip) - (Words){ 0 };

  for (gsize c = 0; c < n_channels; c += VECTOR_ELEMS)
    for (gsize i = 0; i < d.line_pairs; i++, ret_pairs += VECTOR_ELEMS) {
      const gssize column = (gssize) (i * d.step) - (gssize) d.left;
      const gssize next = column + (gssize) d.dilation;
      const Words  first = load_column (line + c, column, d.in_w, d.channels, outside);
      const Words  second = load_column (line + c, next, d.in_w, d.channels, outside);
      const Words  both = (first | second << 16) ^ flip;

      words_store (ret_pairs, (Words) ((Halves) both - zero_point));
    }
}

KERNEL_INLINE void
store_pixel (guint8 *to,
             Words   levels,
             gsize   n)
{
  guint8 bytes[VECTOR_ELEMS];

  if (n >= VECTOR_ELEMS) {
    bytes_store (to, levels);
    return;
  }
  bytes_store (bytes, levels);
  bytes_copy_some (to, bytes, n, VECTOR_ELEMS / 2);
}

/* One vector of channels, all pixels. @kernel_h and @row_pairs are constants: the weights stay in
 * registers. */
KERNEL_INLINE void
compute_vector (const KomaCpuDepthwise8     *depthwise,
                const KomaCpuDepthwiseLine8 *line,
                gsize                        vector,
                const guint                  kernel_h,
                const guint                  row_pairs)
{
  const Grid    grid = grid_make (depthwise->clamp, depthwise->zero_point);
  const gint32 *header = line->weights + vector * (2 + kernel_h * row_pairs) * VECTOR_ELEMS;
  const Words   bias = words_load (header);
  const Vector  multipliers = (Vector) words_load (header + VECTOR_ELEMS);
  const gsize   pixel_elems = depthwise->pixel_step * VECTOR_ELEMS;
  const gsize   pair_elems = depthwise->pair_step * VECTOR_ELEMS;
  const gsize   channels = depthwise->channels;
  const gsize   out_w = depthwise->out_w;
  const gsize   n = line->n_channels - vector * VECTOR_ELEMS;
  const gint32 *pairs[MAX_SIZE];
  Words         weights[MAX_SIZE][(MAX_SIZE + 1) / 2];
  guint8       *out = line->out + vector * VECTOR_ELEMS;

  KERNEL_UNROLL
  for (guint row = 0; row < kernel_h; row++) {
    pairs[row] = line->lines[row] + vector * depthwise->line_pairs * VECTOR_ELEMS;
    KERNEL_UNROLL
    for (guint i = 0; i < row_pairs; i++)
      weights[row][i] = words_load (header + (2 + row * row_pairs + i) * VECTOR_ELEMS);
  }
  for (gsize x = 0; x < out_w; x++, out += channels) {
    PairSums sums = pair_sums_begin (bias);

    KERNEL_UNROLL
    for (guint row = 0; row < kernel_h; row++) {
      KERNEL_UNROLL
      for (guint i = 0; i < row_pairs; i++)
        pair_sums_add (&sums, words_load (pairs[row] + i * pair_elems), weights[row][i]);
      pairs[row] += pixel_elems;
    }
    store_pixel (out, find_levels (pair_sums_end (sums), multipliers, &grid), n);
  }
}

static void
compute_any_vector (const KomaCpuDepthwise8     *depthwise,
                    const KomaCpuDepthwiseLine8 *line,
                    gsize                        vector)
{
  const guint   row_pairs = depthwise->row_pairs;
  const gsize   n_pairs = (gsize) depthwise->kernel_h * row_pairs;
  const Grid    grid = grid_make (depthwise->clamp, depthwise->zero_point);
  const gint32 *header = line->weights + vector * (2 + n_pairs) * VECTOR_ELEMS;
  guint8       *out = line->out + vector * VECTOR_ELEMS;

  for (gsize x = 0; x < depthwise->out_w; x++, out += depthwise->channels) {
    const gsize   first = vector * depthwise->line_pairs + x * depthwise->pixel_step;
    const gint32 *weights = header + 2 * VECTOR_ELEMS;
    PairSums      sums = pair_sums_begin (words_load (header));

    for (guint row = 0; row < depthwise->kernel_h; row++)
      for (guint i = 0; i < row_pairs; i++, weights += VECTOR_ELEMS)
        pair_sums_add (&sums,
                       words_load (line->lines[row] +
                                   (first + i * depthwise->pair_step) * VECTOR_ELEMS),
                       words_load (weights));
    store_pixel (
      out,
      find_levels (pair_sums_end (sums), (Vector) words_load (header + VECTOR_ELEMS), &grid),
      line->n_channels - vector * VECTOR_ELEMS);
  }
}

void
KERNEL (koma_cpu_depthwise_line_8) (const KomaCpuDepthwise8     *depthwise,
                                    const KomaCpuDepthwiseLine8 *line)
{
  const gsize n_vectors = (line->n_channels + VECTOR_ELEMS - 1) / VECTOR_ELEMS;

  for (gsize vector = 0; vector < n_vectors; vector++)
    if (depthwise->kernel_h == 3 && depthwise->row_pairs == 2)
      compute_vector (depthwise, line, vector, 3, 2);
    else if (depthwise->kernel_h == 5 && depthwise->row_pairs == 3)
      compute_vector (depthwise, line, vector, 5, 3);
    else
      compute_any_vector (depthwise, line, vector);
}
