/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of one number: dy · f'(x), written with y = f (x) where that is shorter. */
#include "rule.h"

#define UNARY(name, expression)                               \
  void                                                        \
    koma_gradient_of_##name (KomaGradient      *self,         \
                             const KomaNode    *node,         \
                             const KomaValueId *dy,           \
                             KomaValueId       *ret_dx)       \
  {                                                           \
    G_GNUC_UNUSED KomaBuilder      *builder = &self->builder; \
    G_GNUC_UNUSED const KomaValueId x = node->inputs[0];      \
    G_GNUC_UNUSED const KomaValueId y = node->outputs[0];     \
                                                              \
    ret_dx[0] = (expression);                                 \
  }

/* dy · a, dy / a */
#define TIMES(a) koma_gradient_mul (self, dy[0], (a))
#define OVER(a)  koma_gradient_div (self, dy[0], (a))

#define F(OP, a)  koma_builder_unary (builder, KOMA_OP_##OP, (a))
#define ADD(a, n) koma_builder_with_number (builder, KOMA_OP_ADD, (a), (n))
#define MUL(a, n) koma_builder_with_number (builder, KOMA_OP_MUL, (a), (n))
#define FROM_1(a) \
  koma_builder_binary (builder, KOMA_OP_SUB, koma_builder_number (builder, 1, (a)), (a))

UNARY (abs, TIMES (F (SIGN, x)))
UNARY (acos, TIMES (F (NEG, F (RSQRT, FROM_1 (F (SQUARE, x))))))
UNARY (acosh, TIMES (F (RSQRT, ADD (F (SQUARE, x), -1))))
UNARY (asin, TIMES (F (RSQRT, FROM_1 (F (SQUARE, x)))))
UNARY (asinh, TIMES (F (RSQRT, ADD (F (SQUARE, x), 1))))
UNARY (atan, OVER (ADD (F (SQUARE, x), 1)))
UNARY (atanh, OVER (FROM_1 (F (SQUARE, x))))
UNARY (cos, TIMES (F (NEG, F (SIN, x))))
UNARY (cosh, TIMES (F (SINH, x)))
UNARY (erf, TIMES (MUL (F (EXP, F (NEG, F (SQUARE, x))), M_2_SQRTPI)))
UNARY (exp, TIMES (y))
UNARY (expm1, TIMES (ADD (y, 1)))
UNARY (identity, dy[0])
UNARY (log, OVER (x))
UNARY (log1p, OVER (ADD (x, 1)))
UNARY (neg, koma_gradient_scale (self, dy[0], -1))
UNARY (reciprocal, TIMES (F (NEG, F (SQUARE, y))))
UNARY (rsqrt, TIMES (MUL (koma_builder_binary (builder, KOMA_OP_MUL, y, F (SQUARE, y)), -0.5)))
UNARY (sin, TIMES (F (COS, x)))
UNARY (sinh, TIMES (F (COSH, x)))
UNARY (softplus, TIMES (F (SIGMOID, x)))
UNARY (softsign, OVER (F (SQUARE, ADD (F (ABS, x), 1))))
UNARY (sqrt, koma_gradient_scale (self, OVER (y), 0.5))
UNARY (square, koma_gradient_mul (self, koma_gradient_scale (self, dy[0], 2), x))
UNARY (tan, TIMES (ADD (F (SQUARE, y), 1)))
