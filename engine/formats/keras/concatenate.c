/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Concatenate */
gboolean
koma_keras_concatenate (KomaKerasBuilder    *builder,
                        const KomaKerasCall *call,
                        KomaValueId         *ret_output,
                        GError             **error)
{
  const guint             rank = koma_keras_get_rank (builder, call->inputs[0]);
  g_autofree KomaValueId *inputs = g_new0 (KomaValueId, call->n_inputs + 1);
  const KomaKerasCall     like = { .name = call->name,
                                   .inputs = inputs,
                                   .n_inputs = call->n_inputs + 1 };
  guint                   axis = 0;

  if (!koma_keras_config_axis (call, rank, &axis, error))
    return FALSE;
  memcpy (inputs, call->inputs, call->n_inputs * sizeof *inputs);
  inputs[call->n_inputs] = koma_keras_add_int (builder, (gint32) axis, error);
  return inputs[call->n_inputs] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, call->op, &like, NULL, ret_output, error);
}
