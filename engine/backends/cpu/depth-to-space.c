/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* [n,h,w,b,b,c], or [n,h,w,c,b,b], read as [n,h,b,w,b,c]. */
#include "strided-copy.h"

gboolean
koma_cpu_depth_to_space_prepare (KomaCpuStep *step,
                                 GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const gsize      block = step->node->params.space.block[0];
  const gsize      channels = out->dims[3];
  const gsize      pixel = in->dims[3];
  const gsize      line = in->dims[2] * pixel;
  const gsize      pixel_stride = step->node->params.space.is_channel_first ? 1 : channels;
  const gsize      channel_stride =
    step->node->params.space.is_channel_first ? block * block : 1;
  KomaCpuLoopNest nest = { 0 };

  koma_cpu_loop_nest_init (&nest);
  koma_cpu_loop_nest_add (&nest, in->dims[0], in->dims[1] * line, 0);
  koma_cpu_loop_nest_add (&nest, in->dims[1], line, 0);
  koma_cpu_loop_nest_add (&nest, block, block * pixel_stride, 0);
  koma_cpu_loop_nest_add (&nest, in->dims[2], pixel, 0);
  koma_cpu_loop_nest_add (&nest, block, pixel_stride, 0);
  koma_cpu_loop_nest_add (&nest, channels, channel_stride, 0);
  koma_cpu_strided_copy_prepare (step, &nest, 0);
  return TRUE;
}
