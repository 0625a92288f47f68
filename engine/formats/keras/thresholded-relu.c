/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

/* ThresholdedReLU: x above theta, 0 up to it */
gboolean
koma_keras_thresholded_relu (KomaKerasBuilder    *builder,
                             const KomaKerasCall *call,
                             KomaValueId         *ret_output,
                             GError             **error)
{
  const KomaValueId x = call->inputs[0];
  double            theta = 1;
  KomaValueId       is_above = KOMA_VALUE_NONE;

  return koma_keras_config_double (call, "theta", 1, &theta, error) &&
         koma_keras_add_binary (builder, KOMA_OP_GREATER, call->name, x,
                                koma_keras_add_float (builder, theta, error), &is_above, error) &&
         koma_keras_add_select (builder, call->name, is_above, x,
                                koma_keras_add_float (builder, 0, error), ret_output, error);
}
