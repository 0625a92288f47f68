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
emit_update (KomaEmit            *emit,
             KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  squares = update->slots[0];
  const KomaValueId  steps = update->slots[1];
  const KomaValueId  over = emit_sqrt (emit, emit_add (emit, steps, rates[RATE_EPSILON]));
  const KomaValueId  under = emit_sqrt (emit, emit_add (emit, squares, rates[RATE_EPSILON]));
  const KomaValueId  step = emit_mul (emit, emit_div (emit, over, under), g);

  update->new_slots[0] = emit_moving_mean (emit, squares, rates[RATE_KEEP], emit_square (emit, g),
                                           rates[RATE_REST]);
  update->new_slots[1] = emit_moving_mean (emit, steps, rates[RATE_KEEP],
                                           emit_square (emit, step), rates[RATE_REST]);
  update->new_weight = emit_sub (emit, update->weight, emit_mul (emit, step, rates[RATE_STEP]));
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
  .emit = emit_update,
};
