/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* A layer of one dimension is the one of two dimensions on a picture of one row:
 * [n, w, c] → [n, 1, w, c]. Its sizes are read with a height of 1, its kernel [kernel_w, ..] gets
 * a dimension in front. */

/* "Conv1DTranspose" → "Conv2DTranspose" */
static KomaKerasLower
find_lower (const char *class_name,
            KomaOp     *ret_op)
{
  g_autoptr (GString) name = g_string_new (class_name);

  g_string_replace (name, "1D", "2D", 1);
  return koma_keras_layers_find (name->str, ret_op);
}

/* Conv1D, MaxPooling1D and all others that have a sibling for pictures */
KomaValueId
koma_keras_one_row (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  KomaValueId    input = KOMA_VALUE_NONE;
  KomaValueId    value = KOMA_VALUE_NONE;
  KomaKerasCall  picture = *call;
  KomaKerasLower lower = find_lower (call->class_name, &picture.op);

  g_return_val_if_fail (lower != NULL, KOMA_VALUE_NONE);

  if (!koma_keras_config_check_rank (call, 3))
    return KOMA_VALUE_NONE;
  input = koma_builder_expand_dims (b, call->inputs[0], 1);
  picture.inputs = &input;
  picture.is_one_row = TRUE;
  value = lower (b, &picture);
  return koma_builder_get_rank (b, value) == 4 ? koma_builder_squeeze (b, value, 1) : value;
}
