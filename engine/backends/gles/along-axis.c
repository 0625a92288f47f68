/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "along-axis.h"

#include "fragment/concat.h"
#include "move.h"

static gboolean
join_part (KomaGlesPlan   *plan,
           const KomaNode *node,
           guint           input,
           gsize           n_outer,
           gsize           start,
           GError        **error)
{
  const gsize part = koma_shape_count (koma_gles_in_shape (plan, node, input)) / n_outer;
  const gsize row = koma_shape_count (koma_gles_out_shape (plan, node)) / n_outer;
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  move.out_start = start;
  koma_gles_move_add (&move, n_outer, part, row);
  koma_gles_move_add (&move, part, 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, input),
                                koma_gles_plan_output (plan, node, 0), error);
}

/**
 * koma_gles_join_parts:
 * @n_inputs: the first ones, which are tensors
 *
 * Adds what Concat and Pack do. Errors: %KOMA_ERROR_MEMORY,
 * %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_join_parts (KomaGlesPlan   *plan,
                      const KomaNode *node,
                      guint           n_inputs,
                      gsize           n_outer,
                      GError        **error)
{
  gsize start = 0;

  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return koma_gles_fragment_concat (plan, node, n_inputs, n_outer, error);
  for (guint i = 0; i < n_inputs; i++) {
    if (!join_part (plan, node, i, n_outer, start, error))
      return FALSE;
    start += koma_shape_count (koma_gles_in_shape (plan, node, i)) / n_outer;
  }
  return TRUE;
}

/**
 * koma_gles_take_part:
 * @start: elements of a row of the input before this part
 *
 * Adds the move of one output of Split or Unpack. Errors:
 * %KOMA_ERROR_MEMORY, %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_take_part (KomaGlesPlan   *plan,
                     const KomaNode *node,
                     guint           output,
                     gsize           n_outer,
                     gsize           start,
                     GError        **error)
{
  const KomaShape *out = &koma_node_output (plan->spec->graph, node, output)->shape;
  const gsize      part = koma_shape_count (out) / n_outer;
  const gsize      row = koma_shape_count (koma_gles_in_shape (plan, node, 0)) / n_outer;
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  move.in_start = start;
  koma_gles_move_add (&move, n_outer, row, part);
  koma_gles_move_add (&move, part, 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, output), error);
}
