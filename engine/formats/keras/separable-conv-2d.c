/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* SeparableConv2D: a depthwise convolution that has the strides and the
 * padding, then a 1×1 convolution that has the bias.
 * depthwise_kernel [kernel_h, kernel_w, in_c, multiplier],
 * pointwise_kernel [1, 1, in_c * multiplier, out_c] */
gboolean
koma_keras_separable_conv_2d (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  const KomaKerasCall pointwise = { .class_name = call->class_name, .name = call->name };
  KomaArray          *depthwise_kernel = NULL;
  KomaArray          *pointwise_kernel = NULL;
  KomaArray          *bias = NULL;
  KomaValueId         value = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      (depthwise_kernel = koma_keras_get_weight (builder, call, "depthwise_kernel", 4, error)) ==
        NULL ||
      (pointwise_kernel = koma_keras_get_weight (builder, call, "pointwise_kernel", 4, error)) ==
        NULL ||
      !koma_keras_get_bias (builder, call, &bias, error))
    return FALSE;
  return koma_keras_add_window (builder, call->op, call, call->inputs[0], depthwise_kernel, NULL,
                                &value, error) &&
         koma_keras_add_window (builder, KOMA_OP_CONV_2D, &pointwise, value, pointwise_kernel, bias,
                                &value, error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
