/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Each dimension is two: how often it is repeated, and itself. */
#include "kernel.h"
#include "move.h"

static gboolean
tile_record (KomaGlesPlan   *plan,
             const KomaNode *node,
             GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  gsize            in_strides[KOMA_MAX_RANK] = { 0 };
  gsize            out_strides[KOMA_MAX_RANK] = { 0 };
  g_auto (KomaGlesMove) move = { 0 };

  koma_shape_strides (in, in_strides);
  koma_shape_strides (out, out_strides);
  koma_gles_move_init (&move);
  for (guint d = 0; d < in->rank; d++) {
    koma_gles_move_add (&move, out->dims[d] / in->dims[d], 0, in->dims[d] * out_strides[d]);
    koma_gles_move_add (&move, in->dims[d], in_strides[d], out_strides[d]);
  }
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_tile = { .record = tile_record };
