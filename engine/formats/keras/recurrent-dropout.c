/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a recurrent layer drops while it is trained, as Keras does it: the same elements in all
 * steps, of the input, and of the state that the products read. The gates share what is dropped,
 * as in TensorFlow.js. */
#include "config.h"
#include "layers.h"
#include "recurrent.h"

/* KOMA_VALUE_NONE: nothing is dropped. */
static gboolean
add_factors (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             const char          *setting,
             const KomaShape     *shape,
             KomaValueId         *ret_factors,
             GError             **error)
{
  double rate = 0;

  *ret_factors = KOMA_VALUE_NONE;
  if (!koma_keras_config_double (call, setting, 0, &rate, error))
    return FALSE;
  return rate == 0 || !builder->is_building || !builder->is_training ||
         koma_keras_add_dropout_factors (builder, call, shape, rate, ret_factors, error);
}

/**
 * koma_keras_drop_input:
 * @call: with the settings of the cell
 * @x: (inout): `[n, steps, ..]`
 *
 * Errors: those of koma_keras_add_dropout_factors().
 */
gboolean
koma_keras_drop_input (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       KomaValueId         *x,
                       GError             **error)
{
  KomaShape   shape = koma_graph_get_value (builder->graph, *x)->shape;
  KomaValueId factors = KOMA_VALUE_NONE;

  shape.dims[1] = 1;
  return add_factors (builder, call, "dropout", &shape, &factors, error) &&
         (factors == KOMA_VALUE_NONE ||
          koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, *x, factors, x, error));
}

/**
 * koma_keras_add_state_factors:
 * @call: with the settings of the cell
 * @state: `[n, .., units]`
 * @ret_factors: (out): of the shape of @state, what the state is multiplied by for products;
 *   %KOMA_VALUE_NONE: nothing is dropped
 *
 * Errors: those of koma_keras_add_dropout_factors().
 */
gboolean
koma_keras_add_state_factors (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId          state,
                              KomaValueId         *ret_factors,
                              GError             **error)
{
  return add_factors (builder, call, "recurrent_dropout",
                      &koma_graph_get_value (builder->graph, state)->shape, ret_factors, error);
}
