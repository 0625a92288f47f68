/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* RepeatVector: [n, c] → [n, times, c] */
KomaValueId
koma_keras_repeat_vector (KomaBuilder         *b,
                          const KomaKerasCall *call)
{
  const gint32 times[] = { 1, (gint32) koma_keras_config_size (call, "n", 0), 1 };

  if (!koma_keras_config_check_rank (call, 2))
    return KOMA_VALUE_NONE;
  return koma_builder_tile (b, koma_builder_expand_dims (b, call->inputs[0], 1), times);
}
