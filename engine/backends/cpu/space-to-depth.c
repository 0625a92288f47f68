/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* [n,h,b,w,b,c] read as [n,h,w,b,b,c]. */
#include "strided-copy.h"

gboolean
koma_cpu_space_to_depth_prepare (KomaCpuStep *step,
                                 GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const gsize      block = step->node->params.space.block[0];
  const gsize      channels = in->dims[3];
  const gsize      line = in->dims[2] * channels;
  KomaCpuLoopNest  nest = { 0 };

  koma_cpu_loop_nest_init (&nest);
  koma_cpu_loop_nest_add (&nest, in->dims[0], in->dims[1] * line, 0);
  koma_cpu_loop_nest_add (&nest, out->dims[1], block * line, 0);
  koma_cpu_loop_nest_add (&nest, out->dims[2], block * channels, 0);
  koma_cpu_loop_nest_add (&nest, block, line, 0);
  koma_cpu_loop_nest_add (&nest, block, channels, 0);
  koma_cpu_loop_nest_add (&nest, channels, 1, 0);
  koma_cpu_strided_copy_prepare (step, &nest, 0);
  return TRUE;
}
