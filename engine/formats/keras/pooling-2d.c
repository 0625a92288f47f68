/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* MaxPooling2D, AveragePooling2D; strides default to the pool's size. */
KomaValueId
koma_keras_pooling_2d (KomaBuilder         *b,
                       const KomaKerasCall *call)
{
  gint64     size[4] = { 1, 1, 1, 1 };
  gint64     strides[4] = { 1, 1, 1, 1 };
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "padding", koma_keras_config_padding (call));
  koma_keras_config_check_pictures (call);
  koma_keras_config_pair (call, "pool_size", 2, size + 1);
  koma_keras_config_pair (call, "strides", 0, strides + 1);
  if (!koma_keras_config_is_set (call, "strides"))
    memcpy (strides, size, sizeof strides);
  koma_attrs_set_ints (attrs, "ksize", size, 4);
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  return koma_builder_node (b, call->op, call->inputs, call->n_inputs, attrs);
}
