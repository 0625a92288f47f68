/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* Softmax, over the last dimension */
KomaValueId
koma_keras_softmax (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  const guint rank = koma_builder_get_rank (b, call->inputs[0]);
  const guint axis = koma_keras_config_axis (call, rank);

  if (koma_keras_get_mask (call->keras, call->inputs[0]) != KOMA_VALUE_NONE)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "a mask of steps");
  if (axis != rank - 1)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "axis %u of %u", axis, rank);
  return koma_builder_unary (b, call->op, call->inputs[0]);
}
