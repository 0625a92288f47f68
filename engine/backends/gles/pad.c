/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Pad and MirrorPad: for each dimension a table of where its elements come
 * from, or that they come from outside. */
#include "kernel.h"
#include "move.h"

typedef gint64 (*FindSource) (gint64 position,
                              gint64 size);

static gint64
find_none (gint64 position,
           gint64 size)
{
  return position >= 0 && position < size ? position : -1;
}

static gint64
find_reflected (gint64 position,
                gint64 size)
{
  return position < 0 ? -position : position < size ? position
                                                    : 2 * (size - 1) - position;
}

static gint64
find_symmetric (gint64 position,
                gint64 size)
{
  return position < 0 ? -position - 1 : position < size ? position
                                                        : 2 * size - 1 - position;
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        FindSource      find,
        float           fill,
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
  move.fill = fill;
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

static gboolean
pad_record (KomaGlesPlan   *plan,
            const KomaNode *node,
            GError        **error)
{
  return record (plan, node, find_none, node->params.pad.value, error);
}

const KomaGlesKernel koma_gles_pad = { .record = pad_record };

static gboolean
mirror_pad_record (KomaGlesPlan   *plan,
                   const KomaNode *node,
                   GError        **error)
{
  return record (plan, node, node->params.pad.is_symmetric ? find_symmetric : find_reflected, 0,
                 error);
}

const KomaGlesKernel koma_gles_mirror_pad = { .record = mirror_pad_record };
