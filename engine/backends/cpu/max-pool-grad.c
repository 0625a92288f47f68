/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each element of the gradient goes to the first maximum of its window. */
#include "pool-window.h"

/* Inputs as TensorFlow orders them. */
enum {
  INPUT = 0,
  RESULT = 1,
  GRADIENT = 2,
};

/* Channels whose gradients are on the stack, until a pixel takes them. */
#define TILE_CHANNELS 64

/* A NaN is not less than anything, so that it is a maximum too. */
static void
give_pixel (const float *restrict pixel,
            const float *restrict max,
            float *restrict rest,
            float *restrict to,
            gsize n)
{
  for (gsize c = 0; c < n; c++) {
    const gboolean is_less = pixel[c] < max[c];

    to[c] += is_less ? 0.0f : rest[c];
    rest[c] = is_less ? rest[c] : 0.0f;
  }
}

static void
give_tile (const KomaCpuPoolWindow *window,
           gsize                    first,
           gsize                    n)
{
  const float *in = (const float *) window->step->in[INPUT] + window->in + first;
  const float *max = (const float *) window->step->in[RESULT] + window->out + first;
  const float *gradient = (const float *) window->step->in[GRADIENT] + window->out + first;
  float       *to = (float *) window->step->out[0] + window->in + first;
  float        rest[TILE_CHANNELS];

  for (gsize c = 0; c < n; c++)
    rest[c] = gradient[c];
  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++) {
      const gsize pixel = row * window->row_stride + column * window->column_stride;

      give_pixel (in + pixel, max, rest, to + pixel, n);
    }
}

static void
give (const KomaCpuPoolWindow *window)
{
  for (gsize c = 0; c < window->n_channels; c += TILE_CHANNELS)
    give_tile (window, c, MIN (TILE_CHANNELS, window->n_channels - c));
}

gboolean
koma_cpu_max_pool_grad_prepare (KomaCpuStep *step,
                                GError     **error)
{
  return koma_cpu_pool_grad_prepare (step, GRADIENT, give, error);
}
