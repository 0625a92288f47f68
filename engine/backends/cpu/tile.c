/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each dimension becomes two: its repetitions, and itself. */
#include "strided-copy.h"

gboolean
koma_cpu_tile_prepare (KomaCpuStep *step,
                       GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  gsize            strides[KOMA_MAX_RANK] = { 0 };
  KomaCpuLoopNest  nest = { 0 };

  koma_shape_strides (in, strides);
  koma_cpu_loop_nest_init (&nest);
  for (guint d = 0; d < in->rank; d++) {
    const gsize n_times = in->dims[d] == 0 ? 0 : out->dims[d] / in->dims[d];

    koma_cpu_loop_nest_add (&nest, n_times, 0, 0);
    koma_cpu_loop_nest_add (&nest, in->dims[d], strides[d], 0);
  }
  koma_cpu_strided_copy_prepare (step, &nest, 0);
  return TRUE;
}
