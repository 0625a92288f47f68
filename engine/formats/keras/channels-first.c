/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures with the channels before their rows: turned around before a layer and behind it. The
 * pass sink-transposes removes what that adds between such layers. */
#include "config.h"
#include "layers.h"
#include "mask.h"

static KomaValueId
add_transpose (KomaBuilder *b,
               KomaValueId  input,
               gboolean     is_to_last)
{
  const guint rank = koma_builder_get_rank (b, input);
  guint       perm[KOMA_MAX_RANK] = { 0 };

  for (guint i = 1; i < MIN (rank, KOMA_MAX_RANK); i++)
    perm[i] = is_to_last ? 1 + i % (rank - 1) : (i > 1 ? i - 1 : rank - 1);
  return koma_builder_transpose (b, input, perm);
}

/**
 * koma_keras_add_channels_last:
 * @input: `[n, c, ..]`, of 2 to %KOMA_MAX_RANK dimensions
 *
 * Errors: %KOMA_ERROR_MEMORY; %KOMA_ERROR_SHAPE if there are more dimensions.
 *
 * Returns: `[n, .., c]`
 */
KomaValueId
koma_keras_add_channels_last (KomaBuilder *b,
                              KomaValueId  input)
{
  return add_transpose (b, input, TRUE);
}

/* What stands for pictures; Flatten reads the setting itself. */
static gboolean
is_turned (KomaBuilder         *b,
           const KomaKerasCall *call)
{
  const guint rank = koma_builder_get_rank (b, call->inputs[0]);

  return koma_keras_config_is_channels_first (call) && call->n_inputs == 1 && rank > 2 &&
         rank <= KOMA_MAX_RANK && call->op != KOMA_OP_RESHAPE && call->op != KOMA_OP_RECURRENT;
}

/**
 * koma_keras_lower_turned:
 * @lower: of the layer
 *
 * Lowers a layer; if its setting "data_format" is “channels_first”, between transpositions.
 *
 * Errors: those of @lower.
 */
KomaValueId
koma_keras_lower_turned (KomaBuilder         *b,
                         KomaKerasLower       lower,
                         const KomaKerasCall *call)
{
  KomaKerasCall last = *call;
  KomaValueId   input = KOMA_VALUE_NONE;
  KomaValueId   value = KOMA_VALUE_NONE;

  last.is_turned = is_turned (b, call);
  if (!last.is_turned)
    return lower (b, call);
  input = koma_keras_add_channels_last (b, call->inputs[0]);
  last.inputs = &input;
  koma_keras_set_mask (call->keras, input, koma_keras_get_mask (call->keras, call->inputs[0]));
  value = lower (b, &last);
  return koma_builder_get_rank (b, value) == koma_builder_get_rank (b, input)
           ? add_transpose (b, value, FALSE)
           : value;
}
