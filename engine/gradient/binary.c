/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arithmetic of two operands: each has its gradient, added up to its own shape. */
#include "rule.h"

/* Sets the gradients of a and b, each once if they are wanted. */
#define SET(input, expression)                   \
  if (koma_gradient_wants (self, node, (input))) \
  ret_dx[(input)] = koma_gradient_fit (self, (expression), node->inputs[(input)])

static KomaValueId
negate (KomaGradient *self,
        KomaValueId   x)
{
  return koma_gradient_scale (self, x, -1);
}

void
koma_gradient_of_add (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  SET (0, dy[0]);
  SET (1, dy[0]);
}

void
koma_gradient_of_sub (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  SET (0, dy[0]);
  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] = negate (self, koma_gradient_fit (self, dy[0], node->inputs[1]));
}

void
koma_gradient_of_mul (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  SET (0, koma_gradient_mul (self, dy[0], node->inputs[1]));
  SET (1, koma_gradient_mul (self, dy[0], node->inputs[0]));
}

/* dy / b, -dy · y / b */
void
koma_gradient_of_div (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  KomaValueId quotient = koma_gradient_div (self, dy[0], node->inputs[1]);

  SET (0, quotient);
  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] =
      negate (self, koma_gradient_fit (self, koma_gradient_mul (self, quotient, node->outputs[0]),
                                       node->inputs[1]));
}

/* The same; nothing where b is 0. */
void
koma_gradient_of_div_no_nan (KomaGradient      *self,
                             const KomaNode    *node,
                             const KomaValueId *dy,
                             KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  quotient = koma_builder_binary (builder, KOMA_OP_DIV_NO_NAN, dy[0], node->inputs[1]);

  SET (0, quotient);
  SET (1, negate (self, koma_gradient_mul (self, quotient, node->outputs[0])));
}

/* dy · b / (a² + b²), -dy · a / (a² + b²) */
void
koma_gradient_of_atan2 (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  square = koma_builder_binary (
     builder, KOMA_OP_ADD, koma_builder_unary (builder, KOMA_OP_SQUARE, node->inputs[0]),
     koma_builder_unary (builder, KOMA_OP_SQUARE, node->inputs[1]));
  KomaValueId quotient = koma_gradient_div (self, dy[0], square);

  SET (0, koma_gradient_mul (self, quotient, node->inputs[1]));
  SET (1, negate (self, koma_gradient_mul (self, quotient, node->inputs[0])));
}

/* a = b · floor (a / b) + y */
void
koma_gradient_of_floor_mod (KomaGradient      *self,
                            const KomaNode    *node,
                            const KomaValueId *dy,
                            KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  quotient =
    koma_builder_binary (builder, KOMA_OP_DIV, node->inputs[0], node->inputs[1]);

  SET (0, dy[0]);
  SET (1, koma_gradient_mul (
            self, dy[0],
            koma_builder_unary (builder, KOMA_OP_NEG,
                                koma_builder_unary (builder, KOMA_OP_FLOOR, quotient))));
}

/* The same, the quotient being cut towards 0. */
void
koma_gradient_of_mod (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  quotient =
    koma_builder_binary (builder, KOMA_OP_DIV, node->inputs[0], node->inputs[1]);
  KomaValueId size = koma_builder_unary (builder, KOMA_OP_FLOOR,
                                         koma_builder_unary (builder, KOMA_OP_ABS, quotient));

  SET (0, dy[0]);
  SET (1, negate (self, koma_gradient_mul (
                          self, koma_gradient_mul (self, dy[0], size),
                          koma_builder_unary (builder, KOMA_OP_SIGN, quotient))));
}

/* Of equal operands the first has it. */
static void
choose (KomaGradient      *self,
        const KomaNode    *node,
        const KomaValueId *dy,
        KomaOp             compare,
        KomaValueId       *ret_dx)
{
  KomaValueId is_first =
    koma_builder_binary (&self->builder, compare, node->inputs[0], node->inputs[1]);

  SET (0, koma_gradient_where (self, is_first, dy[0]));
  SET (1, koma_gradient_where_not (self, is_first, dy[0]));
}

void
koma_gradient_of_maximum (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  choose (self, node, dy, KOMA_OP_GREATER_EQUAL, ret_dx);
}

void
koma_gradient_of_minimum (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  choose (self, node, dy, KOMA_OP_LESS_EQUAL, ret_dx);
}

/* dy · b · a^(b - 1) */
static KomaValueId
derive_base (KomaGradient *self,
             KomaValueId   dy,
             KomaValueId   a,
             KomaValueId   b)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  power = koma_builder_binary (builder, KOMA_OP_POW, a,
                                            koma_builder_with_number (builder, KOMA_OP_SUB, b, 1));

  return koma_gradient_mul (self, koma_gradient_mul (self, dy, b), power);
}

/* dy · y · log (a), 0 where a has no logarithm */
static KomaValueId
derive_exponent (KomaGradient   *self,
                 KomaValueId     dy,
                 const KomaNode *node)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  a = node->inputs[0];
  KomaValueId  is_positive = koma_builder_with_number (builder, KOMA_OP_GREATER, a, 0);
  KomaValueId  base = KOMA_BUILDER_NODE (builder, KOMA_OP_SELECT, NULL, is_positive, a,
                                         koma_builder_number (builder, 1, a));

  return koma_gradient_mul (self, koma_gradient_mul (self, dy, node->outputs[0]),
                            koma_builder_unary (builder, KOMA_OP_LOG, base));
}

void
koma_gradient_of_pow (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  SET (0, derive_base (self, dy[0], node->inputs[0], node->inputs[1]));
  SET (1, derive_exponent (self, dy[0], node));
}

void
koma_gradient_of_squared_difference (KomaGradient      *self,
                                     const KomaNode    *node,
                                     const KomaValueId *dy,
                                     KomaValueId       *ret_dx)
{
  KomaValueId difference =
    koma_builder_binary (&self->builder, KOMA_OP_SUB, node->inputs[0], node->inputs[1]);
  KomaValueId dx = koma_gradient_mul (self, koma_gradient_scale (self, dy[0], 2), difference);

  SET (0, dx);
  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] = negate (self, koma_gradient_fit (self, dx, node->inputs[1]));
}

/* The slope of x below 0 is alpha. */
void
koma_gradient_of_prelu (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  KomaValueId is_positive =
    koma_builder_with_number (&self->builder, KOMA_OP_GREATER, node->inputs[0], 0);

  SET (0, KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SELECT, NULL, is_positive, dy[0],
                             koma_gradient_mul (self, dy[0], node->inputs[1])));
  SET (1, koma_gradient_where_not (self, is_positive,
                                   koma_gradient_mul (self, dy[0], node->inputs[0])));
}
