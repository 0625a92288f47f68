/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions are computed here, in double as TensorFlow.js does: one that is
 * rounded differently is another pixel. */
#include "kernel.h"

#include "engine/graph/resize-side.h"
#include "move.h"

static void
add_nearest (KomaGlesMove   *move,
             const KomaNode *node,
             guint           side,
             gint64          out_size,
             const gssize   *strides) /* [2] of input and output */
{
  const KomaResizeParams *params = &node->params.resize;
  gint32                 *table = koma_gles_move_add_table (move, out_size);

  for (gint64 i = 0; i < out_size; i++) {
    table[2 * i] =
      koma_resize_side_get_nearest (&params->sides[side], params->rounding, i) * strides[0];
    table[2 * i + 1] = i * strides[1];
  }
}

static gboolean
resize_nearest_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  const gint64     channels = in->dims[3];
  const gssize     rows[] = { in->dims[2] * channels, out->dims[2] * channels };
  const gssize     columns[] = { channels, channels };
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  koma_gles_move_add (&move, in->dims[0], in->dims[1] * rows[0], out->dims[1] * rows[1]);
  add_nearest (&move, node, 0, out->dims[1], rows);
  add_nearest (&move, node, 1, out->dims[2], columns);
  koma_gles_move_add (&move, channels, 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_resize_nearest = { .record = resize_nearest_record };

/* Between which two, and how far from the first. */
static void
fill_positions (const KomaResizeSide *side,
                gint64                out_size,
                gint32               *table) /* [out_size, 4] */
{
  const double last = side->in_size - 1;

  for (gint64 i = 0; i < out_size; i++) {
    const double position = koma_resize_side_get_position (side, i);
    const double before = CLAMP (floor (position), 0.0, last);

    table[4 * i] = (gint32) before;
    table[4 * i + 1] = (gint32) CLAMP (ceil (position), 0.0, last);
    table[4 * i + 2] = koma_gles_float_bits ((float) (position - before));
  }
}

static gboolean
resize_bilinear_supports (const KomaGraph *graph,
                          const KomaNode  *node,
                          GError         **error)
{
  const KomaShape *out = &koma_node_output (graph, node, 0)->shape;

  if (node->params.resize.is_antialiased)
    return koma_gles_refuse (error, "there is no program for antialias");
  return koma_gles_check_columns (out->dims[2] * out->dims[3], error);
}

static gboolean
resize_bilinear_record (KomaGlesPlan   *plan,
                        const KomaNode *node,
                        GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  KomaGlesDispatch dispatch = { .shader = "resize-bilinear.comp", .clamp = node->clamp };
  KomaGlesBinding  positions = { 0 };
  gint32          *table =
    koma_gles_plan_add_table (plan, (out->dims[1] + out->dims[2]) * 4, &positions, error);

  if (table == NULL)
    return FALSE;
  fill_positions (&node->params.resize.sides[0], out->dims[1], table);
  fill_positions (&node->params.resize.sides[1], out->dims[2], table + 4 * out->dims[1]);
  dispatch.is_in_fours = plan->tier == KOMA_GLES_TIER_FRAGMENT && in->dims[3] % 4 == 0;
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_bind (&dispatch, positions);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  koma_gles_dispatch_set (&dispatch, 1,
                          (gint32[]){ in->dims[1], in->dims[2], out->dims[1], out->dims[2] });
  koma_gles_dispatch_set (&dispatch, 2,
                          (gint32[]){ in->dims[3] / (dispatch.is_in_fours ? 4 : 1), 0, 0, 0 });
  return koma_gles_plan_add_places (plan, &dispatch, out->dims[2] * out->dims[3],
                                    out->dims[0] * out->dims[1], error);
}

const KomaGlesKernel koma_gles_resize_bilinear = {
  .supports = resize_bilinear_supports,
  .record = resize_bilinear_record,
};
