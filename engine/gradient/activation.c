/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Activations: pieces of lines and of exponentials, and the smooth ones. */
#include "rule.h"

#define SELU_SCALE 1.0507009873554805

static KomaValueId
compare (KomaGradient *self,
         KomaOp        op,
         KomaValueId   x,
         double        number)
{
  return koma_builder_with_number (&self->builder, op, x, number);
}

/* dy · (1 - a), dy · (a + number) */
static KomaValueId
mul_rest (KomaGradient *self,
          KomaValueId   dy,
          KomaValueId   a)
{
  return koma_gradient_mul (self, dy,
                            koma_builder_binary (&self->builder, KOMA_OP_SUB,
                                                 koma_builder_number (&self->builder, 1, a), a));
}

static KomaValueId
mul_sum (KomaGradient *self,
         KomaValueId   dy,
         KomaValueId   a,
         double        number)
{
  return koma_gradient_mul (self, dy,
                            koma_builder_with_number (&self->builder, KOMA_OP_ADD, a, number));
}

static KomaValueId
choose (KomaGradient *self,
        KomaValueId   condition,
        KomaValueId   a,
        KomaValueId   b)
{
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SELECT, NULL, condition, a, b);
}

void
koma_gradient_of_relu (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  ret_dx[0] = koma_builder_binary (&self->builder, KOMA_OP_RELU_GRAD, dy[0], node->outputs[0]);
}

void
koma_gradient_of_relu_grad (KomaGradient      *self,
                            const KomaNode    *node,
                            const KomaValueId *dy,
                            KomaValueId       *ret_dx)
{
  if (koma_gradient_wants (self, node, 0))
    ret_dx[0] = koma_gradient_fit (
      self, koma_builder_binary (&self->builder, KOMA_OP_RELU_GRAD, dy[0], node->inputs[1]),
      node->inputs[0]);
}

void
koma_gradient_of_relu6 (KomaGradient      *self,
                        const KomaNode    *node,
                        const KomaValueId *dy,
                        KomaValueId       *ret_dx)
{
  KomaValueId x = node->inputs[0];
  KomaValueId condition = koma_builder_binary (&self->builder, KOMA_OP_LOGICAL_AND,
                                               compare (self, KOMA_OP_GREATER, x, 0),
                                               compare (self, KOMA_OP_LESS_EQUAL, x, 6));

  ret_dx[0] = koma_gradient_where (self, condition, dy[0]);
}

/* The bounds are constants. */
void
koma_gradient_of_clip (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  KomaValueId x = node->inputs[0];
  KomaValueId condition =
    koma_builder_binary (&self->builder, KOMA_OP_LOGICAL_AND,
                         compare (self, KOMA_OP_GREATER_EQUAL, x, node->params.clip.min),
                         compare (self, KOMA_OP_LESS_EQUAL, x, node->params.clip.max));

  ret_dx[0] = koma_gradient_where (self, condition, dy[0]);
}

void
koma_gradient_of_leaky_relu (KomaGradient      *self,
                             const KomaNode    *node,
                             const KomaValueId *dy,
                             KomaValueId       *ret_dx)
{
  ret_dx[0] = choose (self, compare (self, KOMA_OP_GREATER, node->inputs[0], 0), dy[0],
                      koma_gradient_scale (self, dy[0], node->params.alpha));
}

/* alpha · exp (x) = y + alpha below 0 */
void
koma_gradient_of_elu (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  ret_dx[0] = choose (self, compare (self, KOMA_OP_GREATER_EQUAL, node->inputs[0], 0), dy[0],
                      mul_sum (self, dy[0], node->outputs[0], node->params.alpha));
}

void
koma_gradient_of_selu (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  ret_dx[0] = choose (self, compare (self, KOMA_OP_GREATER, node->inputs[0], 0),
                      koma_gradient_scale (self, dy[0], SELU_SCALE),
                      mul_sum (self, dy[0], node->outputs[0], 1.7580993408473768));
}

static KomaValueId
mul (KomaGradient *self,
     KomaValueId   a,
     KomaValueId   b)
{
  return koma_builder_binary (&self->builder, KOMA_OP_MUL, a, b);
}

static KomaValueId
mul_number (KomaGradient *self,
            KomaValueId   a,
            double        number)
{
  return koma_builder_with_number (&self->builder, KOMA_OP_MUL, a, number);
}

static KomaValueId
add_number (KomaGradient *self,
            KomaValueId   a,
            double        number)
{
  return koma_builder_with_number (&self->builder, KOMA_OP_ADD, a, number);
}

void
koma_gradient_of_sigmoid (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  ret_dx[0] = koma_builder_binary (&self->builder, KOMA_OP_SIGMOID_GRAD, node->outputs[0], dy[0]);
}

void
koma_gradient_of_tanh (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  ret_dx[0] = koma_builder_binary (&self->builder, KOMA_OP_TANH_GRAD, node->outputs[0], dy[0]);
}

/* Of SigmoidGrad and TanhGrad (y, g), which are g · f (y): dy · g · @slope, dy · f (y). */
static void
derive_grad (KomaGradient   *self,
             const KomaNode *node,
             KomaValueId     dy,
             KomaValueId     slope,
             KomaValueId    *ret_dx)
{
  const KomaValueId *in = node->inputs;

  if (koma_gradient_wants (self, node, 0))
    ret_dx[0] = koma_gradient_fit (
      self, koma_gradient_mul (self, koma_gradient_mul (self, dy, in[1]), slope), in[0]);
  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] =
      koma_gradient_fit (self, koma_builder_binary (&self->builder, node->op, in[0], dy), in[1]);
}

/* f' = 1 - 2 y */
void
koma_gradient_of_sigmoid_grad (KomaGradient      *self,
                               const KomaNode    *node,
                               const KomaValueId *dy,
                               KomaValueId       *ret_dx)
{
  derive_grad (self, node, dy[0],
               add_number (self, mul_number (self, node->inputs[0], -2), 1), ret_dx);
}

/* f' = -2 y */
void
koma_gradient_of_tanh_grad (KomaGradient      *self,
                            const KomaNode    *node,
                            const KomaValueId *dy,
                            KomaValueId       *ret_dx)
{
  derive_grad (self, node, dy[0], mul_number (self, node->inputs[0], -2), ret_dx);
}

/* (1 + erf (x / √2)) / 2 + x · exp (-x² / 2) / √(2 π) */
static KomaValueId
derive_gelu (KomaGradient *self,
             KomaValueId   x)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  share = koma_builder_unary (builder, KOMA_OP_ERF, mul_number (self, x, M_SQRT1_2));
  KomaValueId  bell = mul_number (self, koma_builder_unary (builder, KOMA_OP_SQUARE, x), -0.5);

  bell = koma_builder_unary (builder, KOMA_OP_EXP, bell);
  share = add_number (self, mul_number (self, share, 0.5), 0.5);
  bell = mul_number (self, mul (self, x, bell), M_2_SQRTPI * M_SQRT1_2 / 2);
  return koma_builder_binary (builder, KOMA_OP_ADD, share, bell);
}

/* With t = tanh (u), u = √(2 / π) · (x + 0.044715 x³): (1 + t) / 2 + x / 2 · (1 - t²) · u'. */
static KomaValueId
derive_approximate_gelu (KomaGradient *self,
                         KomaValueId   x)
{
  KomaBuilder *builder = &self->builder;
  const double root = M_2_SQRTPI * M_SQRT1_2;
  KomaValueId  square = koma_builder_unary (builder, KOMA_OP_SQUARE, x);
  KomaValueId  u =
    mul (self, x, add_number (self, mul_number (self, square, root * 0.044715), root));
  KomaValueId t = koma_builder_unary (builder, KOMA_OP_TANH, u);
  KomaValueId slope = add_number (self, mul_number (self, square, root * 3 * 0.044715), root);

  slope = mul_rest (self, mul (self, x, slope), koma_builder_unary (builder, KOMA_OP_SQUARE, t));
  return mul_number (
    self, koma_builder_binary (builder, KOMA_OP_ADD, add_number (self, t, 1), slope), 0.5);
}

void
koma_gradient_of_gelu (KomaGradient      *self,
                       const KomaNode    *node,
                       const KomaValueId *dy,
                       KomaValueId       *ret_dx)
{
  KomaValueId x = node->inputs[0];

  ret_dx[0] = koma_gradient_mul (self, dy[0],
                                 node->params.is_approximate ? derive_approximate_gelu (self, x)
                                                             : derive_gelu (self, x));
}
