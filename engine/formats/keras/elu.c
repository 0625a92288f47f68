/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* ELU: x above 0, alpha · (exp (x) − 1) below */
KomaValueId
koma_keras_elu (KomaBuilder         *b,
                const KomaKerasCall *call)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", koma_keras_config_double (call, "alpha", 1));
  return koma_builder_node (b, call->op, call->inputs, call->n_inputs, attrs);
}
