/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* m' = b1 m + (1 - b1) g; v' = b2 v + (1 - b2) g²;
 * w - r (m' / (1 - b1^t)) / (sqrt (v' / (1 - b2^t)) + ε)
 * (Kingma and Ba; adam_optimizer.js of TensorFlow.js 4.22). What depends on t alone is in the
 * rates, and so is sqrt (1 - b2^t), by which the fraction is expanded. */
#include "arithmetic.h"
#include "optimizer.h"

enum {
  LEARNING_RATE,
  BETA_1,
  BETA_2,
  EPSILON,
};

enum {
  RATE_STEP,    /* r sqrt (1 - b2^t) / (1 - b1^t) */
  RATE_EPSILON, /* ε sqrt (1 - b2^t) */
  RATE_KEEP_1,
  RATE_REST_1,
  RATE_KEEP_2,
  RATE_REST_2,
  N_RATES,
};

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  const double root = sqrt (1 - pow (options[BETA_2], step));

  ret_rates[RATE_STEP] = options[LEARNING_RATE] * root / (1 - pow (options[BETA_1], step));
  ret_rates[RATE_KEEP_1] = options[BETA_1];
  ret_rates[RATE_REST_1] = 1 - options[BETA_1];
  ret_rates[RATE_KEEP_2] = options[BETA_2];
  ret_rates[RATE_REST_2] = 1 - options[BETA_2];
  ret_rates[RATE_EPSILON] = options[EPSILON] * root;
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  m =
    build_moving_mean (builder, update->slots[0], rates[RATE_KEEP_1], g, rates[RATE_REST_1]);
  const KomaValueId v = build_moving_mean (builder, update->slots[1], rates[RATE_KEEP_2],
                                           build_square (builder, g), rates[RATE_REST_2]);
  const KomaValueId under = build_add (builder, build_sqrt (builder, v), rates[RATE_EPSILON]);
  const KomaValueId step = build_mul (builder, build_div (builder, m, under), rates[RATE_STEP]);

  update->new_slots[0] = m;
  update->new_slots[1] = v;
  update->new_weight = build_sub (builder, update->weight, step);
}

const KomaOptimizerRule koma_optimizer_rule_adam = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 0.001 },
    [BETA_1] = { "beta_1", 0.9 },
    [BETA_2] = { "beta_2", 0.999 },
    [EPSILON] = { "epsilon", 1e-7 },
  },
  .slots = { "m", "v" },
  .n_slots = 2,
  .n_rates = N_RATES,
  .n_held_rates = 2,
  .set_rates = set_rates,
  .builder = build_update,
};
