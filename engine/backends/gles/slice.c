/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Slice and StridedSlice: a stride of the input for each dimension, negative
 * where it runs backwards. */
#include "kernel.h"
#include "move.h"

static gboolean
slice_record (KomaGlesPlan   *plan,
              const KomaNode *node,
              GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *full = &node->params.slice.full_shape;
  gsize            in_strides[KOMA_MAX_RANK] = { 0 };
  gsize            out_strides[KOMA_MAX_RANK] = { 0 };
  g_auto (KomaGlesMove) move = { 0 };

  koma_shape_strides (in, in_strides);
  koma_shape_strides (full, out_strides);
  koma_gles_move_init (&move);
  for (guint d = 0; d < in->rank; d++) {
    move.in_start += node->params.slice.begin[d] * (gint64) in_strides[d];
    koma_gles_move_add (&move, full->dims[d],
                        node->params.slice.step[d] * (gssize) in_strides[d], out_strides[d]);
  }
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_slice = { .record = slice_record };
