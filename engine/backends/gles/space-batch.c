/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* BatchToSpaceND and SpaceToBatchND. A row of a padded picture is, in the
 * batch, one of picture (position in the block, n): offsets add up over the
 * dimensions, and a table for each has them. Into the batch it is two moves,
 * each in the order of what it writes: into the padding, and into blocks. */
#include "kernel.h"
#include "move.h"

typedef struct
{
  const KomaNode  *node;
  const KomaShape *space;
  const KomaShape *batch;
  gsize            space_strides[KOMA_MAX_RANK];
  gsize            batch_strides[KOMA_MAX_RANK];
} Shapes;

static void
find_strides (Shapes *shapes)
{
  koma_shape_strides (shapes->space, shapes->space_strides);
  koma_shape_strides (shapes->batch, shapes->batch_strides);
}

/* Where row @i of spatial dimension @k lies in the batch. */
static gint64
find_in_batch (const Shapes *shapes,
               guint         k,
               gint64        i)
{
  const KomaOpParams *params = &shapes->node->params;
  const gint64        block = params->space.block[k];
  const gint64        padded = i + params->space.before[k];
  gint64              n_behind = shapes->space->dims[0];

  for (guint d = k + 1; d < params->space.n_spatial; d++)
    n_behind *= params->space.block[d];
  return padded % block * n_behind * (gint64) shapes->batch_strides[0] +
         padded / block * (gint64) shapes->batch_strides[1 + k];
}

static gboolean
batch_to_space_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  Shapes      shapes = { node, koma_gles_out_shape (plan, node),
                         koma_gles_in_shape (plan, node, 0) };
  const guint n_spatial = node->params.space.n_spatial;
  g_auto (KomaGlesMove) move = { 0 };

  find_strides (&shapes);
  koma_gles_move_init (&move);
  koma_gles_move_add (&move, shapes.space->dims[0], shapes.batch_strides[0],
                      shapes.space_strides[0]);
  for (guint k = 0; k < n_spatial; k++) {
    gint32 *table = koma_gles_move_add_table (&move, shapes.space->dims[1 + k]);

    for (gint64 i = 0; i < shapes.space->dims[1 + k]; i++) {
      table[2 * i] = find_in_batch (&shapes, k, i);
      table[2 * i + 1] = i * (gint64) shapes.space_strides[1 + k];
    }
  }
  koma_gles_move_add (&move, shapes.space_strides[n_spatial], 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_batch_to_space_nd = { .record = batch_to_space_record };

/* The padded space, if there is padding: [n, padded…, rest]. */
static gboolean
record_padded (KomaGlesPlan    *plan,
               const Shapes    *shapes,
               const KomaShape *padded,
               KomaGlesBinding  output,
               GError         **error)
{
  const KomaNode *node = shapes->node;
  const guint     n_spatial = node->params.space.n_spatial;
  gsize           strides[KOMA_MAX_RANK] = { 0 };
  g_auto (KomaGlesMove) move = { 0 };

  koma_shape_strides (padded, strides);
  koma_gles_move_init (&move);
  koma_gles_move_add (&move, padded->dims[0], shapes->space_strides[0], strides[0]);
  for (guint k = 1; k <= n_spatial; k++) {
    gint32 *table = koma_gles_move_add_table (&move, padded->dims[k]);

    for (gint64 i = 0; i < padded->dims[k]; i++) {
      const gint64 source = i - node->params.space.before[k - 1];

      table[2 * i] = source >= 0 && source < shapes->space->dims[k]
                       ? source * (gint64) shapes->space_strides[k]
                       : KOMA_GLES_OUTSIDE;
      table[2 * i + 1] = i * (gint64) strides[k];
    }
  }
  koma_gles_move_add (&move, strides[n_spatial], 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0), output, error);
}

/* [n, space·block…, rest] as [block…, n, space…, rest]. */
static gboolean
record_blocks (KomaGlesPlan    *plan,
               const Shapes    *shapes,
               const KomaShape *padded,
               KomaGlesBinding  input,
               GError         **error)
{
  const KomaOpParams *params = &shapes->node->params;
  const guint         n_spatial = params->space.n_spatial;
  const gsize        *out_strides = shapes->batch_strides;
  gsize               strides[KOMA_MAX_RANK] = { 0 };
  gsize               n_behind = padded->dims[0];
  g_auto (KomaGlesMove) move = { 0 };

  koma_shape_strides (padded, strides);
  for (guint k = 0; k < n_spatial; k++)
    n_behind *= params->space.block[k];
  koma_gles_move_init (&move);
  for (guint k = 0; k < n_spatial; k++) {
    n_behind /= params->space.block[k];
    koma_gles_move_add (&move, params->space.block[k], strides[1 + k], n_behind * out_strides[0]);
  }
  koma_gles_move_add (&move, padded->dims[0], strides[0], out_strides[0]);
  for (guint k = 1; k <= n_spatial; k++)
    koma_gles_move_add (&move, shapes->batch->dims[k], params->space.block[k - 1] * strides[k],
                        out_strides[k]);
  koma_gles_move_add (&move, strides[n_spatial], 1, 1);
  return koma_gles_move_record (&move, plan, input,
                                koma_gles_plan_output (plan, shapes->node, 0), error);
}

static gboolean
space_to_batch_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  Shapes          shapes = { node, koma_gles_in_shape (plan, node, 0),
                             koma_gles_out_shape (plan, node) };
  KomaShape       padded = *shapes.space;
  KomaGlesBinding input = { 0 };

  find_strides (&shapes);
  for (guint k = 0; k < node->params.space.n_spatial; k++)
    padded.dims[1 + k] = shapes.batch->dims[1 + k] * node->params.space.block[k];
  if (koma_shape_count (&padded) == koma_shape_count (shapes.space))
    return record_blocks (plan, &shapes, &padded, koma_gles_plan_input (plan, node, 0), error);
  input = koma_gles_plan_add_temporary (plan, koma_shape_count (&padded));
  return record_padded (plan, &shapes, &padded, input, error) &&
         record_blocks (plan, &shapes, &padded, input, error);
}

const KomaGlesKernel koma_gles_space_to_batch_nd = { .record = space_to_batch_record };
