/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GatherV2, GatherNd, MirrorPad and TopKV2: each element goes back to where it was taken, those
 * taken twice add up. */
#include "indices.h"

/* x as [line, n, inner], its slices as [line, k, inner]: a line is what has indices of its own. */
typedef struct
{
  gint64 n_batches;
  gint64 n_outer; /* lines of a batch, which share their indices */
  gint64 n;
  gint64 k;
  gint64 n_inner;
} Lines;

static gint64
multiply (KomaShape shape,
          guint     begin,
          guint     end)
{
  gint64 product = 1;

  for (guint d = begin; d < end; d++)
    product *= shape.dims[d];
  return product;
}

/* [line, k] */
static KomaValueId
repeat_indices (KomaGradient *self,
                KomaValueId   indices,
                const Lines  *lines)
{
  KomaBuilder *builder = &self->builder;

  indices = koma_builder_reshape (builder, indices, KOMA_SHAPE (lines->n_batches, 1, lines->k));
  if (lines->n_outer != 1)
    indices = koma_builder_broadcast_to (builder, indices,
                                         KOMA_SHAPE (lines->n_batches, lines->n_outer, lines->k));
  return koma_builder_reshape (builder, indices,
                               KOMA_SHAPE (lines->n_batches * lines->n_outer, lines->k));
}

/* [n, inner]; the columns are shared out among threads. */
static KomaValueId
scatter_rows (KomaGradient *self,
              KomaValueId   indices, /* [k] */
              gboolean      wraps,
              KomaValueId   dy, /* [k, inner] */
              gint64        n)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  is_below = KOMA_VALUE_NONE;

  if (wraps) {
    is_below = koma_builder_with_number (builder, KOMA_OP_LESS, indices, 0);
    indices =
      KOMA_BUILDER_NODE (builder, KOMA_OP_SELECT, NULL, is_below,
                         koma_builder_with_number (builder, KOMA_OP_ADD, indices, n), indices);
  }
  return KOMA_BUILDER_NODE (builder, KOMA_OP_UNSORTED_SEGMENT_SUM, NULL, dy, indices,
                            koma_builder_int (builder, n));
}

static KomaValueId
scatter (KomaGradient *self,
         KomaValueId   indices,
         gboolean      wraps,
         KomaValueId   dy,
         const Lines  *lines)
{
  KomaBuilder *builder = &self->builder;
  gint64       n_lines = lines->n_batches * lines->n_outer;
  KomaShape    places = KOMA_SHAPE (n_lines, lines->k);
  KomaValueId  parts[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (n_lines == 1)
    return scatter_rows (
      self, koma_builder_reshape (builder, indices, KOMA_SHAPE (lines->k)), wraps,
      koma_builder_reshape (builder, dy, KOMA_SHAPE (lines->k, lines->n_inner)), lines->n);
  parts[0] = koma_gradient_count_along (self, places, 0);
  parts[1] = repeat_indices (self, indices, lines);
  return koma_gradient_scatter_nd (
    self, wraps, koma_gradient_join_places (self, parts, 2),
    koma_builder_reshape (builder, dy, KOMA_SHAPE (n_lines, lines->k, lines->n_inner)),
    KOMA_SHAPE (n_lines, lines->n, lines->n_inner));
}

void
koma_gradient_of_gather (KomaGradient      *self,
                         const KomaNode    *node,
                         const KomaValueId *dy,
                         KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    indices = koma_builder_get_shape (builder, node->inputs[1]);
  guint        axis = node->params.axis.axis;
  guint        batch_dims = node->params.axis.batch_dims;
  const Lines  lines = {
     .n_batches = multiply (x, 0, batch_dims),
     .n_outer = multiply (x, batch_dims, axis),
     .n = x.dims[axis],
     .k = multiply (indices, batch_dims, indices.rank),
     .n_inner = multiply (x, axis + 1, x.rank),
  };

  ret_dx[0] = koma_builder_reshape (
    builder, scatter (self, node->inputs[1], node->params.axis.wraps, dy[0], &lines), x);
}

/* Indices with the place in each dimension of the batch before them. */
static KomaValueId
add_batch_places (KomaGradient *self,
                  KomaValueId   indices,
                  guint         batch_dims)
{
  KomaShape   shape = koma_builder_get_shape (&self->builder, indices);
  KomaValueId parts[KOMA_MAX_RANK + 2];

  if (batch_dims == 0)
    return indices;
  shape.dims[shape.rank - 1] = 1;
  for (guint d = 0; d < batch_dims; d++)
    parts[d] = koma_gradient_count_along (self, shape, d);
  parts[batch_dims] = indices;
  parts[batch_dims + 1] = koma_builder_int (&self->builder, -1);
  return koma_builder_node (&self->builder, KOMA_OP_CONCAT, parts, batch_dims + 2, NULL);
}

void
koma_gradient_of_gather_nd (KomaGradient      *self,
                            const KomaNode    *node,
                            const KomaValueId *dy,
                            KomaValueId       *ret_dx)
{
  KomaValueId places = add_batch_places (self, node->inputs[1], node->params.axis.batch_dims);

  ret_dx[0] = koma_gradient_scatter_nd (self, node->params.axis.wraps, places, dy[0],
                                        koma_builder_get_shape (&self->builder, node->inputs[0]));
}

/* MirrorPad takes along each dimension what a Gather with constant indices would take. */
void
koma_gradient_of_mirror_pad (KomaGradient      *self,
                             const KomaNode    *node,
                             const KomaValueId *dy,
                             KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    x = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    shape = koma_builder_get_shape (builder, dy[0]);
  KomaPadFind  find = koma_pad_get_find (node->params.pad.mode);

  ret_dx[0] = dy[0];
  for (guint d = 0; d < x.rank; d++) {
    const Lines        lines = { 1, multiply (shape, 0, d), x.dims[d], shape.dims[d],
                                 multiply (shape, d + 1, shape.rank) };
    g_autofree gint32 *indices = NULL;

    if (shape.dims[d] == x.dims[d])
      continue;
    indices = g_new (gint32, shape.dims[d]);
    for (gint64 i = 0; i < shape.dims[d]; i++) {
      gint64   position = i - (gint64) node->params.pad.before[d];
      gboolean is_inside = position >= 0 && position < x.dims[d];

      indices[i] = is_inside ? position : find (position, x.dims[d]);
    }
    ret_dx[0] =
      scatter (self, koma_builder_ints (builder, indices, shape.dims[d]), FALSE, ret_dx[0], &lines);
    shape.dims[d] = x.dims[d];
  }
  ret_dx[0] = koma_builder_reshape (builder, ret_dx[0], x);
}

/* The elements that were found, where they stood. */
void
koma_gradient_of_top_k (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  KomaShape   x = koma_builder_get_shape (&self->builder, node->inputs[0]);
  KomaShape   y = koma_builder_get_shape (&self->builder, dy[0]);
  KomaValueId parts[KOMA_MAX_RANK];

  for (guint d = 0; d < y.rank; d++)
    parts[d] = d == node->params.axis.axis ? node->outputs[1]
                                           : koma_gradient_count_along (self, y, d);
  ret_dx[0] = koma_gradient_scatter_nd (
    self, FALSE, koma_gradient_join_places (self, parts, y.rank), dy[0], x);
}

/* An id that names no row is left out, and gathers zeros. */
void
koma_gradient_of_unsorted_segment_sum (KomaGradient      *self,
                                       const KomaNode    *node,
                                       const KomaValueId *dy,
                                       KomaValueId       *ret_dx)
{
  ret_dx[0] = KOMA_BUILDER_NODE (&self->builder, KOMA_OP_GATHER, NULL, dy[0], node->inputs[1],
                                 koma_builder_int (&self->builder, 0));
}
