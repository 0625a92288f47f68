/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* LeakyReLU; Keras 3 calls its alpha negative_slope. */
gboolean
koma_keras_leaky_relu (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  double alpha = 0.3;

  if (!koma_keras_config_double (call, "negative_slope", alpha, &alpha, error) ||
      !koma_keras_config_double (call, "alpha", alpha, &alpha, error))
    return FALSE;
  koma_attrs_set_float (attrs, "alpha", alpha);
  return koma_keras_add_node (builder, call->op, call, g_steal_pointer (&attrs), ret_output, error);
}
