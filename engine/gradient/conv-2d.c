/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conv2D and DepthwiseConv2dNative, and what their gradients are made of. Of the three ops of a
 * kind each one's gradients are the two others, with the attributes of the node:
 *
 *   forward          picture, filter → result
 *   backprop_input   filter, result → picture
 *   backprop_filter  picture, result → filter */
#include "rule.h"

typedef struct
{
  KomaOp forward;
  KomaOp backprop_input;
  KomaOp backprop_filter;
} Ops;

static const Ops conv_ops = { KOMA_OP_CONV_2D, KOMA_OP_CONV_2D_BACKPROP_INPUT,
                              KOMA_OP_CONV_2D_BACKPROP_FILTER };
static const Ops depthwise_ops = { KOMA_OP_DEPTHWISE_CONV_2D,
                                   KOMA_OP_DEPTHWISE_CONV_2D_BACKPROP_INPUT,
                                   KOMA_OP_DEPTHWISE_CONV_2D_BACKPROP_FILTER };

/* A node, and the ops that go with its own. */
typedef struct
{
  KomaGradient   *gradient;
  const KomaNode *node;
  const Ops      *ops;
} Kind;

static KomaAttrs *
window_attrs (const Kind *kind)
{
  KomaAttrs *attrs = koma_attrs_copy (kind->node->attrs);

  koma_attrs_set_int (attrs, "groups", kind->node->params.window.groups);
  return attrs;
}

static KomaValueId
shape_of (const Kind *kind,
          KomaValueId value)
{
  return koma_builder_shape (&kind->gradient->builder,
                             koma_builder_get_shape (&kind->gradient->builder, value));
}

static KomaValueId
make_result (const Kind *kind,
             KomaValueId picture,
             KomaValueId filter)
{
  return KOMA_BUILDER_NODE (&kind->gradient->builder, kind->ops->forward, window_attrs (kind),
                            picture, filter);
}

/* @like: a value of the shape that the result is to have; not read otherwise. */
static KomaValueId
make_picture (const Kind *kind,
              KomaValueId like,
              KomaValueId filter,
              KomaValueId result)
{
  return KOMA_BUILDER_NODE (&kind->gradient->builder, kind->ops->backprop_input,
                            window_attrs (kind), shape_of (kind, like), filter, result);
}

static KomaValueId
make_filter (const Kind *kind,
             KomaValueId like,
             KomaValueId picture,
             KomaValueId result)
{
  return KOMA_BUILDER_NODE (&kind->gradient->builder, kind->ops->backprop_filter,
                            window_attrs (kind), picture, shape_of (kind, like), result);
}

static gboolean
wants (const Kind *kind,
       guint       input)
{
  return koma_gradient_wants (kind->gradient, kind->node, input);
}

static void
derive_bias (const Kind  *kind,
             guint        input,
             KomaValueId  dy,
             KomaValueId *ret_dx)
{
  if (wants (kind, input))
    ret_dx[input] = koma_gradient_fit (kind->gradient, dy, kind->node->inputs[input]);
}

/* (picture, filter[, bias]) */
static void
derive_forward (const Kind  *kind,
                KomaValueId  dy,
                KomaValueId *ret_dx)
{
  const KomaValueId *in = kind->node->inputs;

  if (wants (kind, 0))
    ret_dx[0] = make_picture (kind, in[0], in[1], dy);
  if (wants (kind, 1))
    ret_dx[1] = make_filter (kind, in[1], in[0], dy);
  derive_bias (kind, 2, dy, ret_dx);
}

/* (sizes, filter, result[, bias]) */
static void
derive_backprop_input (const Kind  *kind,
                       KomaValueId  dy,
                       KomaValueId *ret_dx)
{
  const KomaValueId *in = kind->node->inputs;

  if (wants (kind, 1))
    ret_dx[1] = make_filter (kind, in[1], dy, in[2]);
  if (wants (kind, 2))
    ret_dx[2] = make_result (kind, dy, in[1]);
  derive_bias (kind, 3, dy, ret_dx);
}

/* (picture, sizes, result) */
static void
derive_backprop_filter (const Kind  *kind,
                        KomaValueId  dy,
                        KomaValueId *ret_dx)
{
  const KomaValueId *in = kind->node->inputs;

  if (wants (kind, 0))
    ret_dx[0] = make_picture (kind, in[0], dy, in[2]);
  if (wants (kind, 2))
    ret_dx[2] = make_result (kind, in[0], dy);
}

void
koma_gradient_of_conv_2d (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  derive_forward (&(Kind){ self, node, &conv_ops }, dy[0], ret_dx);
}

void
koma_gradient_of_conv_2d_backprop_input (KomaGradient      *self,
                                         const KomaNode    *node,
                                         const KomaValueId *dy,
                                         KomaValueId       *ret_dx)
{
  derive_backprop_input (&(Kind){ self, node, &conv_ops }, dy[0], ret_dx);
}

void
koma_gradient_of_conv_2d_backprop_filter (KomaGradient      *self,
                                          const KomaNode    *node,
                                          const KomaValueId *dy,
                                          KomaValueId       *ret_dx)
{
  derive_backprop_filter (&(Kind){ self, node, &conv_ops }, dy[0], ret_dx);
}

void
koma_gradient_of_depthwise_conv_2d (KomaGradient      *self,
                                    const KomaNode    *node,
                                    const KomaValueId *dy,
                                    KomaValueId       *ret_dx)
{
  derive_forward (&(Kind){ self, node, &depthwise_ops }, dy[0], ret_dx);
}

void
koma_gradient_of_depthwise_conv_2d_backprop_input (KomaGradient      *self,
                                                   const KomaNode    *node,
                                                   const KomaValueId *dy,
                                                   KomaValueId       *ret_dx)
{
  derive_backprop_input (&(Kind){ self, node, &depthwise_ops }, dy[0], ret_dx);
}

void
koma_gradient_of_depthwise_conv_2d_backprop_filter (KomaGradient      *self,
                                                    const KomaNode    *node,
                                                    const KomaValueId *dy,
                                                    KomaValueId       *ret_dx)
{
  derive_backprop_filter (&(Kind){ self, node, &depthwise_ops }, dy[0], ret_dx);
}
