/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Resizing; corners aligned unless it crops, as TensorFlow.js does it. */
KomaValueId
koma_keras_resizing (KomaBuilder         *b,
                     const KomaKerasCall *call)
{
  const KomaOp op = koma_keras_get_interpolation (call, "bilinear");
  const double height = koma_keras_config_double (call, "height", 0);
  const double width = koma_keras_config_double (call, "width", 0);
  KomaAttrs   *attrs = NULL;

  koma_keras_config_check_pictures (call);
  koma_keras_config_refuse (call, "crop_to_aspect_ratio");
  koma_keras_config_refuse (call, "pad_to_aspect_ratio");
  koma_keras_config_refuse (call, "antialias");
  if (!(height >= 1 && height <= G_MAXINT16 && width >= 1 && width <= G_MAXINT16))
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "height or width is no size");
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "align_corners", TRUE);
  return KOMA_BUILDER_NODE (b, op, attrs, call->inputs[0],
                            koma_builder_ints (b, (gint32[]){ height, width }, 2));
}
