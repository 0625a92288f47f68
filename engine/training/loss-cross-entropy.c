/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of probabilities. Formulas: losses.js of TensorFlow.js layers 4.22. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* A probability that has a logarithm, as has 1 less it. */
static KomaValueId
build_clipped (KomaBuilder *builder,
               KomaValueId  p)
{
  return koma_builder_clip (builder, p, KOMA_LOSS_EPSILON, 1 - KOMA_LOSS_EPSILON);
}

/* -sum (t · log (p)) */
static KomaValueId
build_entropy (KomaBuilder *builder,
               KomaValueId  y_true,
               KomaValueId  p)
{
  const KomaValueId log = koma_builder_unary (builder, KOMA_OP_LOG, p);
  const KomaValueId each = build_mul (builder, y_true, log);

  return koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_sum_last (builder, each));
}

/* p divided by its sum first, then clipped */
KomaValueId
koma_loss_categorical_crossentropy (KomaBuilder *builder,
                                    KomaValueId  y_true,
                                    KomaValueId  y_pred)
{
  const KomaValueId sum = koma_builder_reduce_last (builder, KOMA_OP_SUM, y_pred, TRUE);
  const KomaValueId p = build_div (builder, y_pred, sum);

  return build_entropy (builder, y_true, build_clipped (builder, p));
}

KomaValueId
koma_loss_sparse_categorical_crossentropy (KomaBuilder *builder,
                                           KomaValueId  y_true,
                                           KomaValueId  y_pred)
{
  return koma_loss_categorical_crossentropy (
    builder, koma_builder_one_hot (builder, y_true, y_pred), build_clipped (builder, y_pred));
}

/* mean (max (x, 0) - x t + log (1 + exp (-|x|))), x = log (p / (1 - p)) */
KomaValueId
koma_loss_binary_crossentropy (KomaBuilder *builder,
                               KomaValueId  y_true,
                               KomaValueId  y_pred)
{
  const KomaValueId p = build_clipped (builder, y_pred);
  KomaValueId       x = build_sub (builder, koma_builder_number (builder, 1, p), p);
  KomaValueId       y, rest;

  x = koma_builder_unary (builder, KOMA_OP_LOG, build_div (builder, p, x));
  y = build_sub (builder, koma_builder_unary (builder, KOMA_OP_RELU, x),
                 build_mul (builder, x, y_true));
  rest = koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_unary (builder, KOMA_OP_ABS, x));
  rest =
    koma_builder_unary (builder, KOMA_OP_LOG1P, koma_builder_unary (builder, KOMA_OP_EXP, rest));
  return koma_builder_mean_last (builder, build_add (builder, y, rest));
}

/* sum (t · log (t' / p')), t' and p' clipped to ε .. 1 */
KomaValueId
koma_loss_kullback_leibler_divergence (KomaBuilder *builder,
                                       KomaValueId  y_true,
                                       KomaValueId  y_pred)
{
  KomaValueId y = koma_builder_clip (builder, y_true, KOMA_LOSS_EPSILON, 1);

  y = build_div (builder, y, koma_builder_clip (builder, y_pred, KOMA_LOSS_EPSILON, 1));
  y = build_mul (builder, y_true, koma_builder_unary (builder, KOMA_OP_LOG, y));
  return koma_builder_sum_last (builder, y);
}
