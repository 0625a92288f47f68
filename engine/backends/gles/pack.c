/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "along-axis.h"

static gboolean
pack_record (KomaGlesPlan   *plan,
             const KomaNode *node,
             GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_out_shape (plan, node), node->params.axis.axis);

  for (guint i = 0; i < node->n_inputs; i++)
    if (!koma_gles_join_part (plan, node, i, axis.n_outer, i * axis.n_inner, error))
      return FALSE;
  return TRUE;
}

const KomaGlesKernel koma_gles_pack = { .record = pack_record };
