/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "along-axis.h"

static gboolean
concat_record (KomaGlesPlan   *plan,
               const KomaNode *node,
               GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_out_shape (plan, node), node->params.axis.axis);
  gsize start = 0;

  /* The last input is the axis. */
  for (guint i = 0; i + 1 < node->n_inputs; i++) {
    if (!koma_gles_join_part (plan, node, i, axis.n_outer, start, error))
      return FALSE;
    start += koma_shape_count (koma_gles_in_shape (plan, node, i)) / axis.n_outer;
  }
  return TRUE;
}

const KomaGlesKernel koma_gles_concat = { .record = concat_record };
