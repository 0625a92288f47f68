/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "mask.h"

/**
 * koma_keras_get_mask:
 *
 * Returns: the mask of @value; %KOMA_VALUE_NONE where every step counts
 */
KomaValueId
koma_keras_get_mask (const KomaKerasBuilder *self,
                     KomaValueId             value)
{
  gpointer mask = NULL;

  return g_hash_table_lookup_extended (self->masks, GUINT_TO_POINTER (value), NULL, &mask)
           ? GPOINTER_TO_UINT (mask)
           : KOMA_VALUE_NONE;
}

/**
 * koma_keras_set_mask:
 * @mask: of bool, `[n, steps]`; %KOMA_VALUE_NONE: none
 *
 * Nothing after an error.
 */
void
koma_keras_set_mask (KomaKerasBuilder *self,
                     KomaValueId       value,
                     KomaValueId       mask)
{
  if (value != KOMA_VALUE_NONE && mask != KOMA_VALUE_NONE)
    g_hash_table_insert (self->masks, GUINT_TO_POINTER (value), GUINT_TO_POINTER (mask));
}

/**
 * koma_keras_join_masks:
 *
 * Errors: those of koma_builder_node().
 *
 * Returns: the mask of the call's inputs: a step counts where it does in all that have a mask;
 *   %KOMA_VALUE_NONE where none has
 */
KomaValueId
koma_keras_join_masks (KomaBuilder         *b,
                       const KomaKerasCall *call)
{
  KomaValueId mask = KOMA_VALUE_NONE;

  for (guint i = 0; i < call->n_inputs; i++) {
    const KomaValueId other = koma_keras_get_mask (call->keras, call->inputs[i]);

    if (mask == KOMA_VALUE_NONE)
      mask = other;
    else if (other != KOMA_VALUE_NONE && other != mask)
      mask = koma_builder_binary (b, KOMA_OP_LOGICAL_AND, mask, other);
  }
  return mask;
}
