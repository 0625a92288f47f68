/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Rescaling: x · scale + offset */
gboolean
koma_keras_rescaling (KomaKerasBuilder    *builder,
                      const KomaKerasCall *call,
                      KomaValueId         *ret_output,
                      GError             **error)
{
  const double scale = koma_keras_config_double (call, "scale", 1);
  const double offset = koma_keras_config_double (call, "offset", 0);
  KomaValueId  value = KOMA_VALUE_NONE;

  return koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, call->inputs[0],
                                koma_keras_add_float (builder, scale, error), &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, value,
                                koma_keras_add_float (builder, offset, error), ret_output, error);
}
