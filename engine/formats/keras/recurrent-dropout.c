/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a recurrent layer drops while it is trained, as Keras does it: the same elements in all
 * steps, of the input, and of the state that the products read. The gates share what is dropped,
 * as in TensorFlow.js. */
#include "config.h"
#include "layers.h"
#include "recurrent.h"

/* KOMA_VALUE_NONE: nothing is dropped. */
static KomaValueId
add_factors (KomaBuilder         *b,
             const KomaKerasCall *call,
             const char          *setting,
             const KomaShape     *shape)
{
  const double rate = koma_keras_config_double (call, setting, 0);

  return rate != 0 && call->keras->is_training
           ? koma_keras_add_dropout_factors (b, call, shape, rate)
           : KOMA_VALUE_NONE;
}

/**
 * koma_keras_drop_input:
 * @call: with the settings of the cell
 * @x: `[n, steps, ..]`
 *
 * Errors: those of koma_keras_add_dropout_factors().
 */
KomaValueId
koma_keras_drop_input (KomaBuilder         *b,
                       const KomaKerasCall *call,
                       KomaValueId          x)
{
  KomaShape   shape = koma_builder_get_shape (b, x);
  KomaValueId factors = KOMA_VALUE_NONE;

  shape.dims[1] = 1;
  factors = add_factors (b, call, "dropout", &shape);
  return factors == KOMA_VALUE_NONE ? x : koma_builder_binary (b, KOMA_OP_MUL, x, factors);
}

/**
 * koma_keras_add_state_factors:
 * @call: with the settings of the cell
 * @state: `[n, .., units]`
 *
 * Errors: those of koma_keras_add_dropout_factors().
 *
 * Returns: of the shape of @state, what the state is multiplied by for products;
 *   %KOMA_VALUE_NONE: nothing is dropped
 */
KomaValueId
koma_keras_add_state_factors (KomaBuilder         *b,
                              const KomaKerasCall *call,
                              KomaValueId          state)
{
  const KomaShape shape = koma_builder_get_shape (b, state);

  return add_factors (b, call, "recurrent_dropout", &shape);
}
