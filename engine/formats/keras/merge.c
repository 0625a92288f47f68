/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Keras puts dimensions of 1 behind the batch until all inputs have as many:
 * [n, c] is added to [n, h, w, c] as [n, 1, 1, c]. */
static gboolean
expand (KomaKerasBuilder    *builder,
        const KomaKerasCall *call,
        guint                rank,
        KomaValueId         *value,
        GError             **error)
{
  for (guint r = koma_keras_get_rank (builder, *value); r < rank; r++) {
    if (!koma_keras_add_binary (builder, KOMA_OP_EXPAND_DIMS, call->name, *value,
                                koma_keras_add_int (builder, 1, error), value, error))
      return FALSE;
    koma_keras_set_rank (builder, *value, r + 1);
  }
  return TRUE;
}

/* Add, Subtract, Multiply, Maximum, Minimum: of two inputs or more, element
 * by element */
gboolean
koma_keras_merge (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  KomaValueId value = call->inputs[0];
  guint       rank = 0;

  for (guint i = 0; i < call->n_inputs; i++)
    rank = MAX (rank, koma_keras_get_rank (builder, call->inputs[i]));
  if (!expand (builder, call, rank, &value, error))
    return FALSE;
  for (guint i = 1; i < call->n_inputs; i++) {
    KomaValueId other = call->inputs[i];

    if (!expand (builder, call, rank, &other, error) ||
        !koma_keras_add_binary (builder, call->op, call->name, value, other, &value, error))
      return FALSE;
  }
  *ret_output = value;
  return TRUE;
}
