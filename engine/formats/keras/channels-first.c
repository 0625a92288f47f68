/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures with the channels before their rows: turned around before a layer and behind it. The
 * pass sink-transposes removes what that adds between such layers. */
#include "config.h"
#include "layers.h"
#include "mask.h"
#include "parts.h"

static gboolean
add_transpose (KomaKerasBuilder *builder,
               const char       *name,
               KomaValueId       input,
               gboolean          is_to_last,
               KomaValueId      *ret_output,
               GError          **error)
{
  const guint rank = koma_keras_get_rank (builder, input);
  gint32      perm[KOMA_MAX_RANK] = { 0 };

  for (guint i = 1; i < rank; i++)
    perm[i] = is_to_last ? 1 + i % (rank - 1) : (i > 1 ? i - 1 : rank - 1);
  return koma_keras_add_binary (builder, KOMA_OP_TRANSPOSE, name, input,
                                koma_keras_add_ints (builder, perm, rank, error), ret_output,
                                error);
}

/**
 * koma_keras_add_channels_last:
 * @input: `[n, c, ..]`, of 2 to %KOMA_MAX_RANK dimensions
 * @ret_output: `[n, .., c]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_channels_last (KomaKerasBuilder *builder,
                              const char       *name,
                              KomaValueId       input,
                              KomaValueId      *ret_output,
                              GError          **error)
{
  return add_transpose (builder, name, input, TRUE, ret_output, error);
}

/* What stands for pictures; Flatten reads the setting itself. */
static gboolean
is_turned (const KomaKerasBuilder *builder,
           const KomaKerasCall    *call,
           gboolean               *ret_is_turned,
           GError                **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  gboolean    is_first = FALSE;

  if (!koma_keras_config_is_channels_first (call, &is_first, error))
    return FALSE;
  *ret_is_turned = is_first && call->n_inputs == 1 && rank > 2 && rank <= KOMA_MAX_RANK &&
                   call->op != KOMA_OP_RESHAPE && call->op != KOMA_OP_RECURRENT;
  return TRUE;
}

/**
 * koma_keras_lower_turned:
 * @lower: of the layer
 *
 * Lowers a layer; if its setting "data_format" is “channels_first”, between transpositions.
 *
 * Errors: those of @lower.
 */
gboolean
koma_keras_lower_turned (KomaKerasBuilder    *builder,
                         KomaKerasLower       lower,
                         const KomaKerasCall *call,
                         KomaValueId         *ret_output,
                         GError             **error)
{
  KomaKerasCall last = *call;
  KomaValueId   input = KOMA_VALUE_NONE;
  KomaValueId   value = KOMA_VALUE_NONE;

  last.is_turned = FALSE;
  if (!is_turned (builder, call, &last.is_turned, error))
    return FALSE;
  if (!last.is_turned)
    return lower (builder, call, ret_output, error);
  last.inputs = &input;
  if (!koma_keras_add_channels_last (builder, call->name, call->inputs[0], &input, error))
    return FALSE;
  koma_keras_set_mask (builder, input, koma_keras_get_mask (builder, call->inputs[0]));
  if (!lower (builder, &last, &value, error))
    return FALSE;
  if (koma_keras_get_rank (builder, value) == koma_keras_get_rank (builder, input))
    return add_transpose (builder, call->name, value, FALSE, ret_output, error);
  *ret_output = value;
  return TRUE;
}
