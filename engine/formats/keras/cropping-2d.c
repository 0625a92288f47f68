/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Cropping2D */
gboolean
koma_keras_cropping_2d (KomaKerasBuilder    *builder,
                        const KomaKerasCall *call,
                        KomaValueId         *ret_output,
                        GError             **error)
{
  const gint32        ones[] = { 1, 1, 1, 1 };
  gint64              borders[4] = { 0 };
  gint64              end_mask = 1 << 0 | 1 << 3;
  KomaValueId         inputs[4] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 4 };
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_config_borders (call, "cropping", borders, error))
    return FALSE;
  /* An end of −0 would be the beginning; masked, it is the end. */
  end_mask |= (borders[1] == 0) << 1 | (borders[3] == 0) << 2;
  koma_attrs_set_int (attrs, "end_mask", end_mask);
  inputs[1] = koma_keras_add_ints (builder, (gint32[]){ 0, borders[0], borders[2], 0 }, 4, error);
  inputs[2] = koma_keras_add_ints (builder, (gint32[]){ 0, -borders[1], -borders[3], 0 }, 4, error);
  inputs[3] = koma_keras_add_ints (builder, ones, 4, error);
  if (inputs[1] == KOMA_VALUE_NONE || inputs[2] == KOMA_VALUE_NONE || inputs[3] == KOMA_VALUE_NONE)
    return FALSE;
  return koma_keras_add_node (builder, call->op, &like, g_steal_pointer (&attrs), ret_output,
                              error);
}
