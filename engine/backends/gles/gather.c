/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices along an axis, by indices that are known ahead; one out of range
 * gives zeros. */
#include "along-axis.h"
#include "move.h"

static gboolean
gather_supports (const KomaGraph *graph,
                 const KomaNode  *node,
                 GError         **error)
{
  if (!koma_node_is_constant (graph, node, 1))
    return koma_gles_refuse (error, "the indices are computed");
  return node->params.axis.batch_dims == 0 ||
         koma_gles_refuse (error, "each batch has indices of its own");
}

static gboolean
gather_record (KomaGlesPlan   *plan,
               const KomaNode *node,
               GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_in_shape (plan, node, 0), node->params.axis.axis);
  const KomaArray *indices = koma_node_input (plan->spec->graph, node, 1)->constant;
  const gsize      n_indices = indices->count;
  gint32          *table = NULL;
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  koma_gles_move_add (&move, axis.n_outer, axis.n_axis * axis.n_inner, n_indices * axis.n_inner);
  table = koma_gles_move_add_table (&move, n_indices);
  for (gsize i = 0; i < n_indices; i++) {
    gint64   index = koma_array_get_int (indices, i);
    gboolean is_inside = FALSE;

    if (index < 0 && node->params.axis.wraps)
      index += (gint64) axis.n_axis;
    is_inside = index >= 0 && index < (gint64) axis.n_axis;

    table[2 * i] = is_inside ? index * (gint64) axis.n_inner : KOMA_GLES_OUTSIDE;
    table[2 * i + 1] = i * axis.n_inner;
  }
  koma_gles_move_add (&move, axis.n_inner, 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_gather = {
  .supports = gather_supports,
  .record = gather_record,
};
