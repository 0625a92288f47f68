/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* BatchToSpaceND and SpaceToBatchND. A row of a padded picture is, in the
 * batch, one of picture (position in the block, n): offsets add up over the
 * dimensions, and a table for each has them. Into the batch it is the space
 * that is walked over, and what is padding is written first. */
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

/* @in: 0 where the space is read, 1 where it is written. */
static void
add_loops (KomaGlesMove *move,
           const Shapes *shapes,
           guint         space_side)
{
  const KomaShape *space = shapes->space;
  const guint      n_spatial = shapes->node->params.space.n_spatial;
  const gssize     strides[] = { shapes->space_strides[0], shapes->batch_strides[0] };

  koma_gles_move_add (move, space->dims[0], strides[space_side], strides[1 - space_side]);
  for (guint k = 0; k < n_spatial; k++) {
    gint32 *table = koma_gles_move_add_table (move, space->dims[1 + k]);

    for (gint64 i = 0; i < space->dims[1 + k]; i++) {
      table[2 * i + space_side] = i * (gint64) shapes->space_strides[1 + k];
      table[2 * i + 1 - space_side] = find_in_batch (shapes, k, i);
    }
  }
  koma_gles_move_add (move, shapes->space_strides[n_spatial], 1, 1);
}

static gboolean
batch_to_space_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  Shapes shapes = { node, koma_gles_out_shape (plan, node), koma_gles_in_shape (plan, node, 0) };
  g_auto (KomaGlesMove) move = { 0 };

  find_strides (&shapes);
  koma_gles_move_init (&move);
  add_loops (&move, &shapes, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_batch_to_space_nd = { .record = batch_to_space_record };

static gboolean
record_zeros (KomaGlesPlan   *plan,
              const KomaNode *node,
              GError        **error)
{
  const KomaShape *out = koma_gles_out_shape (plan, node);
  gint32          *table = NULL;
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  table = koma_gles_move_add_table (&move, 1);
  table[0] = KOMA_GLES_OUTSIDE;
  koma_gles_move_add (&move, koma_shape_count (out), 0, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

static gboolean
space_to_batch_record (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       GError        **error)
{
  Shapes shapes = { node, koma_gles_in_shape (plan, node, 0), koma_gles_out_shape (plan, node) };
  g_auto (KomaGlesMove) move = { 0 };

  find_strides (&shapes);
  koma_gles_move_init (&move);
  add_loops (&move, &shapes, 0);
  return (koma_shape_count (shapes.space) == koma_shape_count (shapes.batch) ||
          record_zeros (plan, node, error)) &&
         koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}

const KomaGlesKernel koma_gles_space_to_batch_nd = { .record = space_to_batch_record };
