/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* DepthwiseConv2D; depthwise_kernel [kernel_h, kernel_w, in_c, multiplier],
 * which Keras 3 calls kernel. */
gboolean
koma_keras_depthwise_conv_2d (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  const char *what = "depthwise_kernel";
  KomaArray  *kernel = NULL;
  KomaArray  *bias = NULL;
  KomaValueId value = KOMA_VALUE_NONE;

  if (koma_keras_find_weight (builder, call, what) == NULL &&
      koma_keras_find_weight (builder, call, "kernel") != NULL)
    what = "kernel";
  if (!koma_keras_config_check_pictures (builder, call, error) ||
      (kernel = koma_keras_get_weight (builder, call, what, 4, error)) == NULL ||
      !koma_keras_get_bias (builder, call, &bias, error))
    return FALSE;
  return koma_keras_add_window (builder, call->op, call, call->inputs[0], kernel, bias, &value,
                                error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
