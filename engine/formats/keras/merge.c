/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Keras puts dimensions of 1 behind the batch until all inputs have as many:
 * [n, c] is added to [n, h, w, c] as [n, 1, 1, c]. */
static KomaValueId
expand (KomaBuilder *b,
        KomaValueId  value,
        guint        rank)
{
  for (guint r = koma_builder_get_rank (b, value); r < rank; r++)
    value = koma_builder_expand_dims (b, value, 1);
  return value;
}

/* Add, Subtract, Multiply, Maximum, Minimum: of two inputs or more, element
 * by element */
KomaValueId
koma_keras_merge (KomaBuilder         *b,
                  const KomaKerasCall *call)
{
  KomaValueId value = KOMA_VALUE_NONE;
  guint       rank = 0;

  for (guint i = 0; i < call->n_inputs; i++)
    rank = MAX (rank, koma_builder_get_rank (b, call->inputs[i]));
  value = expand (b, call->inputs[0], rank);
  for (guint i = 1; i < call->n_inputs; i++)
    value = koma_builder_binary (b, call->op, value, expand (b, call->inputs[i], rank));
  return value;
}
