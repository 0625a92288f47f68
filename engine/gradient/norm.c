/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* FusedBatchNormV3 and LRN. */
#include "rule.h"

enum {
  X,
  SCALE,
  OFFSET,
  MEAN,
  VARIANCE,
};

static KomaValueId
mul (KomaGradient *self,
     KomaValueId   a,
     KomaValueId   b)
{
  return koma_builder_binary (&self->builder, KOMA_OP_MUL, a, b);
}

/* With r = 1 / sqrt (variance + epsilon): y = (x - mean) · r · scale + offset. What is summed up
 * has one number for each channel from there on. */
void
koma_gradient_of_fused_batch_norm (KomaGradient      *self,
                                   const KomaNode    *node,
                                   const KomaValueId *dy,
                                   KomaValueId       *ret_dx)
{
  KomaBuilder       *builder = &self->builder;
  const KomaValueId *in = node->inputs;
  KomaValueId        root = koma_builder_unary (
           builder, KOMA_OP_RSQRT,
           koma_builder_with_number (builder, KOMA_OP_ADD, in[VARIANCE], node->params.epsilon));
  KomaValueId factor = mul (self, in[SCALE], root);
  KomaValueId centred, scale_sum;

  if (koma_gradient_wants (self, node, X))
    ret_dx[X] = koma_gradient_mul (self, dy[0], factor);
  if (koma_gradient_wants (self, node, OFFSET) || koma_gradient_wants (self, node, MEAN))
    ret_dx[OFFSET] = koma_gradient_fit (self, dy[0], in[OFFSET]);
  if (koma_gradient_wants (self, node, MEAN))
    ret_dx[MEAN] = koma_builder_unary (builder, KOMA_OP_NEG, mul (self, ret_dx[OFFSET], factor));
  if (!koma_gradient_wants (self, node, SCALE) && !koma_gradient_wants (self, node, VARIANCE))
    return;
  centred = koma_builder_binary (builder, KOMA_OP_SUB, in[X], in[MEAN]);
  scale_sum = koma_gradient_fit (self, koma_gradient_mul (self, dy[0], centred), in[SCALE]);
  ret_dx[SCALE] = mul (self, scale_sum, root);
  ret_dx[VARIANCE] = koma_builder_with_number (
    builder, KOMA_OP_MUL, mul (self, ret_dx[SCALE], mul (self, factor, root)), -0.5);
}

/* Which channels each of them adds up: [k, c] is 1 where k is one of those of c. */
static KomaValueId
make_band (KomaGradient   *self,
           const KomaNode *node,
           gint64          n)
{
  const KomaShape shape = KOMA_SHAPE (n, n);
  g_autoptr (KomaArray) band = NULL;

  if (self->builder.error == NULL)
    band = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->builder.error);
  if (band == NULL)
    return KOMA_VALUE_NONE;
  for (gint64 k = 0; k < n; k++)
    for (gint64 c = 0; c < n; c++)
      ((float *) band->data)[k * n + c] =
        k - c >= -(gint64) node->params.lrn.before && k - c <= (gint64) node->params.lrn.after;
  return koma_builder_array (&self->builder, band);
}

/* With s = bias + alpha · Σ x²: dy · s^-beta - 2 · alpha · beta · x · Σ' (dy · x · s^(-beta - 1)),
 * Σ' being the channels that x is part of. */
void
koma_gradient_of_lrn (KomaGradient      *self,
                      const KomaNode    *node,
                      const KomaValueId *dy,
                      KomaValueId       *ret_dx)
{
  KomaBuilder *builder = &self->builder;
  KomaValueId  x = node->inputs[0];
  double       alpha = node->params.lrn.alpha;
  double       beta = node->params.lrn.beta;
  KomaValueId  band = make_band (self, node, koma_builder_get_shape (builder, x).dims[3]);
  KomaValueId  sum = koma_builder_mat_mul (builder, koma_builder_unary (builder, KOMA_OP_SQUARE, x),
                                           band, FALSE, FALSE);
  KomaValueId  direct, parts;

  sum = koma_builder_with_number (builder, KOMA_OP_MUL, sum, alpha);
  sum = koma_builder_with_number (builder, KOMA_OP_ADD, sum, node->params.lrn.bias);
  direct = koma_gradient_mul (self, dy[0],
                              koma_builder_with_number (builder, KOMA_OP_POW, sum, -beta));
  parts = mul (self, x, koma_builder_binary (builder, KOMA_OP_DIV, direct, sum));
  parts = koma_builder_mat_mul (builder, parts, band, FALSE, TRUE);
  parts = koma_builder_with_number (builder, KOMA_OP_MUL, mul (self, x, parts), 2 * alpha * beta);
  ret_dx[0] = koma_builder_binary (builder, KOMA_OP_SUB, direct, parts);
}
