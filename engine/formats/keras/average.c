/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Average */
gboolean
koma_keras_average (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  KomaValueId sum = KOMA_VALUE_NONE;

  return koma_keras_merge (builder, call, &sum, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, sum,
                                koma_keras_add_float (builder, 1.0 / call->n_inputs, error),
                                ret_output, error);
}
