/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fill and OneHot: of the numbers that they repeat. */
#include "rule.h"

static KomaValueId
add_up (KomaGradient *self,
        KomaValueId   x,
        KomaValueId   input)
{
  guint rank = koma_builder_get_shape (&self->builder, x).rank;

  return koma_builder_reshape (
    &self->builder, koma_builder_reduce (&self->builder, KOMA_OP_SUM, x, (1u << rank) - 1, FALSE),
    koma_builder_get_shape (&self->builder, input));
}

void
koma_gradient_of_fill (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  ret_dx[1] = add_up (self, dy[0], node->inputs[1]);
}

void
koma_gradient_of_one_hot (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  is_on = koma_builder_cast (
     builder,
     KOMA_BUILDER_NODE (builder, KOMA_OP_ONE_HOT, koma_attrs_copy (node->attrs), node->inputs[0],
                        node->inputs[1], koma_builder_int (builder, 1),
                        koma_builder_int (builder, 0)),
     KOMA_DTYPE_BOOL);

  if (koma_gradient_wants (self, node, 2))
    ret_dx[2] = add_up (self, koma_gradient_where (self, is_on, dy[0]), node->inputs[2]);
  if (koma_gradient_wants (self, node, 3))
    ret_dx[3] = add_up (self, koma_gradient_where_not (self, is_on, dy[0]), node->inputs[3]);
}
