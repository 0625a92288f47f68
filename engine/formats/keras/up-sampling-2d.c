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
gboolean
koma_keras_get_interpolation (const KomaKerasCall *call,
                              const char          *fallback,
                              KomaOp              *ret_op,
                              GError             **error)
{
  const char *word = NULL;

  if (!koma_keras_config_word (call, "interpolation", fallback, &word, error))
    return FALSE;
  if (!g_str_equal (word, "nearest") && !g_str_equal (word, "bilinear"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "interpolation “%s”", word);
  *ret_op = g_str_equal (word, "nearest") ? KOMA_OP_RESIZE_NEAREST : KOMA_OP_RESIZE_BILINEAR;
  return TRUE;
}

/* UpSampling2D. Bilinear without half pixels, as TensorFlow.js does it; Keras
 * itself has them, but this format is TensorFlow.js'. */
gboolean
koma_keras_up_sampling_2d (KomaKerasBuilder    *builder,
                           const KomaKerasCall *call,
                           KomaValueId         *ret_output,
                           GError             **error)
{
  const gint32        none[2] = { 0, 0 };
  gint64              size[2] = { 0 };
  KomaValueId         inputs[2] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  KomaOp              op = call->op;

  return koma_keras_config_check_pictures (builder, call, error) &&
         koma_keras_get_interpolation (call, "nearest", &op, error) &&
         koma_keras_config_pair (call, "size", 2, size, error) &&
         koma_keras_add_size (builder, call->inputs[0], (gint32[]){ size[0], size[1] }, none,
                              &inputs[1], error) &&
         koma_keras_add_node (builder, op, &like, NULL, ret_output, error);
}
