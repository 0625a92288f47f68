/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A dimension that is repeated is a loop that does not move in the input. */
#include "strided-copy.h"

gboolean
koma_cpu_broadcast_to_prepare (KomaCpuStep *step,
                               GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  KomaCpuLoopNest  nest = { 0 };

  koma_cpu_loop_nest_init (&nest);
  for (guint d = 0; d < out->rank; d++)
    koma_cpu_loop_nest_add (&nest, out->dims[d], koma_cpu_loop_nest_get_stride (in, out, d), 0);
  koma_cpu_strided_copy_prepare (step, &nest, 0);
  return TRUE;
}
