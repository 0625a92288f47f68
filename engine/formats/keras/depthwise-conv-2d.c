/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Keras 3 calls it kernel. */
static const char *
get_name (const KomaKerasCall *call)
{
  return koma_keras_find_weight (call, "depthwise_kernel") == NULL &&
             koma_keras_find_weight (call, "kernel") != NULL
           ? "kernel"
           : "depthwise_kernel";
}

/* DepthwiseConv2D; depthwise_kernel [kernel_h, kernel_w, in_c, multiplier] */
KomaValueId
koma_keras_depthwise_conv_2d (KomaBuilder         *b,
                              const KomaKerasCall *call)
{
  gint64      depth[2] = { koma_builder_get_dim (b, call->inputs[0], 3), 1 };
  KomaValueId kernel = KOMA_VALUE_NONE;
  KomaValueId bias = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  if (koma_keras_config_is_set (call, "depth_multiplier"))
    koma_keras_config_dims (call, "depth_multiplier", 1, &depth[1]);
  kernel = koma_keras_add_kernel (call, get_name (call), "depthwise_initializer", 2, depth);
  bias = koma_keras_add_bias (call, depth[0] * depth[1]);
  return koma_keras_add_activation (
    b, call, koma_keras_add_window (b, call->op, call, call->inputs[0], kernel, bias));
}
