/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MatMul: two more, with the transposition of the operands and none of their elements. */
#include "rule.h"

/* Which operands, and how each is read. */
typedef struct
{
  KomaValueId a;
  KomaValueId b;
  gboolean    is_a_transposed;
  gboolean    is_b_transposed;
} Product;

static KomaShape
flat_shape (KomaShape shape)
{
  gint64 n = shape.dims[shape.rank - 1];

  return KOMA_SHAPE (n == 0 ? 0 : (gint64) koma_shape_count (&shape) / n, n);
}

/* Rows of all batches one below the other. */
static KomaValueId
flatten (KomaGradient *self,
         KomaValueId   x)
{
  KomaShape shape = koma_builder_get_shape (&self->builder, x);

  return shape.rank == 2 ? x : koma_builder_reshape (&self->builder, x, flat_shape (shape));
}

static KomaValueId
multiply (KomaGradient  *self,
          const Product *product)
{
  return koma_builder_mat_mul (&self->builder, product->a, product->b, product->is_a_transposed,
                               product->is_b_transposed);
}

/* Of one matrix b for all batches of a: a single product adds up over them. */
static KomaValueId
derive_shared (KomaGradient   *self,
               const KomaNode *node,
               KomaValueId     dy)
{
  KomaValueId a = flatten (self, node->inputs[0]);
  KomaValueId rows = flatten (self, dy);

  return node->params.mat_mul.is_b_transposed
           ? multiply (self, &(Product){ rows, a, TRUE, FALSE })
           : multiply (self, &(Product){ a, rows, TRUE, FALSE });
}

static KomaValueId
derive_a (KomaGradient   *self,
          const KomaNode *node,
          KomaValueId     dy)
{
  const KomaMatMulParams *params = &node->params.mat_mul;
  KomaValueId             b = node->inputs[1];
  Product                 product = params->is_a_transposed
                                      ? (Product){ b, dy, params->is_b_transposed, TRUE }
                                      : (Product){ dy, b, FALSE, !params->is_b_transposed };

  return koma_gradient_fit (self, multiply (self, &product), node->inputs[0]);
}

static KomaValueId
derive_b (KomaGradient   *self,
          const KomaNode *node,
          KomaValueId     dy)
{
  const KomaMatMulParams *params = &node->params.mat_mul;
  KomaValueId             a = node->inputs[0];
  Product                 product = params->is_b_transposed
                                      ? (Product){ dy, a, TRUE, params->is_a_transposed }
                                      : (Product){ a, dy, !params->is_a_transposed, FALSE };

  if (koma_builder_get_shape (&self->builder, node->inputs[1]).rank == 2 &&
      !params->is_a_transposed)
    return derive_shared (self, node, dy);
  return koma_gradient_fit (self, multiply (self, &product), node->inputs[1]);
}

void
koma_gradient_of_mat_mul (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  if (koma_gradient_wants (self, node, 0))
    ret_dx[0] = derive_a (self, node, dy[0]);
  if (koma_gradient_wants (self, node, 1))
    ret_dx[1] = derive_b (self, node, dy[0]);
  if (koma_gradient_wants (self, node, 2))
    ret_dx[2] = koma_gradient_fit (self, dy[0], node->inputs[2]);
}
