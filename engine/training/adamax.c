/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* m' = b1 m + (1 - b1) g; u' = max (b2 u, |g|); w - r / ((1 + d (t - 1)) (1 - b1^t)) m' / (u' + ε)
 * (Kingma and Ba; adamax_optimizer.js of TensorFlow.js 4.22). What depends on t alone is in the
 * rates. */
#include "arithmetic.h"
#include "optimizer.h"

enum {
  LEARNING_RATE,
  BETA_1,
  BETA_2,
  EPSILON,
  DECAY,
};

enum {
  RATE_STEP,
  RATE_KEEP_1,
  RATE_REST_1,
  RATE_KEEP_2,
  RATE_EPSILON,
  N_RATES,
};

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[RATE_STEP] = options[LEARNING_RATE] / (1 + options[DECAY] * (step - 1.0)) /
                         (1 - pow (options[BETA_1], step));
  ret_rates[RATE_KEEP_1] = options[BETA_1];
  ret_rates[RATE_REST_1] = 1 - options[BETA_1];
  ret_rates[RATE_KEEP_2] = options[BETA_2];
  ret_rates[RATE_EPSILON] = options[EPSILON];
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  m =
    build_moving_mean (builder, update->slots[0], rates[RATE_KEEP_1], g, rates[RATE_REST_1]);
  const KomaValueId u = koma_builder_binary (
    builder, KOMA_OP_MAXIMUM, build_mul (builder, update->slots[1], rates[RATE_KEEP_2]),
    koma_builder_unary (builder, KOMA_OP_ABS, g));
  const KomaValueId step = build_div (builder, m, build_add (builder, u, rates[RATE_EPSILON]));

  update->new_slots[0] = m;
  update->new_slots[1] = u;
  update->new_weight =
    build_sub (builder, update->weight, build_mul (builder, step, rates[RATE_STEP]));
}

const KomaOptimizerRule koma_optimizer_rule_adamax = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 0.002 },
    [BETA_1] = { "beta_1", 0.9 },
    [BETA_2] = { "beta_2", 0.999 },
    [EPSILON] = { "epsilon", 1e-7 },
    [DECAY] = { "decay", 0 },
  },
  .slots = { "m", "v" },
  .n_slots = 2,
  .n_rates = N_RATES,
  .n_held_rates = 2,
  .set_rates = set_rates,
  .builder = build_update,
};
