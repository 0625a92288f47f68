/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* Softmax, over the last dimension */
gboolean
koma_keras_softmax (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  guint       axis = 0;

  if (!koma_keras_config_axis (call, rank, &axis, error))
    return FALSE;
  if (koma_keras_get_mask (builder, call->inputs[0]) != KOMA_VALUE_NONE)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "a mask of steps");
  if (axis != rank - 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "axis %u of %u", axis, rank);
  return koma_keras_add_unary (builder, call->op, call->name, call->inputs[0], ret_output, error);
}
