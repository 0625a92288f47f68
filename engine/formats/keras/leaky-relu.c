/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* LeakyReLU; Keras 3 calls its alpha negative_slope. */
KomaValueId
koma_keras_leaky_relu (KomaBuilder         *b,
                       const KomaKerasCall *call)
{
  const double slope = koma_keras_config_double (call, "negative_slope", 0.3);
  KomaAttrs   *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", koma_keras_config_double (call, "alpha", slope));
  return koma_builder_node (b, call->op, call->inputs, call->n_inputs, attrs);
}
