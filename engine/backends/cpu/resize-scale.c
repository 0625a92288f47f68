/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize-scale.h"

/**
 * koma_cpu_resize_scale_make:
 * @dimension: 1, rows, or 2, columns
 *
 * As TensorFlow.js computes it, in double as there: a position that is
 * rounded differently is another pixel.
 */
KomaCpuResizeScale
koma_cpu_resize_scale_make (const KomaCpuStep *step,
                            guint              dimension)
{
  const KomaOpParams *params = &step->node->params;
  const gsize         in_size = koma_cpu_step_in_shape (step, 0)->dims[dimension];
  const gsize         out_size = koma_cpu_step_out_shape (step, 0)->dims[dimension];
  const gboolean      is_aligned = params->resize.align_corners && out_size > 1;
  const gsize         n_outside = is_aligned ? 1 : 0;

  return (KomaCpuResizeScale){
    .ratio = (double) (in_size - n_outside) / (double) (out_size - n_outside),
    .half = params->resize.half_pixel_centers ? 0.5 : 0.0,
    .in_size = in_size,
  };
}
