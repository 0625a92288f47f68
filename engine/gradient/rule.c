/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "rule.h"

/**
 * koma_gradient_wants:
 * @input: may be one that @node does not have
 *
 * Returns: whether anything is done with the gradient of an input
 */
gboolean
koma_gradient_wants (const KomaGradient *self,
                     const KomaNode     *node,
                     guint               input)
{
  return input < node->n_inputs && self->is_wanted[node->inputs[input]];
}

/* What a BroadcastTo repeats; other values are their own source. */
static KomaValueId
get_source (const KomaGradient *self,
            KomaValueId         x)
{
  gpointer source = NULL;

  return g_hash_table_lookup_extended (self->sources, GUINT_TO_POINTER (x), NULL, &source)
           ? GPOINTER_TO_UINT (source)
           : x;
}

/* The gradient of a loss by itself: a product with it needs no node. */
static gboolean
is_one (const KomaGradient *self,
        KomaValueId         x)
{
  const KomaArray *constant =
    x != KOMA_VALUE_NONE ? koma_graph_get_value (self->builder.graph, x)->constant : NULL;

  return constant != NULL && constant->count == 1 && constant->dtype == KOMA_DTYPE_FLOAT32 &&
         *(const float *) constant->data == 1;
}

/**
 * koma_gradient_broadcast:
 * @x: of @shape, or to be broadcast to it
 *
 * Returns: @x, repeated where that is needed
 */
KomaValueId
koma_gradient_broadcast (KomaGradient *self,
                         KomaValueId   x,
                         KomaShape     shape)
{
  KomaShape   from = koma_builder_get_shape (&self->builder, x);
  KomaValueId y = KOMA_VALUE_NONE;

  if (koma_shape_equal (&from, &shape))
    return x;
  y = koma_builder_broadcast_to (&self->builder, x, shape);
  if (y != KOMA_VALUE_NONE)
    g_hash_table_insert (self->sources, GUINT_TO_POINTER (y),
                         GUINT_TO_POINTER (get_source (self, x)));
  return y;
}

/* The gradient of what was broadcast: @dx, added up. @shape can be broadcast to that of @dx. */
static KomaValueId
reduce_to (KomaGradient *self,
           KomaValueId   dx,
           KomaShape     shape)
{
  KomaShape from = koma_builder_get_shape (&self->builder, dx);
  guint     n_new = from.rank - shape.rank;
  guint     axes = 0;

  if (dx == KOMA_VALUE_NONE || koma_shape_equal (&from, &shape))
    return dx;
  for (guint d = 0; d < from.rank; d++)
    if (d < n_new || (shape.dims[d - n_new] == 1 && from.dims[d] != 1))
      axes |= 1u << d;
  dx = koma_builder_reduce (&self->builder, KOMA_OP_SUM, dx, axes, n_new == 0);
  from = koma_builder_get_shape (&self->builder, dx);
  return koma_shape_equal (&from, &shape) ? dx : koma_builder_reshape (&self->builder, dx, shape);
}

/**
 * koma_gradient_fit:
 *
 * Returns: @dx, added up to the shape of @input
 */
KomaValueId
koma_gradient_fit (KomaGradient *self,
                   KomaValueId   dx,
                   KomaValueId   input)
{
  return reduce_to (self, dx, koma_builder_get_shape (&self->builder, input));
}

static KomaValueId
apply (KomaGradient *self,
       KomaOp        op,
       KomaValueId   dy,
       KomaValueId   b)
{
  return koma_gradient_broadcast (
    self, koma_builder_binary (&self->builder, op, get_source (self, dy), b),
    koma_builder_get_shape (&self->builder, dy));
}

KomaValueId
koma_gradient_mul (KomaGradient *self,
                   KomaValueId   dy,
                   KomaValueId   b)
{
  if (is_one (self, get_source (self, dy)))
    return koma_gradient_broadcast (self, b, koma_builder_get_shape (&self->builder, dy));
  return apply (self, KOMA_OP_MUL, dy, b);
}

KomaValueId
koma_gradient_div (KomaGradient *self,
                   KomaValueId   dy,
                   KomaValueId   b)
{
  return apply (self, KOMA_OP_DIV, dy, b);
}

KomaValueId
koma_gradient_scale (KomaGradient *self,
                     KomaValueId   dy,
                     double        factor)
{
  KomaValueId source = get_source (self, dy);

  if (factor == 1)
    return dy;
  return koma_gradient_broadcast (
    self,
    factor == -1 ? koma_builder_unary (&self->builder, KOMA_OP_NEG, source)
                 : koma_builder_with_number (&self->builder, KOMA_OP_MUL, source, factor),
    koma_builder_get_shape (&self->builder, dy));
}

KomaValueId
koma_gradient_where (KomaGradient *self,
                     KomaValueId   condition,
                     KomaValueId   dy)
{
  KomaValueId zero = koma_builder_number (&self->builder, 0, dy);

  return koma_gradient_broadcast (self,
                                  KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SELECT, NULL,
                                                     condition, get_source (self, dy), zero),
                                  koma_builder_get_shape (&self->builder, dy));
}

KomaValueId
koma_gradient_where_not (KomaGradient *self,
                         KomaValueId   condition,
                         KomaValueId   dy)
{
  KomaValueId zero = koma_builder_number (&self->builder, 0, dy);

  return koma_gradient_broadcast (self,
                                  KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SELECT, NULL,
                                                     condition, zero, get_source (self, dy)),
                                  koma_builder_get_shape (&self->builder, dy));
}

/**
 * koma_gradient_add_up:
 * @parts: of one shape, 1 or more
 *
 * Returns: their sum
 */
KomaValueId
koma_gradient_add_up (KomaGradient      *self,
                      const KomaValueId *parts,
                      guint              n_parts)
{
  g_autofree KomaValueId *whole = g_new (KomaValueId, n_parts);
  g_autofree KomaValueId *repeated = g_new (KomaValueId, n_parts);
  KomaValueId             sum = KOMA_VALUE_NONE;
  guint                   n_whole = 0;
  guint                   n_repeated = 0;

  for (guint i = 0; i < n_parts; i++)
    if (get_source (self, parts[i]) == parts[i])
      whole[n_whole++] = parts[i];
    else
      repeated[n_repeated++] = parts[i];
  if (n_whole > 0)
    sum = n_whole == 1   ? whole[0]
          : n_whole == 2 ? koma_builder_binary (&self->builder, KOMA_OP_ADD, whole[0], whole[1])
                         : koma_builder_node (&self->builder, KOMA_OP_ADD_N, whole, n_whole, NULL);
  for (guint i = 0; i < n_repeated; i++)
    sum = sum == KOMA_VALUE_NONE
            ? repeated[i]
            : apply (self, KOMA_OP_ADD, repeated[i], get_source (self, sum));
  return sum;
}

/**
 * koma_gradient_zeros:
 *
 * Returns: a constant
 */
KomaValueId
koma_gradient_zeros (KomaGradient *self,
                     KomaShape     shape)
{
  g_autoptr (KomaArray) array = NULL;

  if (self->builder.error == NULL)
    array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->builder.error);
  return array != NULL ? koma_builder_array (&self->builder, array) : KOMA_VALUE_NONE;
}
