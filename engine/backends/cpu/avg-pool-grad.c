/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each element of the gradient is shared out to its window. */
#include "pool-window.h"

/* Inputs as TensorFlow orders them; input 0 holds the shape of the result. */
enum {
  GRADIENT = 1,
};

static void
give_pixel (const float *restrict gradient,
            float share,
            gsize n,
            float *restrict to)
{
  for (gsize c = 0; c < n; c++)
    to[c] += gradient[c] * share;
}

static void
give (const KomaCpuPoolWindow *window)
{
  const float  share = 1.0f / (float) MAX (window->n_counted, 1);
  const float *gradient = (const float *) window->step->in[GRADIENT] + window->out;
  float       *to = (float *) window->step->out[0] + window->in;

  for (gsize row = 0; row < window->n_rows; row++)
    for (gsize column = 0; column < window->n_columns; column++)
      give_pixel (gradient, share, window->n_channels,
                  to + row * window->row_stride + column * window->column_stride);
}

gboolean
koma_cpu_avg_pool_grad_prepare (KomaCpuStep *step,
                                GError     **error)
{
  return koma_cpu_pool_grad_prepare (step, GRADIENT, give, error);
}
