/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pools: MaxPoolGrad and AvgPoolGrad with the attributes of the node. */
#include "rule.h"

void
koma_gradient_of_max_pool (KomaGradient      *self,
                           const KomaNode    *node,
                           const KomaValueId *dy,
                           KomaValueId       *ret_dx)
{
  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_MAX_POOL_GRAD, koma_attrs_copy (node->attrs),
                       node->inputs[0], node->outputs[0], dy[0]);
}

void
koma_gradient_of_avg_pool (KomaGradient      *self,
                           const KomaNode    *node,
                           const KomaValueId *dy,
                           KomaValueId       *ret_dx)
{
  KomaShape x = koma_builder_get_shape (&self->builder, node->inputs[0]);

  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_AVG_POOL_GRAD, koma_attrs_copy (node->attrs),
                       koma_builder_shape (&self->builder, x), dy[0]);
}

/* A mean is linear: the gradient of its gradient is the mean. */
void
koma_gradient_of_avg_pool_grad (KomaGradient      *self,
                                const KomaNode    *node,
                                const KomaValueId *dy,
                                KomaValueId       *ret_dx)
{
  ret_dx[1] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_AVG_POOL, koma_attrs_copy (node->attrs), dy[0]);
}
