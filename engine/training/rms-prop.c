/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* a' = d a + (1 - d) g²; v' = m v + r g / sqrt (a' + ε); w - v'. Centered: c' = d c + (1 - d) g,
 * and sqrt (a' - (c'² + ε)) (rmsprop_optimizer.js of TensorFlow.js 4.22; TensorFlow adds ε there
 * too). */
#include "arithmetic.h"
#include "optimizer.h"

enum {
  LEARNING_RATE,
  DECAY,
  MOMENTUM,
  EPSILON,
  CENTERED,
};

enum {
  RATE_STEP,
  RATE_KEEP,
  RATE_REST,
  RATE_MOMENTUM,
  RATE_EPSILON,
  N_RATES,
};

enum {
  SLOT_SQUARES,
  SLOT_STEPS,
  SLOT_MEAN, /* only if centered */
  N_SLOTS,
};

static guint
count_slots (const double *options)
{
  return options[CENTERED] != 0 ? N_SLOTS : SLOT_MEAN;
}

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[RATE_STEP] = options[LEARNING_RATE];
  ret_rates[RATE_KEEP] = options[DECAY];
  ret_rates[RATE_REST] = 1 - options[DECAY];
  ret_rates[RATE_MOMENTUM] = options[MOMENTUM];
  ret_rates[RATE_EPSILON] = options[EPSILON];
}

static KomaValueId
build_variance (KomaBuilder         *builder,
                KomaOptimizerUpdate *update,
                KomaValueId          squares)
{
  const KomaValueId *rates = update->rates;
  KomaValueId        mean = KOMA_VALUE_NONE;

  if (update->options[CENTERED] == 0)
    return build_add (builder, squares, rates[RATE_EPSILON]);
  mean = build_moving_mean (builder, update->slots[SLOT_MEAN], rates[RATE_KEEP], update->gradient,
                            rates[RATE_REST]);
  update->new_slots[SLOT_MEAN] = mean;
  return build_sub (builder, squares,
                    build_add (builder, build_square (builder, mean), rates[RATE_EPSILON]));
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  squares =
    build_moving_mean (builder, update->slots[SLOT_SQUARES], rates[RATE_KEEP],
                       build_square (builder, g), rates[RATE_REST]);
  KomaValueId step = build_sqrt (builder, build_variance (builder, update, squares));

  step = build_div (builder, build_mul (builder, g, rates[RATE_STEP]), step);
  step =
    build_add (builder, build_mul (builder, update->slots[SLOT_STEPS], rates[RATE_MOMENTUM]), step);
  update->new_slots[SLOT_SQUARES] = squares;
  update->new_slots[SLOT_STEPS] = step;
  update->new_weight = build_sub (builder, update->weight, step);
}

const KomaOptimizerRule koma_optimizer_rule_rms_prop = {
  .options = {
    [LEARNING_RATE] = { "learning_rate", 0.001 },
    [DECAY] = { "decay", 0.9 },
    [MOMENTUM] = { "momentum", 0 },
    [EPSILON] = { "epsilon", 1e-7 },
    [CENTERED] = { "centered", FALSE, TRUE },
  },
  .slots = { "rms", "momentum", "mg" },
  .n_slots = N_SLOTS,
  .n_rates = N_RATES,
  .count_slots = count_slots,
  .set_rates = set_rates,
  .builder = build_update,
};
