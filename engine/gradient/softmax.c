/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Softmax and its logarithm, along one axis. */
#include "rule.h"

static KomaValueId
sum (KomaGradient   *self,
     const KomaNode *node,
     KomaValueId     x)
{
  return koma_builder_reduce (&self->builder, KOMA_OP_SUM, x, 1u << node->params.axis.axis, TRUE);
}

/* y · (dy - Σ (dy · y)) */
void
koma_gradient_of_softmax (KomaGradient      *self,
                          const KomaNode    *node,
                          const KomaValueId *dy,
                          KomaValueId       *ret_dx)
{
  KomaValueId y = node->outputs[0];
  KomaValueId mean = sum (self, node, koma_gradient_mul (self, dy[0], y));

  ret_dx[0] = koma_builder_binary (&self->builder, KOMA_OP_MUL, y,
                                   koma_builder_binary (&self->builder, KOMA_OP_SUB, dy[0], mean));
}

/* dy - exp (y) · Σ dy */
void
koma_gradient_of_log_softmax (KomaGradient      *self,
                              const KomaNode    *node,
                              const KomaValueId *dy,
                              KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  share = koma_builder_binary (
     builder, KOMA_OP_MUL, koma_builder_unary (builder, KOMA_OP_EXP, node->outputs[0]),
     sum (self, node, dy[0]));

  ret_dx[0] = koma_builder_binary (builder, KOMA_OP_SUB, dy[0], share);
}
