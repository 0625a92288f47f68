/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/**
 * koma_keras_get_interpolation:
 * @fallback: where the setting "interpolation" is missing
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is neither "nearest" nor "bilinear";
 * %KOMA_ERROR_MODEL if it is no word.
 */
KomaOp
koma_keras_get_interpolation (const KomaKerasCall *call,
                              const char          *fallback)
{
  const char *word = koma_keras_config_word (call, "interpolation", fallback);

  if (!g_str_equal (word, "nearest") && !g_str_equal (word, "bilinear"))
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED, "interpolation “%s”", word);
  return g_str_equal (word, "nearest") ? KOMA_OP_RESIZE_NEAREST : KOMA_OP_RESIZE_BILINEAR;
}

/* UpSampling2D. Bilinear without half pixels, as TensorFlow.js does it; Keras
 * itself has them, but this format is TensorFlow.js'. */
KomaValueId
koma_keras_up_sampling_2d (KomaBuilder         *b,
                           const KomaKerasCall *call)
{
  const KomaOp op = koma_keras_get_interpolation (call, "nearest");
  gint64       size[2] = { 0 };

  koma_keras_config_check_pictures (call);
  koma_keras_config_pair (call, "size", 2, size);
  return KOMA_BUILDER_NODE (b, op, NULL, call->inputs[0],
                            koma_keras_add_size (b, call->inputs[0],
                                                 (gint32[]){ size[0], size[1] },
                                                 (gint32[]){ 0, 0 }));
}
