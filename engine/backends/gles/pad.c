/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Pad and MirrorPad: for each dimension a table of where its elements come
 * from, or that they come from outside. */
#include "kernel.h"

#include "engine/graph/pad-source.h"
#include "move.h"

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  KomaPadFind      find = koma_pad_get_find (node->params.pad.mode);
  gsize            in_strides[KOMA_MAX_RANK] = { 0 };
  gsize            out_strides[KOMA_MAX_RANK] = { 0 };
  g_auto (KomaGlesMove) move = { 0 };

  koma_shape_strides (in, in_strides);
  koma_shape_strides (out, out_strides);
  koma_gles_move_init (&move);
  move.fill = node->params.pad.value;
  for (guint d = 0; d < in->rank; d++) {
    gint32 *table = NULL;

    if (in->dims[d] == out->dims[d]) {
      koma_gles_move_add (&move, in->dims[d], in_strides[d], out_strides[d]);
      continue;
    }
    table = koma_gles_move_add_table (&move, out->dims[d]);
    for (gint64 i = 0; i < out->dims[d]; i++) {
      gint64 source = find (i - (gint64) node->params.pad.before[d], in->dims[d]);

      table[2 * i] = source >= 0 ? source * (gint64) in_strides[d] : KOMA_GLES_OUTSIDE;
      table[2 * i + 1] = i * out_strides[d];
    }
  }
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_pad = { .record = record };
