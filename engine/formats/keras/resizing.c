/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Resizing; corners aligned unless it crops, as TensorFlow.js does it. */
gboolean
koma_keras_resizing (KomaKerasBuilder    *builder,
                     const KomaKerasCall *call,
                     KomaValueId         *ret_output,
                     GError             **error)
{
  KomaOp              op = call->op;
  double              height = 0;
  double              width = 0;
  KomaValueId         inputs[2] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_get_interpolation (call, "bilinear", &op, error) ||
      !koma_keras_config_double (call, "height", 0, &height, error) ||
      !koma_keras_config_double (call, "width", 0, &width, error) ||
      !koma_keras_config_refuse (call, "crop_to_aspect_ratio", error) ||
      !koma_keras_config_refuse (call, "pad_to_aspect_ratio", error) ||
      !koma_keras_config_refuse (call, "antialias", error))
    return FALSE;
  if (!(height >= 1 && height <= G_MAXINT16 && width >= 1 && width <= G_MAXINT16))
    return koma_fail (error, KOMA_ERROR_MODEL, "height or width is no size");
  koma_attrs_set_int (attrs, "align_corners", TRUE);
  inputs[1] = koma_keras_add_ints (builder, (gint32[]){ height, width }, 2, error);
  return inputs[1] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, op, &like,
                              g_steal_pointer (&attrs), ret_output, error);
}
