/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Stochastic gradient descent: w - r g (sgd_optimizer.js of TensorFlow.js 4.22). */
#include "arithmetic.h"
#include "optimizer.h"

static void
set_rates (const double *options,
           guint64       step,
           float        *ret_rates)
{
  ret_rates[0] = options[0];
}

static void
build_update (KomaBuilder         *builder,
              KomaOptimizerUpdate *update)
{
  update->new_weight =
    build_sub (builder, update->weight, build_mul (builder, update->gradient, update->rates[0]));
}

const KomaOptimizerRule koma_optimizer_rule_sgd = {
  .options = { { "learning_rate", 0.01 } },
  .n_rates = 1,
  .n_held_rates = 1,
  .set_rates = set_rates,
  .builder = build_update,
};
