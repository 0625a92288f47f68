/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* ZeroPadding2D */
gboolean
koma_keras_zero_padding_2d (KomaKerasBuilder    *builder,
                            const KomaKerasCall *call,
                            KomaValueId         *ret_output,
                            GError             **error)
{
  const KomaShape     shape = KOMA_SHAPE (4, 2);
  gint64              borders[4] = { 0 };
  gint32              paddings[4][2] = { 0 };
  KomaValueId         inputs[3] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 3 };
  g_autoptr (KomaArray) tensor = NULL;

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_config_borders (call, "padding", borders, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    paddings[1 + i / 2][i % 2] = (gint32) borders[i];
  tensor = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, paddings, error);
  if (tensor == NULL ||
      (inputs[2] = koma_keras_add_float (builder, 0, error)) == KOMA_VALUE_NONE)
    return FALSE;
  inputs[1] = koma_keras_add_constant (builder, "paddings", tensor);
  return koma_keras_add_node (builder, call->op, &like, NULL, ret_output, error);
}
