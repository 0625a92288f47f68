/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* [n,h,w,b,b,c], or [n,h,w,c,b,b], read as [n,h,b,w,b,c]. */
#include "kernel.h"
#include "move.h"

static gboolean
depth_to_space_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  const gssize     block = node->params.space.block[0];
  const gssize     channels = out->dims[3];
  const gssize     in_line = in->dims[2] * in->dims[3];
  const gssize     out_line = out->dims[2] * channels;
  const gssize     pixel_stride = node->params.space.is_channel_first ? 1 : channels;
  const gssize     channel_stride = node->params.space.is_channel_first ? block * block : 1;
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  koma_gles_move_add (&move, in->dims[0], in->dims[1] * in_line, out->dims[1] * out_line);
  koma_gles_move_add (&move, in->dims[1], in_line, block * out_line);
  koma_gles_move_add (&move, block, block * pixel_stride, out_line);
  koma_gles_move_add (&move, in->dims[2], in->dims[3], block * channels);
  koma_gles_move_add (&move, block, pixel_stride, channels);
  koma_gles_move_add (&move, channels, channel_stride, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_depth_to_space = { .record = depth_to_space_record };
