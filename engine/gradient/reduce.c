/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reductions: the gradient of a result belongs to all elements that it was made of. */
#include "rule.h"

/* With the reduced dimensions as 1. */
static KomaShape
kept_shape (const KomaGradient *self,
            const KomaNode     *node)
{
  KomaShape shape = koma_emit_get_shape (&self->emit, node->inputs[0]);

  for (guint d = 0; d < shape.rank; d++)
    if (node->params.reduce.axes_mask >> d & 1)
      shape.dims[d] = 1;
  return shape;
}

static KomaValueId
keep_dims (KomaGradient   *self,
           const KomaNode *node,
           KomaValueId     x)
{
  return node->params.reduce.keep_dims
           ? x
           : koma_emit_reshape (&self->emit, x, kept_shape (self, node));
}

/* Elements of a result. */
static double
count_reduced (const KomaGradient *self,
               const KomaNode     *node)
{
  KomaShape shape = koma_emit_get_shape (&self->emit, node->inputs[0]);
  double    count = 1;

  for (guint d = 0; d < shape.rank; d++)
    if (node->params.reduce.axes_mask >> d & 1)
      count *= shape.dims[d];
  return count;
}

static KomaValueId
repeat (KomaGradient   *self,
        const KomaNode *node,
        KomaValueId     dy)
{
  return koma_gradient_broadcast (self, keep_dims (self, node, dy),
                                  koma_emit_get_shape (&self->emit, node->inputs[0]));
}

void
koma_gradient_of_sum (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  ret_dx[0] = repeat (self, node, dy[0]);
}

void
koma_gradient_of_mean (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  double share = 1 / count_reduced (self, node);

  ret_dx[0] = repeat (self, node, koma_gradient_scale (self, dy[0], share));
}

/* All elements that are the largest, or the least, have the whole of it. */
void
koma_gradient_of_max (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  KomaValueId x = node->inputs[0];
  KomaValueId is_found =
    koma_emit_binary (&self->emit, KOMA_OP_EQUAL, x, keep_dims (self, node, node->outputs[0]));

  ret_dx[0] = koma_gradient_where (self, is_found, repeat (self, node, dy[0]));
}
