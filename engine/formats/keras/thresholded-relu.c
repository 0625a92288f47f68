/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* ThresholdedReLU: x above theta, 0 up to it */
KomaValueId
koma_keras_thresholded_relu (KomaBuilder         *b,
                             const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const KomaValueId theta = koma_builder_float (b, koma_keras_config_double (call, "theta", 1));
  const KomaValueId is_above = koma_builder_binary (b, KOMA_OP_GREATER, x, theta);

  return KOMA_BUILDER_NODE (b, KOMA_OP_SELECT, NULL, is_above, x, koma_builder_float (b, 0));
}
