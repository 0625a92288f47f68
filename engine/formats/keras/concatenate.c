/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* @inputs: (array length=n_inputs): with room for one more */
static gboolean
add_concat (KomaKerasBuilder *builder,
            const char       *name,
            KomaValueId      *inputs,
            guint             n_inputs,
            guint             axis,
            KomaValueId      *ret_output,
            GError          **error)
{
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = n_inputs + 1 };

  inputs[n_inputs] = koma_keras_add_int (builder, (gint32) axis, error);
  return inputs[n_inputs] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, ret_output, error);
}

/* Steps behind each other have their masks behind each other; otherwise a step counts where it does
 * in all inputs. */
static gboolean
add_mask (KomaKerasBuilder    *builder,
          const KomaKerasCall *call,
          guint                axis,
          KomaValueId          output,
          GError             **error)
{
  g_autofree KomaValueId *masks = g_new0 (KomaValueId, call->n_inputs + 1);
  guint                   n_masks = 0;
  KomaValueId             mask = KOMA_VALUE_NONE;

  if (axis != 1 || koma_keras_get_rank (builder, output) < 3)
    return koma_keras_pass_masks (builder, call, output, error);
  for (guint i = 0; i < call->n_inputs; i++) {
    masks[i] = koma_keras_get_mask (builder, call->inputs[i]);
    n_masks += masks[i] != KOMA_VALUE_NONE;
  }
  if (n_masks == 0)
    return TRUE;
  if (n_masks != call->n_inputs)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "masks of %u of %u inputs", n_masks,
                      call->n_inputs);
  if (!add_concat (builder, "mask", masks, n_masks, axis, &mask, error))
    return FALSE;
  koma_keras_set_mask (builder, output, mask);
  return TRUE;
}

/* Concatenate */
gboolean
koma_keras_concatenate (KomaKerasBuilder    *builder,
                        const KomaKerasCall *call,
                        KomaValueId         *ret_output,
                        GError             **error)
{
  const guint             rank = koma_keras_get_rank (builder, call->inputs[0]);
  g_autofree KomaValueId *inputs = g_new0 (KomaValueId, call->n_inputs + 1);
  guint                   axis = 0;

  if (!koma_keras_config_axis (call, rank, &axis, error))
    return FALSE;
  memcpy (inputs, call->inputs, call->n_inputs * sizeof *inputs);
  return add_concat (builder, call->name, inputs, call->n_inputs, axis, ret_output, error) &&
         add_mask (builder, call, axis, *ret_output, error);
}
