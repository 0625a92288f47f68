/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* a' = a + g²; w - r g / sqrt (a' + ε), ε = 1e-7 (adagrad_optimizer.js of TensorFlow.js 4.22;
 * TensorFlow itself adds none). */
#include "arithmetic.h"
#include "optimizer.h"

#define EPSILON 1e-7

enum {
  LEARNING_RATE,
  INITIAL_ACCUMULATOR_VALUE,
};

static double
get_slot_value (const double *options)
{
  return options[INITIAL_ACCUMULATOR_VALUE];
}

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[0] = options[LEARNING_RATE];
}

static void
emit_update (KomaEmit            *emit,
             KomaOptimizerUpdate *update)
{
  const KomaValueId sum =
    emit_add (emit, update->slots[0], emit_square (emit, update->gradient));
  const KomaValueId root =
    emit_sqrt (emit, koma_emit_with_number (emit, KOMA_OP_ADD, sum, EPSILON));
  const KomaValueId step =
    emit_mul (emit, emit_div (emit, update->gradient, root), update->rates[0]);

  update->new_slots[0] = sum;
  update->new_weight = emit_sub (emit, update->weight, step);
}

const KomaOptimizerRule koma_optimizer_rule_adagrad = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 0.01 },
    [INITIAL_ACCUMULATOR_VALUE] = { "initial_accumulator_value", 0.1 },
  },
  .slots = { "accumulator" },
  .n_slots = 1,
  .n_rates = 1,
  .get_slot_value = get_slot_value,
  .set_rates = set_rates,
  .emit = emit_update,
};
