/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/**
 * koma_keras_add_paddings:
 * @paddings: (array): `[rank, 2]`: how much comes before and behind
 * @value: of what is added
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_paddings (KomaBuilder  *b,
                         KomaValueId   input,
                         const gint32 *paddings,
                         double        value)
{
  const KomaShape shape = KOMA_SHAPE (koma_builder_get_rank (b, input), 2);
  g_autoptr (KomaArray) array = NULL;

  if (b->error == NULL)
    array = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, paddings, &b->error);
  if (array == NULL)
    return KOMA_VALUE_NONE;
  return KOMA_BUILDER_NODE (b, KOMA_OP_PAD, NULL, input, koma_builder_array (b, array),
                            koma_builder_float (b, value));
}

/* ZeroPadding2D */
KomaValueId
koma_keras_zero_padding_2d (KomaBuilder         *b,
                            const KomaKerasCall *call)
{
  gint64 borders[4] = { 0 };
  gint32 paddings[4][2] = { 0 };

  koma_keras_config_check_pictures (call);
  koma_keras_config_borders (call, "padding", borders);
  for (guint i = 0; i < 4; i++)
    paddings[1 + i / 2][i % 2] = (gint32) borders[i];
  return koma_keras_add_paddings (b, call->inputs[0], &paddings[0][0], 0);
}
