/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Add, Subtract, Multiply, Maximum, Minimum: of two inputs or more, element
 * by element */
gboolean
koma_keras_merge (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  KomaValueId value = call->inputs[0];

  for (guint i = 1; i < call->n_inputs; i++) {
    if (!koma_keras_add_binary (builder, call->op, call->name, value, call->inputs[i], &value,
                                error))
      return FALSE;
  }
  *ret_output = value;
  return TRUE;
}
