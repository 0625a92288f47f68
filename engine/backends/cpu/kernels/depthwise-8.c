/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Depthwise convolution of 8 bits. A line of input is first made pairs: word e
 * of a channel holds the columns under two neighbouring taps as int16, less
 * the zero point. Then a pixel is one dot product for each pair of its window, and
 * edges and dilations need no code of their own. */
#include "round-8.h"

typedef guint8 BytesInMemory __attribute__ ((vector_size (VECTOR_ELEMS), aligned (1), may_alias));

/* Elements of @column as words; @outside beside the picture. */
KERNEL_INLINE Words
load_column (const KomaCpuDepthwise8 *depthwise,
             const guint8            *line,
             gssize                   column,
             Words                    outside)
{
  if (column < 0 || column >= (gssize) depthwise->in_w)
    return outside;
  line += (gsize) column * depthwise->channels;
  return __builtin_convertvector(*(const BytesInMemory *) line, Words);
}

void
KERNEL (koma_cpu_make_pairs) (const KomaCpuDepthwise8 *depthwise,
                              const guint8            *line,
                              gsize                    n_channels,
                              gint32                  *ret_pairs)
{
  const Words  flip = (depthwise->flip | depthwise->flip << 16) - (Words){ 0 };
  const Halves zero_point = (gint16) depthwise->in_zero_point - (Halves){ 0 };
  const Words  outside = (depthwise->in_zero_point ^ depthwise->flip) - (Words){ 0 };

  for (gsize c = 0; c < n_channels; c += VECTOR_ELEMS)
    for (gsize i = 0; i < depthwise->line_pairs; i++, ret_pairs += VECTOR_ELEMS) {
      const gssize column = (gssize) (i * depthwise->step) - (gssize) depthwise->left;
      const Words  first = load_column (depthwise, line + c, column, outside);
      const Words  second =
        load_column (depthwise, line + c, column + (gssize) depthwise->dilation, outside);
      const Words both = (first | second << 16) ^ flip;

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

/* One vector of channels. @kernel_h and @row_pairs are constants where this is
 * inlined for the common windows, whose weights then stay in registers. */
KERNEL_INLINE void
compute_vector (const KomaCpuDepthwise8     *depthwise,
                const KomaCpuDepthwiseLine8 *line,
                gsize                        vector,
                const guint                  kernel_h,
                const guint                  row_pairs)
{
  const Grid    grid = grid_make (depthwise->clamp, depthwise->zero_point);
  const gint32 *header = line->weights + vector * (2 + kernel_h * row_pairs) * VECTOR_ELEMS;
  const Vector  multipliers = (Vector) words_load (header + VECTOR_ELEMS);
  const gint32 *weights = header + 2 * VECTOR_ELEMS;
  const gsize   pixel_elems = depthwise->pixel_step * VECTOR_ELEMS;
  const gsize   pair_elems = depthwise->pair_step * VECTOR_ELEMS;
  gsize         at = vector * depthwise->line_pairs * VECTOR_ELEMS;
  guint8       *out = line->out + vector * VECTOR_ELEMS;

  for (gsize x = 0; x < depthwise->out_w; x++) {
    Words sums = words_load (header);

    KERNEL_UNROLL
    for (guint row = 0; row < kernel_h; row++)
      KERNEL_UNROLL
    for (guint i = 0; i < row_pairs; i++)
      sums = dot_halves (sums, words_load (line->lines[row] + at + i * pair_elems),
                         words_load (weights + (row * row_pairs + i) * VECTOR_ELEMS));
    store_pixel (out, find_levels (sums, multipliers, &grid),
                 line->n_channels - vector * VECTOR_ELEMS);
    at += pixel_elems;
    out += depthwise->channels;
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
      compute_vector (depthwise, line, vector, depthwise->kernel_h, depthwise->row_pairs);
}
