/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Blocks of pixels: back by the op that does the opposite. */
#include "rule.h"

/* The same blocks; what was padded is cut off, what was cut off is padded. */
void
koma_gradient_of_space_to_batch_nd (KomaGradient      *self,
                                    const KomaNode    *node,
                                    const KomaValueId *dy,
                                    KomaValueId       *ret_dx)
{
  ret_dx[0] = KOMA_BUILDER_NODE (&self->builder, KOMA_OP_BATCH_TO_SPACE_ND, NULL, dy[0],
                                 node->inputs[1], node->inputs[2]);
}

void
koma_gradient_of_batch_to_space_nd (KomaGradient      *self,
                                    const KomaNode    *node,
                                    const KomaValueId *dy,
                                    KomaValueId       *ret_dx)
{
  ret_dx[0] = KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SPACE_TO_BATCH_ND, NULL, dy[0],
                                 node->inputs[1], node->inputs[2]);
}

static KomaAttrs *
block_attrs (const KomaNode *node)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "block_size", node->params.space.block[0]);
  return attrs;
}

void
koma_gradient_of_space_to_depth (KomaGradient      *self,
                                 const KomaNode    *node,
                                 const KomaValueId *dy,
                                 KomaValueId       *ret_dx)
{
  ret_dx[0] = KOMA_BUILDER_NODE (&self->builder, KOMA_OP_DEPTH_TO_SPACE, block_attrs (node), dy[0]);
}

/* SpaceToDepth puts the pixels of a block before the channels. */
void
koma_gradient_of_depth_to_space (KomaGradient      *self,
                                 const KomaNode    *node,
                                 const KomaValueId *dy,
                                 KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  gint64       n_channels = koma_builder_get_shape (builder, dy[0]).dims[3];
  KomaShape    blocks =
    KOMA_SHAPE (x.dims[0] * x.dims[1] * x.dims[2],
                (gint64) node->params.space.block[0] * node->params.space.block[0], n_channels);

  ret_dx[0] = KOMA_BUILDER_NODE (builder, KOMA_OP_SPACE_TO_DEPTH, block_attrs (node), dy[0]);
  if (!node->params.space.is_channel_first)
    return;
  ret_dx[0] = koma_builder_reshape (builder, ret_dx[0], blocks);
  ret_dx[0] = koma_builder_transpose (builder, ret_dx[0], (const guint[]){ 0, 2, 1 });
  ret_dx[0] = koma_builder_reshape (builder, ret_dx[0], x);
}

void
koma_gradient_of_matrix_band_part (KomaGradient      *self,
                                   const KomaNode    *node,
                                   const KomaValueId *dy,
                                   KomaValueId       *ret_dx)
{
  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_MATRIX_BAND_PART, koma_attrs_copy (node->attrs),
                       dy[0], node->inputs[1], node->inputs[2]);
}
