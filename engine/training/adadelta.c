/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* s = sqrt ((u + ε) / (a + ε)) g; a' = ρ a + (1 - ρ) g²; u' = ρ u + (1 - ρ) s²; w - r s
 * (adadelta_optimizer.js of TensorFlow.js 4.22, which divides by a, the mean of squares before
 * this step; Zeiler's paper and TensorFlow divide by a'). */
#include "arithmetic.h"
#include "optimizer.h"

enum {
  LEARNING_RATE,
  RHO,
  EPSILON,
};

enum {
  RATE_STEP,
  RATE_KEEP,
  RATE_REST,
  RATE_EPSILON,
  N_RATES,
};

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[RATE_STEP] = options[LEARNING_RATE];
  ret_rates[RATE_KEEP] = options[RHO];
  ret_rates[RATE_REST] = 1 - options[RHO];
  ret_rates[RATE_EPSILON] = options[EPSILON];
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  squares = update->slots[0];
  const KomaValueId  steps = update->slots[1];
  const KomaValueId  over = build_sqrt (builder, build_add (builder, steps, rates[RATE_EPSILON]));
  const KomaValueId  sum = build_add (builder, squares, rates[RATE_EPSILON]);
  const KomaValueId  under = build_sqrt (builder, sum);
  const KomaValueId  step = build_mul (builder, build_div (builder, over, under), g);

  update->new_slots[0] = build_moving_mean (builder, squares, rates[RATE_KEEP],
                                            build_square (builder, g), rates[RATE_REST]);
  update->new_slots[1] = build_moving_mean (builder, steps, rates[RATE_KEEP],
                                            build_square (builder, step), rates[RATE_REST]);
  update->new_weight =
    build_sub (builder, update->weight, build_mul (builder, step, rates[RATE_STEP]));
}

const KomaOptimizerRule koma_optimizer_rule_adadelta = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 1 },
    [RHO] = { "rho", 0.95 },
    [EPSILON] = { "epsilon", 1e-7 },
  },
  .slots = { "accum_grad", "accum_var" },
  .n_slots = 2,
  .n_rates = N_RATES,
  .set_rates = set_rates,
  .builder = build_update,
};
