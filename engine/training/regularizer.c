/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "regularizer.h"

#include "arithmetic.h"
#include "last-axis.h"

static KomaValueId
build_term (KomaBuilder *builder,
            KomaOp       size,
            KomaValueId  weight,
            double       factor,
            KomaValueId  loss)
{
  KomaValueId y = KOMA_VALUE_NONE;

  if (factor == 0)
    return loss;
  y = koma_builder_reduce_all (builder, KOMA_OP_SUM, koma_builder_unary (builder, size, weight));
  return build_add (builder, loss, koma_builder_with_number (builder, KOMA_OP_MUL, y, factor));
}

/**
 * koma_regularizer_build:
 *
 * Returns: a scalar: @loss and what @regularizer makes of @weight
 */
KomaValueId
koma_regularizer_build (KomaBuilder           *builder,
                        const KomaRegularizer *regularizer,
                        KomaValueId            weight,
                        KomaValueId            loss)
{
  loss = build_term (builder, KOMA_OP_ABS, weight, regularizer->l1, loss);
  return build_term (builder, KOMA_OP_SQUARE, weight, regularizer->l2, loss);
}
