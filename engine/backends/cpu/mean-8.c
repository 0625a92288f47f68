/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The mean over rows and columns of quantised pictures. */
#include "pool-window.h"

/* A unit is a picture. */
static void
mean_8_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaShape        *in = koma_cpu_step_in_shape (step, 0);
  const gsize             n_channels = in->dims[3];
  const gsize             n_pixels = in->dims[1] * in->dims[2];
  const KomaCpuPoolWindow window = {
    .step = step,
    .in = unit * n_pixels * n_channels,
    .out = unit * n_channels,
    .n_rows = 1,
    .n_columns = n_pixels,
    .column_stride = n_channels,
    .n_channels = n_channels,
    .n_counted = n_pixels,
  };

  koma_cpu_avg_pool_8_pixel (&window);
}

/**
 * koma_cpu_mean_8_prepare:
 *
 * Prepares a mean of 8 bits, whose types and axes inference has checked. Errors: none.
 */
gboolean
koma_cpu_mean_8_prepare (KomaCpuStep *step,
                         GError     **error)
{
  step->run = mean_8_run;
  step->n_units = koma_cpu_step_in_shape (step, 0)->dims[0];
  return TRUE;
}
