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
emit_update (KomaEmit            *emit,
             KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  m =
    emit_moving_mean (emit, update->slots[0], rates[RATE_KEEP_1], g, rates[RATE_REST_1]);
  const KomaValueId u =
    koma_emit_binary (emit, KOMA_OP_MAXIMUM, emit_mul (emit, update->slots[1], rates[RATE_KEEP_2]),
                      koma_emit_unary (emit, KOMA_OP_ABS, g));
  const KomaValueId step = emit_div (emit, m, emit_add (emit, u, rates[RATE_EPSILON]));

  update->new_slots[0] = m;
  update->new_slots[1] = u;
  update->new_weight = emit_sub (emit, update->weight, emit_mul (emit, step, rates[RATE_STEP]));
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
  .emit = emit_update,
};
