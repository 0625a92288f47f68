/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "parts.h"

/* Masking: a step all of whose elements are mask_value does not count, and becomes zeros.
 * x [n, steps, c]; of more dimensions, each row of the last is judged alone, and there is no mask
 * of steps */
gboolean
koma_keras_masking (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_keras_get_rank (builder, x);
  const guint       last = 1u << (rank - 1);
  double            ignored = 0;
  KomaValueId       differs = KOMA_VALUE_NONE;
  KomaValueId       counts = KOMA_VALUE_NONE;
  KomaValueId       mask = KOMA_VALUE_NONE;

  if (rank < 2)
    return koma_fail (error, KOMA_ERROR_SHAPE, "input has %u dimensions, expected 2 or more", rank);
  if (!koma_keras_config_double (call, "mask_value", 0, &ignored, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_NOT_EQUAL, call->name, x,
                              koma_keras_add_float (builder, ignored, error), &differs, error) ||
      !koma_keras_add_reduce (builder, KOMA_OP_ANY, call->name, differs, last, TRUE, &counts,
                              error) ||
      !koma_keras_add_select (builder, call->name, counts, x,
                              koma_keras_add_float (builder, 0, error), ret_output, error))
    return FALSE;
  if (rank == 3 &&
      !koma_keras_add_squeeze (builder, "mask", counts, 2, &mask, error))
    return FALSE;
  koma_keras_set_mask (builder, *ret_output, mask);
  return TRUE;
}
