/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Flatten: [n, …] → [n, all the rest]. Where pictures are NCHW, Keras flattens
 * them as if they were NHWC, so that the weights of the next layer fit both. */
KomaValueId
koma_keras_flatten (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  const gint32 rest = -1;
  KomaValueId  value = call->inputs[0];

  if (koma_keras_config_is_channels_first (call) && koma_builder_get_rank (b, value) > 1)
    value = koma_keras_add_channels_last (b, value);
  return koma_keras_add_reshape (b, value, &rest, 1);
}
