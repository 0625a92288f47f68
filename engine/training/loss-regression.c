/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of numbers, of the difference of targets t and predictions p. Formulas: losses.js of
 * TensorFlow.js layers 4.22; Huber's, which it does not have: Keras 2, delta 1. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* mean ((p - t)²) */
KomaValueId
koma_loss_mean_squared_error (KomaEmit   *emit,
                              KomaValueId y_true,
                              KomaValueId y_pred)
{
  const KomaValueId error = emit_sub (emit, y_pred, y_true);

  return koma_emit_mean_last (emit, emit_square (emit, error));
}

/* mean (|p - t|) */
KomaValueId
koma_loss_mean_absolute_error (KomaEmit   *emit,
                               KomaValueId y_true,
                               KomaValueId y_pred)
{
  const KomaValueId error = emit_sub (emit, y_pred, y_true);

  return koma_emit_mean_last (emit, koma_emit_unary (emit, KOMA_OP_ABS, error));
}

/* 100 · mean (|(t - p) / max (|t|, ε)|) */
KomaValueId
koma_loss_mean_absolute_percentage_error (KomaEmit   *emit,
                                          KomaValueId y_true,
                                          KomaValueId y_pred)
{
  KomaValueId size = koma_emit_unary (emit, KOMA_OP_ABS, y_true);
  KomaValueId error = emit_sub (emit, y_true, y_pred);

  size = koma_emit_clip (emit, size, KOMA_LOSS_EPSILON, INFINITY);
  error = koma_emit_unary (emit, KOMA_OP_ABS, emit_div (emit, error, size));
  return koma_emit_with_number (emit, KOMA_OP_MUL, koma_emit_mean_last (emit, error), 100);
}

/* log (1 + max (x, ε)) */
static KomaValueId
emit_log_of_clipped (KomaEmit   *emit,
                     KomaValueId x)
{
  x = koma_emit_clip (emit, x, KOMA_LOSS_EPSILON, INFINITY);
  return koma_emit_unary (emit, KOMA_OP_LOG, koma_emit_with_number (emit, KOMA_OP_ADD, x, 1));
}

/* mean ((log (1 + max (p, ε)) - log (1 + max (t, ε)))²) */
KomaValueId
koma_loss_mean_squared_logarithmic_error (KomaEmit   *emit,
                                          KomaValueId y_true,
                                          KomaValueId y_pred)
{
  return koma_loss_mean_squared_error (emit, emit_log_of_clipped (emit, y_true),
                                       emit_log_of_clipped (emit, y_pred));
}

/* mean (d + softplus (-2 d) - log 2), d = p - t: log (cosh (d)) without overflow */
KomaValueId
koma_loss_log_cosh (KomaEmit   *emit,
                    KomaValueId y_true,
                    KomaValueId y_pred)
{
  const KomaValueId d = emit_sub (emit, y_pred, y_true);
  KomaValueId       y = koma_emit_with_number (emit, KOMA_OP_MUL, d, -2);

  y = emit_add (emit, d, koma_emit_unary (emit, KOMA_OP_SOFTPLUS, y));
  return koma_emit_mean_last (emit, koma_emit_with_number (emit, KOMA_OP_SUB, y, G_LN2));
}

/* mean (q (|d| - q / 2)), q = min (|d|, 1): d² / 2 near 0, |d| - 1/2 elsewhere */
KomaValueId
koma_loss_huber (KomaEmit   *emit,
                 KomaValueId y_true,
                 KomaValueId y_pred)
{
  KomaValueId       d = emit_sub (emit, y_pred, y_true);
  const KomaValueId size = koma_emit_unary (emit, KOMA_OP_ABS, d);
  const KomaValueId near = koma_emit_clip (emit, size, 0, 1);

  d = koma_emit_with_number (emit, KOMA_OP_MUL, near, 0.5);
  d = emit_sub (emit, size, d);
  return koma_emit_mean_last (emit, emit_mul (emit, near, d));
}

/* mean (p - t · log (p + ε)) */
KomaValueId
koma_loss_poisson (KomaEmit   *emit,
                   KomaValueId y_true,
                   KomaValueId y_pred)
{
  KomaValueId log = koma_emit_with_number (emit, KOMA_OP_ADD, y_pred, KOMA_LOSS_EPSILON);

  log = koma_emit_unary (emit, KOMA_OP_LOG, log);
  log = emit_mul (emit, y_true, log);
  return koma_emit_mean_last (emit, emit_sub (emit, y_pred, log));
}

/* x / sqrt (max (sum (x²), ε)) */
static KomaValueId
emit_normalized (KomaEmit   *emit,
                 KomaValueId x)
{
  KomaValueId norm = emit_square (emit, x);

  norm = koma_emit_reduce_last (emit, KOMA_OP_SUM, norm, TRUE);
  norm = koma_emit_clip (emit, norm, KOMA_LOSS_EPSILON, INFINITY);
  return emit_div (emit, x, emit_sqrt (emit, norm));
}

/* -sum (t / |t| · p / |p|) */
KomaValueId
koma_loss_cosine_proximity (KomaEmit   *emit,
                            KomaValueId y_true,
                            KomaValueId y_pred)
{
  const KomaValueId product = koma_emit_binary (
    emit, KOMA_OP_MUL, emit_normalized (emit, y_true), emit_normalized (emit, y_pred));

  return koma_emit_unary (emit, KOMA_OP_NEG, koma_emit_sum_last (emit, product));
}
