/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The maximum of the pixels inside the picture, or -∞ if none is. */
#include <string.h>

#include "pool-window.h"
#include "vector-math.h"

static void
raise_pixel (float *restrict max,
             const float *restrict pixel,
             gsize n)
{
  for (gsize c = 0; c < n; c++)
    max[c] = koma_cpu_max (max[c], pixel[c]);
}

static void
finish_pixel (float    *pixel,
              gsize     n,
              KomaClamp clamp)
{
  for (gsize c = 0; c < n; c++)
    pixel[c] = koma_cpu_clamp (pixel[c], clamp);
}

static void
pool_pixel (const KomaCpuPoolWindow *window)
{
  const gsize  n = window->n_channels;
  const float *first = (const float *) window->step->in[0] + window->in;
  float       *out = (float *) window->step->out[0] + window->out;

  if (window->n_rows * window->n_columns > 0)
    memcpy (out, first, n * sizeof (float));
  else
    for (gsize c = 0; c < n; c++)
      out[c] = -INFINITY;
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = row == 0; column < window->n_columns; column++)
      raise_pixel (out, first + row * window->row_stride + column * window->column_stride, n);
  finish_pixel (out, n, window->step->node->clamp);
}

gboolean
koma_cpu_max_pool_prepare (KomaCpuStep *step,
                           GError     **error)
{
  return koma_cpu_pool_prepare (
    step, koma_cpu_step_is_8_bit (step) ? koma_cpu_max_pool_8_pixel : pool_pixel, error);
}
