/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The mean of the pixels that are there: padding counts for nothing. A window
 * with nothing but padding, which inference does not let through, gives 0. */
#include <string.h>

#include "pool-window.h"
#include "vector-math.h"

static void
add_pixel (float *restrict sum,
           const float *restrict pixel,
           gsize n)
{
  for (gsize c = 0; c < n; c++)
    sum[c] += pixel[c];
}

static void
finish_pixel (float    *pixel,
              gsize     n,
              float     count,
              KomaClamp clamp)
{
  for (gsize c = 0; c < n; c++)
    pixel[c] = koma_cpu_clamp (pixel[c] / count, clamp);
}

static void
pool_pixel (const KomaCpuPoolWindow *window,
            KomaClamp                clamp,
            float                   *out)
{
  const gsize n = window->n_channels;
  const gsize count = window->n_rows * window->n_columns;

  memset (out, 0, n * sizeof (float));
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++)
      add_pixel (out, window->first + row * window->row_stride + column * window->column_stride, n);
  finish_pixel (out, n, MAX (count, 1), clamp);
}

gboolean
koma_cpu_avg_pool_prepare (KomaCpuStep *step,
                           GError     **error)
{
  return koma_cpu_pool_prepare (step, pool_pixel, error);
}
