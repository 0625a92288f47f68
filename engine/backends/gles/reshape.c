/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The same elements in the same order. */
#include "kernel.h"
#include "move.h"

static gboolean
reshape_record (KomaGlesPlan   *plan,
                const KomaNode *node,
                GError        **error)
{
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  koma_gles_move_add (&move, koma_shape_count (koma_gles_out_shape (plan, node)), 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_reshape = { .record = reshape_record };
