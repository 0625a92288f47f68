/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "along-axis.h"

static gboolean
split_record (KomaGlesPlan   *plan,
              const KomaNode *node,
              GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_in_shape (plan, node, 0), node->params.axis.axis);
  gsize start = 0;

  for (guint i = 0; i < node->n_outputs; i++) {
    if (!koma_gles_take_part (plan, node, i, axis.n_outer, start, error))
      return FALSE;
    start += koma_shape_count (&koma_node_output (plan->spec->graph, node, i)->shape) /
             axis.n_outer;
  }
  return TRUE;
}

const KomaGlesKernel koma_gles_split = { .record = split_record };
