/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of margins; targets are -1 and 1, those of the categorical one 0 and 1. Formulas:
 * losses.js of TensorFlow.js layers 4.22. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* 1 - x */
static KomaValueId
build_rest (KomaBuilder *builder,
            KomaValueId  x)
{
  return build_sub (builder, koma_builder_number (builder, 1, x), x);
}

/* max (0, 1 - t p) */
static KomaValueId
build_margin (KomaBuilder *builder,
              KomaValueId  y_true,
              KomaValueId  y_pred)
{
  const KomaValueId product = build_mul (builder, y_true, y_pred);

  return koma_builder_unary (builder, KOMA_OP_RELU, build_rest (builder, product));
}

KomaValueId
koma_loss_hinge (KomaBuilder *builder,
                 KomaValueId  y_true,
                 KomaValueId  y_pred)
{
  return koma_builder_mean_last (builder, build_margin (builder, y_true, y_pred));
}

KomaValueId
koma_loss_squared_hinge (KomaBuilder *builder,
                         KomaValueId  y_true,
                         KomaValueId  y_pred)
{
  const KomaValueId margin = build_margin (builder, y_true, y_pred);

  return koma_builder_mean_last (builder, build_square (builder, margin));
}

/* max (0, 1 + max ((1 - t) p) - sum (t p)) */
KomaValueId
koma_loss_categorical_hinge (KomaBuilder *builder,
                             KomaValueId  y_true,
                             KomaValueId  y_pred)
{
  KomaValueId right = build_mul (builder, y_true, y_pred);
  KomaValueId wrong = build_mul (builder, build_rest (builder, y_true), y_pred);

  right = koma_builder_sum_last (builder, right);
  wrong = koma_builder_reduce_last (builder, KOMA_OP_MAX, wrong, FALSE);
  wrong = build_sub (builder, wrong, right);
  return koma_builder_unary (builder, KOMA_OP_RELU,
                             koma_builder_with_number (builder, KOMA_OP_ADD, wrong, 1));
}
