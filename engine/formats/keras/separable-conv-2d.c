/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* SeparableConv2D: a depthwise convolution that has the strides and the
 * padding, then a 1×1 convolution that has the bias.
 * depthwise_kernel [kernel_h, kernel_w, in_c, multiplier],
 * pointwise_kernel [1, 1, in_c * multiplier, out_c] */
KomaValueId
koma_keras_separable_conv_2d (KomaBuilder         *b,
                              const KomaKerasCall *call)
{
  const KomaKerasCall pointwise = { .keras = call->keras, .class_name = call->class_name };
  gint64              depth[2] = { koma_builder_get_dim (b, call->inputs[0], 3), 1 };
  KomaKerasWeight     mix = { .shape = KOMA_SHAPE (1, 1, 0, 0),
                              .initializer = "pointwise_initializer",
                              .fallback = "glorotUniform",
                              .is_trainable = TRUE };
  KomaValueId         kernels[2] = { 0 };
  KomaValueId         bias = KOMA_VALUE_NONE;
  KomaValueId         value = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  if (koma_keras_config_is_set (call, "depth_multiplier"))
    koma_keras_config_dims (call, "depth_multiplier", 1, &depth[1]);
  mix.shape.dims[2] = depth[0] * depth[1];
  koma_keras_config_dims (call, "filters", 1, &mix.shape.dims[3]);
  kernels[0] = koma_keras_add_kernel (call, "depthwise_kernel", "depthwise_initializer", 2, depth);
  kernels[1] = koma_keras_add_weight (call, "pointwise_kernel", &mix);
  bias = koma_keras_add_bias (call, mix.shape.dims[3]);
  value = koma_keras_add_window (b, call->op, call, call->inputs[0], kernels[0], KOMA_VALUE_NONE);
  value = koma_keras_add_window (b, KOMA_OP_CONV_2D, &pointwise, value, kernels[1], bias);
  return koma_keras_add_activation (b, call, value);
}
