/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What moves elements or repeats them: back to where they came from. */
#include "rule.h"

void
koma_gradient_of_reshape (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  ret_dx[0] = koma_builder_reshape (&self->builder, dy[0],
                                    koma_builder_get_shape (&self->builder, node->inputs[0]));
}

void
koma_gradient_of_broadcast_to (KomaGradient      *self,
                               const KomaNode    *node,
                               const KomaValueId *dy,
                               KomaValueId       *ret_dx)
{
  ret_dx[0] = koma_gradient_fit (self, dy[0], node->inputs[0]);
}

void
koma_gradient_of_transpose (KomaGradient      *self,
                            const KomaNode    *node,
                            const KomaValueId *dy,
                            KomaValueId       *ret_dx)
{
  guint rank = koma_builder_get_shape (&self->builder, dy[0]).rank;
  guint inverse[KOMA_MAX_RANK] = { 0 };

  for (guint d = 0; d < rank; d++)
    inverse[node->params.perm[d]] = d;
  ret_dx[0] = koma_builder_transpose (&self->builder, dy[0], inverse);
}

/* One dimension after the other: [outer, times, size · inner], added up over the times. */
void
koma_gradient_of_tile (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    shape = koma_builder_get_shape (builder, dy[0]);

  ret_dx[0] = dy[0];
  for (guint d = 0; d < x.rank; d++) {
    KomaShapeAxis split = koma_shape_split_at (&shape, d);
    gint64        times = x.dims[d] > 0 ? shape.dims[d] / x.dims[d] : 1;

    if (times == 1)
      continue;
    ret_dx[0] = koma_builder_reshape (
      builder, ret_dx[0], KOMA_SHAPE (split.n_outer, times, x.dims[d] * split.n_inner));
    ret_dx[0] = koma_builder_reduce (builder, KOMA_OP_SUM, ret_dx[0], 1u << 1, FALSE);
    shape.dims[d] = x.dims[d];
  }
  ret_dx[0] = koma_builder_reshape (builder, ret_dx[0], x);
}

void
koma_gradient_of_select (KomaGradient      *self,
                         const KomaNode    *node,
                         const KomaValueId *dy,
                         KomaValueId       *ret_dx)
{
  KomaValueId condition = node->inputs[0];

  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] =
      koma_gradient_fit (self, koma_gradient_where (self, condition, dy[0]), node->inputs[1]);
  if (koma_gradient_wants (self, node, 2))
    ret_dx[2] =
      koma_gradient_fit (self, koma_gradient_where_not (self, condition, dy[0]), node->inputs[2]);
}

void
koma_gradient_of_add_n (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  for (guint i = 0; i < node->n_inputs; i++)
    ret_dx[i] = dy[0];
}
