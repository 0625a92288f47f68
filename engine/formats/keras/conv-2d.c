/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Conv2D; kernel [kernel_h, kernel_w, in_c / groups, out_c] */
gboolean
koma_keras_conv_2d (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  KomaArray  *kernel = NULL;
  KomaArray  *bias = NULL;
  KomaValueId value = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      (kernel = koma_keras_get_weight (builder, call, "kernel", 4, error)) == NULL ||
      !koma_keras_get_bias (builder, call, &bias, error))
    return FALSE;
  return koma_keras_add_window (builder, call->op, call, call->inputs[0], kernel, bias, &value,
                                error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
