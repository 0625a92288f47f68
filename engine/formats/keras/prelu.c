/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* PReLU; alpha has the input's shape without the batch, and 1 where an axis
 * is shared. */
gboolean
koma_keras_prelu (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  KomaArray  *alpha = koma_keras_get_weight (builder, call, "alpha", MAX (rank, 1) - 1, error);

  return alpha != NULL && koma_keras_add_binary (builder, call->op, call->name, call->inputs[0],
                                                 koma_keras_add_constant (builder, "alpha", alpha),
                                                 ret_output, error);
}
