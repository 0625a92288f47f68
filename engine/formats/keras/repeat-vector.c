/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

/* RepeatVector: [n, c] → [n, times, c] */
gboolean
koma_keras_repeat_vector (KomaKerasBuilder    *builder,
                          const KomaKerasCall *call,
                          KomaValueId         *ret_output,
                          GError             **error)
{
  gint64      times = 0;
  KomaValueId value = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_rank (builder, call, 2, error) ||
      !koma_keras_config_size (call, "n", 0, &times, error))
    return FALSE;
  return koma_keras_add_expand_dims (builder, call->name, call->inputs[0], 1, &value, error) &&
         koma_keras_add_binary (builder, call->op, call->name, value,
                                koma_keras_add_ints (builder, (gint32[]){ 1, times, 1 }, 3, error),
                                ret_output, error);
}
