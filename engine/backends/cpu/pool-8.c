/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The windows of quantised pools: means and maxima of levels. */
#include <string.h>

#include "grid.h"
#include "pool-window.h"

/* Channels whose sums are on the stack. */
#define TILE_CHANNELS 64

static const guint8 *
get_pixel (const KomaCpuPoolWindow *window,
           gsize                    row,
           gsize                    column)
{
  return (const guint8 *) window->step->in[0] + window->in + row * window->row_stride +
         column * window->column_stride;
}

static void
add_window (const KomaCpuPoolWindow *window,
            guint8                   flip,
            gsize                    first_channel,
            gsize                    n_channels,
            gint32                  *sums)
{
  memset (sums, 0, n_channels * sizeof *sums);
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++) {
      const guint8 *pixel = get_pixel (window, row, column) + first_channel;

      for (gsize c = 0; c < n_channels; c++)
        sums[c] += pixel[c] ^ flip;
    }
}

/* A window that meets no pixel gives 0. Thread: any. */
void
koma_cpu_avg_pool_8_pixel (const KomaCpuPoolWindow *window)
{
  const KomaCpuGrid    in = koma_cpu_grid_in (window->step, 0);
  const KomaCpuGridOut out = koma_cpu_grid_out (window->step);
  const float          factor = in.scale / ((float) MAX (window->n_counted, 1) * out.grid.scale);
  const gint32         zero = in.zero * (gint32) (window->n_rows * window->n_columns);
  guint8              *pixel = (guint8 *) window->step->out[0] + window->out;
  gint32               sums[TILE_CHANNELS];

  for (gsize c = 0; c < window->n_channels; c += TILE_CHANNELS) {
    const gsize n = MIN (TILE_CHANNELS, window->n_channels - c);

    add_window (window, in.flip, c, n, sums);
    for (gsize i = 0; i < n; i++)
      pixel[c + i] = koma_cpu_grid_store (&out, (float) (sums[i] - zero) * factor);
  }
}

/* Both grids are the same. A window that meets no pixel gives the lowest level. Thread: any. */
void
koma_cpu_max_pool_8_pixel (const KomaCpuPoolWindow *window)
{
  const KomaCpuGridOut out = koma_cpu_grid_out (window->step);
  const guint8         least = (guint8) ((gint32) out.low + out.grid.zero);
  const guint8         greatest = (guint8) ((gint32) out.high + out.grid.zero);
  guint8 *restrict max = (guint8 *) window->step->out[0] + window->out;

  memset (max, least, window->n_channels);
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++) {
      const guint8 *pixel = get_pixel (window, row, column);

      for (gsize c = 0; c < window->n_channels; c++)
        max[c] = MAX (max[c], pixel[c] ^ out.grid.flip);
    }
  for (gsize c = 0; c < window->n_channels; c++)
    max[c] = MIN (max[c], greatest) ^ out.grid.flip;
}
