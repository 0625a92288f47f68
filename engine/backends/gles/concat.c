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

  /* The last input is the axis. */
  return koma_gles_join_parts (plan, node, node->n_inputs - 1, axis.n_outer, error);
}

const KomaGlesKernel koma_gles_concat = { .record = concat_record };
