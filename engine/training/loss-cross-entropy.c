/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of probabilities. Formulas: losses.js of TensorFlow.js layers 4.22. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* A probability that has a logarithm, as has 1 less it. */
static KomaValueId
emit_clipped (KomaEmit   *emit,
              KomaValueId p)
{
  return koma_emit_clip (emit, p, KOMA_LOSS_EPSILON, 1 - KOMA_LOSS_EPSILON);
}

/* -sum (t · log (p)) */
static KomaValueId
emit_entropy (KomaEmit   *emit,
              KomaValueId y_true,
              KomaValueId p)
{
  const KomaValueId log = koma_emit_unary (emit, KOMA_OP_LOG, p);
  const KomaValueId each = emit_mul (emit, y_true, log);

  return koma_emit_unary (emit, KOMA_OP_NEG, koma_emit_sum_last (emit, each));
}

/* p divided by its sum first, then clipped */
KomaValueId
koma_loss_categorical_crossentropy (KomaEmit   *emit,
                                    KomaValueId y_true,
                                    KomaValueId y_pred)
{
  const KomaValueId sum = koma_emit_reduce_last (emit, KOMA_OP_SUM, y_pred, TRUE);
  const KomaValueId p = emit_div (emit, y_pred, sum);

  return emit_entropy (emit, y_true, emit_clipped (emit, p));
}

KomaValueId
koma_loss_sparse_categorical_crossentropy (KomaEmit   *emit,
                                           KomaValueId y_true,
                                           KomaValueId y_pred)
{
  return koma_loss_categorical_crossentropy (emit, koma_emit_one_hot (emit, y_true, y_pred),
                                             emit_clipped (emit, y_pred));
}

/* mean (max (x, 0) - x t + log (1 + exp (-|x|))), x = log (p / (1 - p)) */
KomaValueId
koma_loss_binary_crossentropy (KomaEmit   *emit,
                               KomaValueId y_true,
                               KomaValueId y_pred)
{
  const KomaValueId p = emit_clipped (emit, y_pred);
  KomaValueId       x = emit_sub (emit, koma_emit_number (emit, 1, p), p);
  KomaValueId       y, rest;

  x = koma_emit_unary (emit, KOMA_OP_LOG, emit_div (emit, p, x));
  y = emit_sub (emit, koma_emit_unary (emit, KOMA_OP_RELU, x),
                emit_mul (emit, x, y_true));
  rest = koma_emit_unary (emit, KOMA_OP_NEG, koma_emit_unary (emit, KOMA_OP_ABS, x));
  rest = koma_emit_unary (emit, KOMA_OP_LOG1P, koma_emit_unary (emit, KOMA_OP_EXP, rest));
  return koma_emit_mean_last (emit, emit_add (emit, y, rest));
}

/* sum (t · log (t' / p')), t' and p' clipped to ε .. 1 */
KomaValueId
koma_loss_kullback_leibler_divergence (KomaEmit   *emit,
                                       KomaValueId y_true,
                                       KomaValueId y_pred)
{
  KomaValueId y = koma_emit_clip (emit, y_true, KOMA_LOSS_EPSILON, 1);

  y = emit_div (emit, y, koma_emit_clip (emit, y_pred, KOMA_LOSS_EPSILON, 1));
  y = emit_mul (emit, y_true, koma_emit_unary (emit, KOMA_OP_LOG, y));
  return koma_emit_sum_last (emit, y);
}
