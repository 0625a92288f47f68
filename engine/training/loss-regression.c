/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of numbers, of the difference of targets t and predictions p. Formulas: losses.js of
 * TensorFlow.js layers 4.22; Huber's, which it does not have: Keras 2, delta 1. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* mean ((p - t)²) */
KomaValueId
koma_loss_mean_squared_error (KomaBuilder *builder,
                              KomaValueId  y_true,
                              KomaValueId  y_pred)
{
  const KomaValueId error = build_sub (builder, y_pred, y_true);

  return koma_builder_mean_last (builder, build_square (builder, error));
}

/* mean (|p - t|) */
KomaValueId
koma_loss_mean_absolute_error (KomaBuilder *builder,
                               KomaValueId  y_true,
                               KomaValueId  y_pred)
{
  const KomaValueId error = build_sub (builder, y_pred, y_true);

  return koma_builder_mean_last (builder, koma_builder_unary (builder, KOMA_OP_ABS, error));
}

/* 100 · mean (|(t - p) / max (|t|, ε)|) */
KomaValueId
koma_loss_mean_absolute_percentage_error (KomaBuilder *builder,
                                          KomaValueId  y_true,
                                          KomaValueId  y_pred)
{
  KomaValueId size = koma_builder_unary (builder, KOMA_OP_ABS, y_true);
  KomaValueId error = build_sub (builder, y_true, y_pred);

  size = koma_builder_clip (builder, size, KOMA_LOSS_EPSILON, INFINITY);
  error = koma_builder_unary (builder, KOMA_OP_ABS, build_div (builder, error, size));
  return koma_builder_with_number (builder, KOMA_OP_MUL, koma_builder_mean_last (builder, error),
                                   100);
}

/* log (1 + max (x, ε)) */
static KomaValueId
build_log_of_clipped (KomaBuilder *builder,
                      KomaValueId  x)
{
  x = koma_builder_clip (builder, x, KOMA_LOSS_EPSILON, INFINITY);
  return koma_builder_unary (builder, KOMA_OP_LOG,
                             koma_builder_with_number (builder, KOMA_OP_ADD, x, 1));
}

/* mean ((log (1 + max (p, ε)) - log (1 + max (t, ε)))²) */
KomaValueId
koma_loss_mean_squared_logarithmic_error (KomaBuilder *builder,
                                          KomaValueId  y_true,
                                          KomaValueId  y_pred)
{
  return koma_loss_mean_squared_error (builder, build_log_of_clipped (builder, y_true),
                                       build_log_of_clipped (builder, y_pred));
}

/* mean (d + softplus (-2 d) - log 2), d = p - t: log (cosh (d)) without overflow */
KomaValueId
koma_loss_log_cosh (KomaBuilder *builder,
                    KomaValueId  y_true,
                    KomaValueId  y_pred)
{
  const KomaValueId d = build_sub (builder, y_pred, y_true);
  KomaValueId       y = koma_builder_with_number (builder, KOMA_OP_MUL, d, -2);

  y = build_add (builder, d, koma_builder_unary (builder, KOMA_OP_SOFTPLUS, y));
  return koma_builder_mean_last (builder,
                                 koma_builder_with_number (builder, KOMA_OP_SUB, y, G_LN2));
}

/* mean (q (|d| - q / 2)), q = min (|d|, 1): d² / 2 near 0, |d| - 1/2 elsewhere */
KomaValueId
koma_loss_huber (KomaBuilder *builder,
                 KomaValueId  y_true,
                 KomaValueId  y_pred)
{
  KomaValueId       d = build_sub (builder, y_pred, y_true);
  const KomaValueId size = koma_builder_unary (builder, KOMA_OP_ABS, d);
  const KomaValueId near = koma_builder_clip (builder, size, 0, 1);

  d = koma_builder_with_number (builder, KOMA_OP_MUL, near, 0.5);
  d = build_sub (builder, size, d);
  return koma_builder_mean_last (builder, build_mul (builder, near, d));
}

/* mean (p - t · log (p + ε)) */
KomaValueId
koma_loss_poisson (KomaBuilder *builder,
                   KomaValueId  y_true,
                   KomaValueId  y_pred)
{
  KomaValueId log = koma_builder_with_number (builder, KOMA_OP_ADD, y_pred, KOMA_LOSS_EPSILON);

  log = koma_builder_unary (builder, KOMA_OP_LOG, log);
  log = build_mul (builder, y_true, log);
  return koma_builder_mean_last (builder, build_sub (builder, y_pred, log));
}

/* x / sqrt (max (sum (x²), ε)) */
static KomaValueId
build_normalized (KomaBuilder *builder,
                  KomaValueId  x)
{
  KomaValueId norm = build_square (builder, x);

  norm = koma_builder_reduce_last (builder, KOMA_OP_SUM, norm, TRUE);
  norm = koma_builder_clip (builder, norm, KOMA_LOSS_EPSILON, INFINITY);
  return build_div (builder, x, build_sqrt (builder, norm));
}

/* -sum (t / |t| · p / |p|) */
KomaValueId
koma_loss_cosine_proximity (KomaBuilder *builder,
                            KomaValueId  y_true,
                            KomaValueId  y_pred)
{
  const KomaValueId product = koma_builder_binary (
    builder, KOMA_OP_MUL, build_normalized (builder, y_true), build_normalized (builder, y_pred));

  return koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_sum_last (builder, product));
}
