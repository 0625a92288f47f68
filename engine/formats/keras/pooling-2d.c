/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* MaxPooling2D, AveragePooling2D; strides default to the pool's size. */
gboolean
koma_keras_pooling_2d (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  gint64 size[4] = { 1, 1, 1, 1 };
  gint64 strides[4] = { 1, 1, 1, 1 };
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  const char *padding = koma_keras_config_padding (call, error);

  if (padding == NULL || !koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_config_pair (call, "pool_size", 2, size + 1, error) ||
      !koma_keras_config_pair (call, "strides", 0, strides + 1, error))
    return FALSE;
  if (!koma_keras_config_is_set (call, "strides"))
    memcpy (strides, size, sizeof strides);
  koma_attrs_set_ints (attrs, "ksize", size, 4);
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_string (attrs, "padding", padding);
  return koma_keras_add_node (builder, call->op, call, g_steal_pointer (&attrs), ret_output, error);
}
