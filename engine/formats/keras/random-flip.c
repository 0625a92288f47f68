/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "random.h"

/* Half of the pictures the other way round. */
static KomaValueId
add_flipped (KomaBuilder         *b,
             const KomaKerasCall *call,
             KomaValueId          x,
             gint32               axis)
{
  const gint64      n = koma_builder_get_dim (b, x, 0);
  const KomaValueId is_flipped = koma_builder_with_number (
    b, KOMA_OP_LESS, koma_keras_add_uniform (b, call, KOMA_SHAPE (n, 1, 1, 1)), 0.5);

  return KOMA_BUILDER_NODE (b, KOMA_OP_SELECT, NULL, is_flipped, koma_builder_reverse (b, x, axis),
                            x);
}

/* RandomFlip, while a model is trained */
KomaValueId
koma_keras_random_flip (KomaBuilder         *b,
                        const KomaKerasCall *call)
{
  const char *mode = koma_keras_config_word (call, "mode", "horizontal_and_vertical");
  const char *modes[] = { "horizontal", "vertical", "horizontal_and_vertical", NULL };
  KomaValueId y = call->inputs[0];

  if (!call->keras->is_training)
    return koma_builder_unary (b, call->op, y);
  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  if (mode != NULL && !g_strv_contains (modes, mode))
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “mode” is “%s”", mode);
  if (!g_str_equal (mode, "vertical"))
    y = add_flipped (b, call, y, 2);
  return g_str_equal (mode, "horizontal") ? y : add_flipped (b, call, y, 1);
}
