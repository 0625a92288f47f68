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
  gint64              depth[2] = { koma_keras_get_dim (builder, call->inputs[0], 3), 1 };
  KomaKerasWeight     mix = { .shape = KOMA_SHAPE (1, 1, 0, 0),
                              .initializer = "pointwise_initializer",
                              .fallback = "glorotUniform",
                              .is_trainable = TRUE };
  KomaValueId         kernels[2] = { 0 };
  KomaValueId         bias = KOMA_VALUE_NONE;
  KomaValueId         value = KOMA_VALUE_NONE;

  if (koma_keras_config_is_set (call, "depth_multiplier"))
    koma_keras_config_dims (call, "depth_multiplier", 1, &depth[1]);
  mix.shape.dims[2] = depth[0] * depth[1];
  koma_keras_config_dims (call, "filters", 1, &mix.shape.dims[3]);
  return koma_keras_config_check_pictures (builder, call, error) &&
         koma_keras_add_kernel (builder, call, "depthwise_kernel", "depthwise_initializer", 2,
                                depth, &kernels[0], error) &&
         koma_keras_add_weight (builder, call, "pointwise_kernel", &mix, &kernels[1], error) &&
         koma_keras_add_bias (builder, call, mix.shape.dims[3], &bias, error) &&
         koma_keras_add_window (builder, call->op, call, call->inputs[0], kernels[0],
                                KOMA_VALUE_NONE, &value, error) &&
         koma_keras_add_window (builder, KOMA_OP_CONV_2D, &pointwise, value, kernels[1], bias,
                                &value, error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
