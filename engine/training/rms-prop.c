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
emit_variance (KomaEmit            *emit,
               KomaOptimizerUpdate *update,
               KomaValueId          squares)
{
  const KomaValueId *rates = update->rates;
  KomaValueId        mean = KOMA_VALUE_NONE;

  if (update->options[CENTERED] == 0)
    return emit_add (emit, squares, rates[RATE_EPSILON]);
  mean = emit_moving_mean (emit, update->slots[SLOT_MEAN], rates[RATE_KEEP], update->gradient,
                           rates[RATE_REST]);
  update->new_slots[SLOT_MEAN] = mean;
  return emit_sub (emit, squares,
                   emit_add (emit, emit_square (emit, mean), rates[RATE_EPSILON]));
}

static void
emit_update (KomaEmit            *emit,
             KomaOptimizerUpdate *update)
{
  const KomaValueId *rates = update->rates;
  const KomaValueId  g = update->gradient;
  const KomaValueId  squares =
    emit_moving_mean (emit, update->slots[SLOT_SQUARES], rates[RATE_KEEP], emit_square (emit, g),
                      rates[RATE_REST]);
  KomaValueId step = emit_sqrt (emit, emit_variance (emit, update, squares));

  step = emit_div (emit, emit_mul (emit, g, rates[RATE_STEP]), step);
  step = emit_add (emit, emit_mul (emit, update->slots[SLOT_STEPS], rates[RATE_MOMENTUM]), step);
  update->new_slots[SLOT_SQUARES] = squares;
  update->new_slots[SLOT_STEPS] = step;
  update->new_weight = emit_sub (emit, update->weight, step);
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
  .emit = emit_update,
};
