/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Flatten: [n, …] → [n, all the rest] */
gboolean
koma_keras_flatten (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  const gint32 rest = -1;

  return koma_keras_add_reshape (builder, call->name, call->inputs[0], &rest, 1, ret_output, error);
}
