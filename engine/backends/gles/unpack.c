/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "along-axis.h"

static gboolean
unpack_record (KomaGlesPlan   *plan,
               const KomaNode *node,
               GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_in_shape (plan, node, 0), node->params.axis.axis);

  for (guint i = 0; i < node->n_outputs; i++)
    if (!koma_gles_take_part (plan, node, i, axis.n_outer, i * axis.n_inner, error))
      return FALSE;
  return TRUE;
}

const KomaGlesKernel koma_gles_unpack = { .record = unpack_record };
