/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* [n, c, …] → [n, …, c] */
static gboolean
add_channels_last (KomaKerasBuilder    *builder,
                   const KomaKerasCall *call,
                   KomaValueId         *ret_output,
                   GError             **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  gint32      perm[KOMA_MAX_RANK] = { 0 };

  g_return_val_if_fail (rank > 1 && rank <= KOMA_MAX_RANK, FALSE);

  for (guint i = 1; i + 1 < rank; i++)
    perm[i] = i + 1;
  perm[rank - 1] = 1;
  return koma_keras_add_binary (builder, KOMA_OP_TRANSPOSE, call->name, call->inputs[0],
                                koma_keras_add_ints (builder, perm, rank, error), ret_output,
                                error);
}

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
       !add_channels_last (builder, call, &value, error)))
    return FALSE;
  return koma_keras_add_reshape (builder, call->name, value, &rest, 1, ret_output, error);
}
