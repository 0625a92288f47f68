/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* Steps behind each other have their masks behind each other; otherwise a step counts where it does
 * in all inputs. */
static KomaValueId
add_mask (KomaBuilder         *b,
          const KomaKerasCall *call,
          guint                rank,
          guint                axis)
{
  g_autofree KomaValueId *masks = g_new0 (KomaValueId, call->n_inputs);
  guint                   n_masks = 0;

  if (axis != 1 || rank < 3)
    return koma_keras_join_masks (b, call);
  for (guint i = 0; i < call->n_inputs; i++) {
    masks[i] = koma_keras_get_mask (call->keras, call->inputs[i]);
    n_masks += masks[i] != KOMA_VALUE_NONE;
  }
  if (n_masks == 0)
    return KOMA_VALUE_NONE;
  if (n_masks != call->n_inputs)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "masks of %u of %u inputs", n_masks,
                              call->n_inputs);
  return koma_builder_concat (b, masks, n_masks, axis);
}

/* Concatenate */
KomaValueId
koma_keras_concatenate (KomaBuilder         *b,
                        const KomaKerasCall *call)
{
  const guint       rank = koma_builder_get_rank (b, call->inputs[0]);
  const guint       axis = koma_keras_config_axis (call, rank);
  const KomaValueId mask = add_mask (b, call, rank, axis);
  const KomaValueId y = koma_builder_concat (b, call->inputs, call->n_inputs, axis);

  koma_keras_set_mask (call->keras, y, mask);
  return y;
}
