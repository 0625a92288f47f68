/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

/* Flatten: [n, …] → [n, all the rest]. Where pictures are NCHW, Keras flattens
 * them as if they were NHWC, so that the weights of the next layer fit both. */
gboolean
koma_keras_flatten (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  const gint32 rest = -1;
  gboolean     is_first = FALSE;
  KomaValueId  value = call->inputs[0];

  if (!koma_keras_config_is_channels_first (call, &is_first, error) ||
      (is_first && koma_keras_get_rank (builder, value) > 1 &&
       !koma_keras_add_channels_last (builder, call->name, value, &value, error)))
    return FALSE;
  return koma_keras_add_reshape (builder, call->name, value, &rest, 1, ret_output, error);
}
