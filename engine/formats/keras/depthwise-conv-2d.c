/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Keras 3 calls it kernel. */
static const char *
get_name (KomaKerasBuilder    *builder,
          const KomaKerasCall *call)
{
  return koma_keras_find_weight (builder, call, "depthwise_kernel") == NULL &&
             koma_keras_find_weight (builder, call, "kernel") != NULL
           ? "kernel"
           : "depthwise_kernel";
}

/* DepthwiseConv2D; depthwise_kernel [kernel_h, kernel_w, in_c, multiplier] */
gboolean
koma_keras_depthwise_conv_2d (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  gint64      depth[2] = { koma_keras_get_dim (builder, call->inputs[0], 3), 1 };
  KomaValueId kernel = KOMA_VALUE_NONE;
  KomaValueId bias = KOMA_VALUE_NONE;
  KomaValueId value = KOMA_VALUE_NONE;

  if (koma_keras_config_is_set (call, "depth_multiplier"))
    koma_keras_config_dims (call, "depth_multiplier", 1, &depth[1]);
  return koma_keras_config_check_pictures (builder, call, error) &&
         koma_keras_add_kernel (builder, call, get_name (builder, call), "depthwise_initializer", 2,
                                depth, &kernel, error) &&
         koma_keras_add_bias (builder, call, depth[0] * depth[1], &bias, error) &&
         koma_keras_add_window (builder, call->op, call, call->inputs[0], kernel, bias, &value,
                                error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
