/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reductions: the gradient of a result belongs to all elements that it was made of. */
#include "rule.h"

/* With the reduced dimensions as 1. */
static KomaShape
kept_shape (const KomaGradient *self,
            const KomaNode     *node)
{
  KomaShape shape = koma_builder_get_shape (&self->builder, node->inputs[0]);

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
           : koma_builder_reshape (&self->builder, x, kept_shape (self, node));
}

/* Elements of a result. */
static double
count_reduced (const KomaGradient *self,
               const KomaNode     *node)
{
  KomaShape shape = koma_builder_get_shape (&self->builder, node->inputs[0]);
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
                                  koma_builder_get_shape (&self->builder, node->inputs[0]));
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
  KomaValueId is_found = koma_builder_binary (&self->builder, KOMA_OP_EQUAL, x,
                                              keep_dims (self, node, node->outputs[0]));

  ret_dx[0] = koma_gradient_where (self, is_found, repeat (self, node, dy[0]));
}

/* The product of all before an element and of all behind it. */
static KomaValueId
multiply_others (KomaGradient *self,
                 KomaValueId   x, /* [lines, n] */
                 gboolean      is_behind)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "exclusive", TRUE);
  koma_attrs_set_int (attrs, "reverse", is_behind);
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_CUMPROD, attrs, x,
                            koma_builder_int (&self->builder, 1));
}

/* What is reduced comes last, and its place goes to @inverse. Returns the dimensions before. */
static guint
sort_dims (const KomaNode *node,
           guint           rank,
           guint          *perm, /* [rank] */
           guint          *inverse)       /* [rank] */
{
  guint n = 0;
  guint n_kept = 0;

  for (guint pass = 0; pass < 2; pass++) {
    for (guint d = 0; d < rank; d++)
      if ((node->params.reduce.axes_mask >> d & 1) == pass)
        perm[n++] = d;
    n_kept = pass == 0 ? n : n_kept;
  }
  for (guint d = 0; d < rank; d++)
    inverse[perm[d]] = d;
  return n_kept;
}

/* As lines of what is multiplied; no division, so that zeros are as good as other numbers. */
void
koma_gradient_of_prod (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  x = node->inputs[0];
  guint        perm[KOMA_MAX_RANK] = { 0 };
  guint        inverse[KOMA_MAX_RANK] = { 0 };
  guint        n_kept = sort_dims (node, koma_builder_get_shape (builder, x).rank, perm, inverse);
  KomaShape    shape, lines = KOMA_SHAPE (1, 1);

  x = koma_builder_transpose (builder, x, perm);
  shape = koma_builder_get_shape (builder, x);
  for (guint d = 0; d < shape.rank; d++)
    lines.dims[d < n_kept ? 0 : 1] *= shape.dims[d];
  x = koma_builder_reshape (builder, x, lines);
  x = koma_builder_binary (builder, KOMA_OP_MUL, multiply_others (self, x, FALSE),
                           multiply_others (self, x, TRUE));
  lines.dims[1] = 1;
  x = koma_builder_binary (builder, KOMA_OP_MUL, x, koma_builder_reshape (builder, dy[0], lines));
  ret_dx[0] = koma_builder_transpose (builder, koma_builder_reshape (builder, x, shape), inverse);
}
