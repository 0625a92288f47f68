/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* GlobalAveragePooling2D, GlobalMaxPooling2D: [n, h, w, c] → [n, c] */
gboolean
koma_keras_global_pooling_2d (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  const gint32        axes[] = { 1, 2 };
  gboolean            keep_dims = FALSE;
  KomaValueId         inputs[2] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_config_boolean (call, "keepdims", FALSE, &keep_dims, error) ||
      (inputs[1] = koma_keras_add_ints (builder, axes, 2, error)) == KOMA_VALUE_NONE)
    return FALSE;
  koma_attrs_set_int (attrs, "keep_dims", keep_dims);
  if (!koma_keras_add_node (builder, call->op, &like, g_steal_pointer (&attrs), ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, keep_dims ? 4 : 2);
  return TRUE;
}
