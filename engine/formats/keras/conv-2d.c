/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* [in_c / groups, filters] */
static void
get_depth (KomaBuilder         *b,
           const KomaKerasCall *call,
           gint64              *ret_depth)
{
  const gint64 channels = koma_builder_get_dim (b, call->inputs[0], 3);
  const double n_groups = koma_keras_config_double (call, "groups", 1);

  koma_keras_config_dims (call, "filters", 1, &ret_depth[1]);
  ret_depth[0] = channels > 0 && n_groups >= 1 ? (gint64) (channels / n_groups) : channels;
}

/* As many zeros before the first step as the kernel reaches back. */
static KomaValueId
add_causal_padding (KomaBuilder         *b,
                    const KomaKerasCall *call,
                    KomaValueId          kernel)
{
  const gint64 kernel_w = koma_builder_get_shape (b, kernel).dims[1];
  gint64       dilations[2] = { 0 };
  gint32       paddings[4][2] = { 0 };

  koma_keras_config_pair (call, "dilation_rate", 1, dilations);
  paddings[2][0] = (gint32) ((kernel_w - 1) * dilations[1]);
  return koma_keras_add_paddings (b, call->inputs[0], &paddings[0][0], 0);
}

/* Conv2D; kernel [kernel_h, kernel_w, in_c / groups, out_c] */
KomaValueId
koma_keras_conv_2d (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  gint64      depth[2] = { 0 };
  KomaValueId kernel = KOMA_VALUE_NONE;
  KomaValueId bias = KOMA_VALUE_NONE;
  KomaValueId x = call->inputs[0];

  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  get_depth (b, call, depth);
  kernel = koma_keras_add_kernel (call, "kernel", "kernel_initializer", 2, depth);
  bias = koma_keras_add_bias (call, depth[1]);
  if (koma_keras_config_is_causal (call))
    x = add_causal_padding (b, call, kernel);
  return koma_keras_add_activation (b, call,
                                    koma_keras_add_window (b, call->op, call, x, kernel, bias));
}
