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
 */
void
koma_keras_set_mask (KomaKerasBuilder *self,
                     KomaValueId       value,
                     KomaValueId       mask)
{
  if (mask != KOMA_VALUE_NONE)
    g_hash_table_insert (self->masks, GUINT_TO_POINTER (value), GUINT_TO_POINTER (mask));
}

/**
 * koma_keras_pass_masks:
 *
 * Gives @output the mask of the call's inputs: a step counts where it does in all that have a mask.
 *
 * Errors: those of koma_keras_add_binary().
 */
gboolean
koma_keras_pass_masks (KomaKerasBuilder    *self,
                       const KomaKerasCall *call,
                       KomaValueId          output,
                       GError             **error)
{
  KomaValueId mask = KOMA_VALUE_NONE;

  for (guint i = 0; i < call->n_inputs; i++) {
    KomaValueId other = koma_keras_get_mask (self, call->inputs[i]);

    if (mask == KOMA_VALUE_NONE)
      mask = other;
    else if (other != KOMA_VALUE_NONE && other != mask &&
             !koma_keras_add_binary (self, KOMA_OP_LOGICAL_AND, "mask", mask, other, &mask, error))
      return FALSE;
  }
  koma_keras_set_mask (self, output, mask);
  return TRUE;
}
