/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What joins and what cuts: pieces, zeros where nothing read a piece. */
#include "rule.h"

static KomaAttrs *
axis_attrs (const KomaNode *node)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", node->params.axis.axis);
  return attrs;
}

static KomaValueId
cut (KomaGradient *self,
     KomaValueId   x,
     guint         axis,
     gint64        begin,
     KomaShape     size)
{
  KomaShape first = { .rank = size.rank };

  first.dims[axis] = begin;
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SLICE, NULL, x,
                            koma_builder_shape (&self->builder, first),
                            koma_builder_shape (&self->builder, size));
}

void
koma_gradient_of_concat (KomaGradient      *self,
                         const KomaNode    *node,
                         const KomaValueId *dy,
                         KomaValueId       *ret_dx)
{
  guint  axis = node->params.axis.axis;
  gint64 begin = 0;

  for (guint i = 0; i + 1 < node->n_inputs; i++) {
    KomaShape size = koma_builder_get_shape (&self->builder, node->inputs[i]);

    if (koma_gradient_wants (self, node, i))
      ret_dx[i] = cut (self, dy[0], axis, begin, size);
    begin += size.dims[axis];
  }
}

void
koma_gradient_of_pack (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  guint axis = node->params.axis.axis;

  for (guint i = 0; i < node->n_inputs; i++) {
    KomaShape shape = koma_builder_get_shape (&self->builder, node->inputs[i]);
    KomaShape size = koma_builder_get_shape (&self->builder, dy[0]);

    size.dims[axis] = 1;
    if (koma_gradient_wants (self, node, i))
      ret_dx[i] = koma_builder_reshape (&self->builder, cut (self, dy[0], axis, i, size), shape);
  }
}

/* [n_outputs + 1] */
static KomaValueId *
complete (KomaGradient      *self,
          const KomaNode    *node,
          const KomaValueId *dy)
{
  KomaValueId *pieces = g_new (KomaValueId, node->n_outputs + 1);

  for (guint i = 0; i < node->n_outputs; i++)
    pieces[i] = dy[i] != KOMA_VALUE_NONE
                  ? dy[i]
                  : koma_gradient_zeros (self,
                                         koma_builder_get_shape (&self->builder, node->outputs[i]));
  return pieces;
}

void
koma_gradient_of_split (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  g_autofree KomaValueId *pieces = complete (self, node, dy);

  pieces[node->n_outputs] = koma_builder_int (&self->builder, node->params.axis.axis);
  ret_dx[0] = koma_builder_node (&self->builder, KOMA_OP_CONCAT, pieces, node->n_outputs + 1, NULL);
}

void
koma_gradient_of_unpack (KomaGradient      *self,
                         const KomaNode    *node,
                         const KomaValueId *dy,
                         KomaValueId       *ret_dx)
{
  g_autofree KomaValueId *pieces = complete (self, node, dy);

  ret_dx[0] =
    koma_builder_node (&self->builder, KOMA_OP_PACK, pieces, node->n_outputs, axis_attrs (node));
}
