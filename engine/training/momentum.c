/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* v' = m v + g; w - r v', or with Nesterov's momentum w - r (g + m v') (momentum_optimizer.js of
 * TensorFlow.js 4.22). */
#include "arithmetic.h"
#include "optimizer.h"

enum {
  LEARNING_RATE,
  MOMENTUM,
  USE_NESTEROV,
};

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[0] = options[LEARNING_RATE];
  ret_rates[1] = options[MOMENTUM];
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId rate = update->rates[0];
  const KomaValueId momentum = update->rates[1];
  const KomaValueId v =
    build_add (builder, build_mul (builder, update->slots[0], momentum), update->gradient);
  KomaValueId step = v;

  if (update->options[USE_NESTEROV] != 0)
    step = build_add (builder, update->gradient, build_mul (builder, v, momentum));
  update->new_slots[0] = v;
  update->new_weight = build_sub (builder, update->weight, build_mul (builder, step, rate));
}

const KomaOptimizerRule koma_optimizer_rule_momentum = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 0.01 },
    [MOMENTUM] = { "momentum", 0.9 },
    [USE_NESTEROV] = { "use_nesterov", FALSE, TRUE },
  },
  .slots = { "momentum" },
  .n_slots = 1,
  .n_rates = 2,
  .n_held_rates = 2,
  .set_rates = set_rates,
  .builder = build_update,
};
