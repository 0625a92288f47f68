/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "regularizer.h"

#include "arithmetic.h"
#include "last-axis.h"

static KomaValueId
emit_term (KomaEmit   *emit,
           KomaOp      size,
           KomaValueId weight,
           double      factor,
           KomaValueId loss)
{
  KomaValueId y = KOMA_VALUE_NONE;

  if (factor == 0)
    return loss;
  y = koma_emit_reduce_all (emit, KOMA_OP_SUM, koma_emit_unary (emit, size, weight));
  return emit_add (emit, loss, koma_emit_with_number (emit, KOMA_OP_MUL, y, factor));
}

/**
 * koma_regularizer_emit:
 *
 * Returns: a scalar: @loss and what @regularizer makes of @weight
 */
KomaValueId
koma_regularizer_emit (KomaEmit              *emit,
                       const KomaRegularizer *regularizer,
                       KomaValueId            weight,
                       KomaValueId            loss)
{
  loss = emit_term (emit, KOMA_OP_ABS, weight, regularizer->l1, loss);
  return emit_term (emit, KOMA_OP_SQUARE, weight, regularizer->l2, loss);
}
