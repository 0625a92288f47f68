/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions are computed here, in double as TensorFlow.js does: one that is
 * rounded differently is another pixel. */
#include "kernel.h"
#include "move.h"

typedef struct
{
  double ratio;
  double half;
  gint64 in_size;
} Scale;

static Scale
make_scale (const KomaNode *node,
            gint64          in_size,
            gint64          out_size)
{
  const gboolean is_aligned = node->params.resize.align_corners && out_size > 1;
  const gint64   n_outside = is_aligned ? 1 : 0;

  return (Scale){
    .ratio = (double) (in_size - n_outside) / (double) (out_size - n_outside),
    .half = node->params.resize.half_pixel_centers ? 0.5 : 0.0,
    .in_size = in_size,
  };
}

static void
add_nearest (KomaGlesMove   *move,
             const KomaNode *node,
             gint64          in_size,
             gint64          out_size,
             const gssize   *strides) /* [2] of input and output */
{
  const Scale  scale = make_scale (node, in_size, out_size);
  const double rounding = node->params.resize.align_corners ? 0.5 : 0.0;
  gint32      *table = koma_gles_move_add_table (move, out_size);

  for (gint64 i = 0; i < out_size; i++) {
    const double position = floor (((double) i + scale.half) * scale.ratio + rounding);

    table[2 * i] = MIN ((gint64) position, in_size - 1) * strides[0];
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
  add_nearest (&move, node, in->dims[1], out->dims[1], rows);
  add_nearest (&move, node, in->dims[2], out->dims[2], columns);
  koma_gles_move_add (&move, channels, 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_resize_nearest = { .record = resize_nearest_record };

/* Between which two, and how far from the first. */
static void
fill_positions (const KomaNode *node,
                gint64          in_size,
                gint64          out_size,
                gint32         *table) /* [out_size, 4] */
{
  const Scale  scale = make_scale (node, in_size, out_size);
  const double last = in_size - 1;

  for (gint64 i = 0; i < out_size; i++) {
    const double position = ((double) i + scale.half) * scale.ratio - scale.half;
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
  fill_positions (node, in->dims[1], out->dims[1], table);
  fill_positions (node, in->dims[2], out->dims[2], table + 4 * out->dims[1]);
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
