/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Slice, StridedSlice and ReverseV2: zeros around and between what was taken. */
#include "rule.h"

/* What is done along one dimension of dy. */
typedef struct
{
  gint64 size;  /* elements that were taken */
  gint64 begin; /* the first, from the front */
  gint64 step;  /* from one to the next, 1 or more */
  gint64 whole; /* elements of the dimension */
} Side;

static Side
read_side (const KomaNode  *node,
           const KomaShape *x,
           guint            d)
{
  Side side = {
    .size = node->params.slice.full_shape.dims[d],
    .begin = node->params.slice.begin[d],
    .step = node->params.slice.step[d],
    .whole = x->dims[d],
  };

  if (side.step < 0) {
    side.begin += (side.size - 1) * side.step;
    side.step = -side.step;
  }
  return side;
}

static KomaValueId
pad (KomaGradient *self,
     KomaValueId   x,
     const gint32 *paddings, /* [rank, 2] */
     guint         rank)
{
  KomaValueId list = koma_builder_ints (&self->builder, paddings, 2 * rank);

  return koma_builder_binary (&self->builder, KOMA_OP_PAD, x, list);
}

static KomaValueId
reverse (KomaGradient   *self,
         const KomaNode *node,
         KomaValueId     x)
{
  gint32 axes[KOMA_MAX_RANK] = { 0 };
  guint  n = 0;

  for (guint d = 0; d < node->params.slice.full_shape.rank; d++)
    if (node->params.slice.step[d] < 0)
      axes[n++] = d;
  if (n == 0)
    return x;
  return koma_builder_binary (&self->builder, KOMA_OP_REVERSE, x,
                              koma_builder_ints (&self->builder, axes, n));
}

/* Puts step - 1 zeros behind each element of dimension @d: the dimension is split into [size, 1],
 * padded to [size, step] and joined; what is then longer than the whole is cut off. */
static KomaValueId
spread (KomaGradient *self,
        KomaValueId   x,
        guint         d,
        const Side   *side)
{
  KomaBuilder  *builder = &self->builder;
  KomaShape     shape = koma_builder_get_shape (builder, x);
  KomaShapeAxis split = koma_shape_split_at (&shape, d);
  const gint32  behind[8] = { 0, 0, 0, 0, 0, side->step - 1, 0, 0 };
  KomaShape     first = { .rank = shape.rank };

  x = koma_builder_reshape (builder, x, KOMA_SHAPE (split.n_outer, side->size, 1, split.n_inner));
  x = pad (self, x, behind, 4);
  shape.dims[d] = side->size * side->step;
  x = koma_builder_reshape (builder, x, shape);
  if (shape.dims[d] <= side->whole - side->begin)
    return x;
  shape.dims[d] = side->whole - side->begin;
  return KOMA_BUILDER_NODE (builder, KOMA_OP_SLICE, NULL, x, koma_builder_shape (builder, first),
                            koma_builder_shape (builder, shape));
}

void
koma_gradient_of_slice (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    full = node->params.slice.full_shape;
  KomaShape    shape = koma_builder_get_shape (builder, dy[0]);
  KomaValueId  dx =
    koma_shape_equal (&full, &shape) ? dy[0] : koma_builder_reshape (builder, dy[0], full);
  gint32 paddings[2 * KOMA_MAX_RANK] = { 0 };

  dx = reverse (self, node, dx);
  for (guint d = 0; d < x.rank; d++) {
    Side side = read_side (node, &x, d);

    if (side.size == 0)
      side = (Side){ .step = 1, .whole = x.dims[d] };
    if (side.step > 1 && side.size > 1)
      dx = spread (self, dx, d, &side);
    paddings[2 * d] = side.begin;
    paddings[2 * d + 1] = x.dims[d] - side.begin - koma_builder_get_shape (builder, dx).dims[d];
  }
  shape = koma_builder_get_shape (builder, dx);
  ret_dx[0] = koma_shape_equal (&shape, &x) ? dx : pad (self, dx, paddings, x.rank);
}
