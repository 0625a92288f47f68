/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ScatterNd, TensorScatterAdd and TensorScatterUpdate. */
#include "indices.h"

void
koma_gradient_of_scatter_nd (KomaGradient      *self,
                             const KomaNode    *node,
                             const KomaValueId *dy,
                             KomaValueId       *ret_dx)
{
  ret_dx[1] = koma_gradient_gather_nd (self, node->params.axis.wraps, dy[0], node->inputs[0]);
}

void
koma_gradient_of_scatter_add (KomaGradient      *self,
                              const KomaNode    *node,
                              const KomaValueId *dy,
                              KomaValueId       *ret_dx)
{
  ret_dx[0] = dy[0];
  if (koma_gradient_wants (self, node, 2))
    ret_dx[2] = koma_gradient_gather_nd (self, node->params.axis.wraps, dy[0], node->inputs[1]);
}

static KomaValueId
update (KomaGradient   *self,
        const KomaNode *node,
        KomaValueId     x,
        KomaValueId     updates)
{
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_TENSOR_SCATTER_UPDATE,
                            koma_attrs_copy (node->attrs), x, node->inputs[1], updates);
}

/* Whether nothing wrote over an update: all are numbered, written, and read again. Returns bool
 * of the rank of the updates, to be broadcast to them. */
static KomaValueId
find_last (KomaGradient   *self,
           const KomaNode *node)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    indices = koma_builder_get_shape (builder, node->inputs[1]);
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    shape = koma_builder_get_shape (builder, node->inputs[2]);
  KomaShape    list = KOMA_SHAPE (1);
  KomaValueId  numbers, owners;

  for (guint d = 0; d < shape.rank; d++)
    if (d + 1 < indices.rank)
      list.dims[0] *= shape.dims[d];
    else
      shape.dims[d] = 1;
  x.rank = indices.dims[indices.rank - 1];
  indices.rank--;
  numbers = koma_builder_reshape (builder, koma_gradient_count_along (self, list, 0), indices);
  owners = koma_builder_broadcast_to (builder, koma_builder_int (builder, -1), x);
  owners = koma_gradient_gather_nd (self, node->params.axis.wraps,
                                    update (self, node, owners, numbers), node->inputs[1]);
  return koma_builder_reshape (
    builder, koma_builder_binary (builder, KOMA_OP_EQUAL, owners, numbers), shape);
}

/* Of several updates of one slice the last one counts. */
void
koma_gradient_of_scatter_update (KomaGradient      *self,
                                 const KomaNode    *node,
                                 const KomaValueId *dy,
                                 KomaValueId       *ret_dx)
{
  KomaShape updates = koma_builder_get_shape (&self->builder, node->inputs[2]);

  if (koma_gradient_wants (self, node, 0))
    ret_dx[0] = update (self, node, dy[0], koma_gradient_zeros (self, updates));
  if (koma_gradient_wants (self, node, 2))
    ret_dx[2] = koma_gradient_where (
      self, find_last (self, node),
      koma_gradient_gather_nd (self, node->params.axis.wraps, dy[0], node->inputs[1]));
}
