/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The mean of the pixels inside the picture, and of as many zeros as padding
 * counts. A window that meets no pixel gives 0. */
#include <string.h>

#include "pool-window.h"
#include "vector-math.h"

/* Pixels added up in float before the sum goes into a total of double: a
 * window as large as the picture would lose a digit or two otherwise. */
#define BLOCK_PIXELS 64
/* Channels of a large window that are summed together, on the stack. */
#define TILE_CHANNELS 64

static void
add_pixel (float *restrict sum,
           const float *restrict pixel,
           gsize n)
{
  for (gsize c = 0; c < n; c++)
    sum[c] += pixel[c];
}

static const float *
get_pixel (const KomaCpuPoolWindow *window,
           gsize                    i)
{
  const float *first = (const float *) window->step->in[0] + window->in;

  return first + i / window->n_columns * window->row_stride +
         i % window->n_columns * window->column_stride;
}

static void
sum_small (const KomaCpuPoolWindow *window,
           float                   *out)
{
  memset (out, 0, window->n_channels * sizeof (float));
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++)
      add_pixel (out, get_pixel (window, row * window->n_columns + column), window->n_channels);
}

/* Of @n channels, at most a tile, from @first on. */
static void
sum_tile (const KomaCpuPoolWindow *window,
          gsize                    first,
          gsize                    n,
          float                   *out)
{
  const gsize n_pixels = window->n_rows * window->n_columns;
  double      totals[TILE_CHANNELS] = { 0 };

  for (gsize begin = 0; begin < n_pixels; begin += BLOCK_PIXELS) {
    float block[TILE_CHANNELS] = { 0 };

    for (gsize i = begin; i < MIN (begin + BLOCK_PIXELS, n_pixels); i++)
      add_pixel (block, get_pixel (window, i) + first, n);
    for (gsize c = 0; c < n; c++)
      totals[c] += block[c];
  }
  for (gsize c = 0; c < n; c++)
    out[first + c] = (float) totals[c];
}

static void
pool_pixel (const KomaCpuPoolWindow *window)
{
  const gsize     n = window->n_channels;
  const gsize     count = window->n_rows * window->n_columns;
  const KomaClamp clamp = window->step->node->clamp;
  float          *out = (float *) window->step->out[0] + window->out;

  if (count <= BLOCK_PIXELS)
    sum_small (window, out);
  else
    for (gsize c = 0; c < n; c += TILE_CHANNELS)
      sum_tile (window, c, MIN (TILE_CHANNELS, n - c), out);
  for (gsize c = 0; c < n; c++)
    out[c] = koma_cpu_clamp (out[c] / (float) MAX (window->n_counted, 1), clamp);
}

gboolean
koma_cpu_avg_pool_prepare (KomaCpuStep *step,
                           GError     **error)
{
  return koma_cpu_pool_prepare (
    step, koma_cpu_step_is_8_bit (step) ? koma_cpu_avg_pool_8_pixel : pool_pixel, error);
}
