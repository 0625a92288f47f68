/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* UpSampling2D. Bilinear without half pixels, as TensorFlow.js does it; Keras
 * itself has them, but this format is TensorFlow.js'. */
gboolean
koma_keras_up_sampling_2d (KomaKerasBuilder    *builder,
                           const KomaKerasCall *call,
                           KomaValueId         *ret_output,
                           GError             **error)
{
  const char         *interpolation = koma_json_get_string (call->config, "interpolation");
  const gint32        none[2] = { 0, 0 };
  gint64              size[2] = { 0 };
  KomaValueId         inputs[2] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  KomaOp              op = call->op;

  if (g_strcmp0 (interpolation, "bilinear") == 0)
    op = KOMA_OP_RESIZE_BILINEAR;
  else if (interpolation != NULL && !g_str_equal (interpolation, "nearest")) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "interpolation “%s”", interpolation);
    return FALSE;
  }
  return koma_keras_config_check_pictures (builder, call, error) &&
         koma_keras_config_pair (call, "size", 2, size, error) &&
         koma_keras_add_size (builder, call->inputs[0], (gint32[]){ size[0], size[1] }, none,
                              &inputs[1], error) &&
         koma_keras_add_node (builder, op, &like, NULL, ret_output, error);
}
