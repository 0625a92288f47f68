/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

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
gboolean
koma_keras_one_row (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  KomaValueId    input = KOMA_VALUE_NONE;
  KomaValueId    value = KOMA_VALUE_NONE;
  KomaKerasCall  picture = *call;
  KomaKerasLower lower = find_lower (call->class_name, &picture.op);

  g_return_val_if_fail (lower != NULL, FALSE);

  picture.inputs = &input;
  picture.is_one_row = TRUE;
  if (!koma_keras_config_check_rank (builder, call, 3, error) ||
      !koma_keras_add_expand_dims (builder, call->name, call->inputs[0], 1, &input, error) ||
      !lower (builder, &picture, &value, error))
    return FALSE;
  if (koma_keras_get_rank (builder, value) == 4)
    return koma_keras_add_squeeze (builder, call->name, value, 1, ret_output, error);
  *ret_output = value;
  return TRUE;
}
