/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses of margins; targets are -1 and 1, those of the categorical one 0 and 1. Formulas:
 * losses.js of TensorFlow.js layers 4.22. */
#include "arithmetic.h"
#include "last-axis.h"
#include "loss.h"

/* 1 - x */
static KomaValueId
emit_rest (KomaEmit   *emit,
           KomaValueId x)
{
  return emit_sub (emit, koma_emit_number (emit, 1, x), x);
}

/* max (0, 1 - t p) */
static KomaValueId
emit_margin (KomaEmit   *emit,
             KomaValueId y_true,
             KomaValueId y_pred)
{
  const KomaValueId product = emit_mul (emit, y_true, y_pred);

  return koma_emit_unary (emit, KOMA_OP_RELU, emit_rest (emit, product));
}

KomaValueId
koma_loss_hinge (KomaEmit   *emit,
                 KomaValueId y_true,
                 KomaValueId y_pred)
{
  return koma_emit_mean_last (emit, emit_margin (emit, y_true, y_pred));
}

KomaValueId
koma_loss_squared_hinge (KomaEmit   *emit,
                         KomaValueId y_true,
                         KomaValueId y_pred)
{
  const KomaValueId margin = emit_margin (emit, y_true, y_pred);

  return koma_emit_mean_last (emit, emit_square (emit, margin));
}

/* max (0, 1 + max ((1 - t) p) - sum (t p)) */
KomaValueId
koma_loss_categorical_hinge (KomaEmit   *emit,
                             KomaValueId y_true,
                             KomaValueId y_pred)
{
  KomaValueId right = emit_mul (emit, y_true, y_pred);
  KomaValueId wrong = emit_mul (emit, emit_rest (emit, y_true), y_pred);

  right = koma_emit_sum_last (emit, right);
  wrong = koma_emit_reduce_last (emit, KOMA_OP_MAX, wrong, FALSE);
  wrong = emit_sub (emit, wrong, right);
  return koma_emit_unary (emit, KOMA_OP_RELU, koma_emit_with_number (emit, KOMA_OP_ADD, wrong, 1));
}
