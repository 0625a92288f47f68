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
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId sum =
    build_add (builder, update->slots[0], build_square (builder, update->gradient));
  const KomaValueId root =
    build_sqrt (builder, koma_builder_with_number (builder, KOMA_OP_ADD, sum, EPSILON));
  const KomaValueId step =
    build_mul (builder, build_div (builder, update->gradient, root), update->rates[0]);

  update->new_slots[0] = sum;
  update->new_weight = build_sub (builder, update->weight, step);
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
  .builder = build_update,
};
