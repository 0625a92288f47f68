/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* [in_c / groups, filters] */
static gboolean
get_depth (KomaKerasBuilder    *builder,
           const KomaKerasCall *call,
           gint64              *ret_depth,
           GError             **error)
{
  const gint64 channels = koma_keras_get_dim (builder, call->inputs[0], 3);
  double       n_groups = 1;

  koma_keras_config_dims (call, "filters", 1, &ret_depth[1]);
  if (!koma_keras_config_double (call, "groups", 1, &n_groups, error))
    return FALSE;
  ret_depth[0] = channels > 0 && n_groups >= 1 ? (gint64) (channels / n_groups) : channels;
  return TRUE;
}

/* Conv2D; kernel [kernel_h, kernel_w, in_c / groups, out_c] */
gboolean
koma_keras_conv_2d (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  gint64      depth[2] = { 0 };
  KomaValueId kernel = KOMA_VALUE_NONE;
  KomaValueId bias = KOMA_VALUE_NONE;
  KomaValueId value = KOMA_VALUE_NONE;

  return koma_keras_config_check_pictures (builder, call, error) &&
         get_depth (builder, call, depth, error) &&
         koma_keras_add_kernel (builder, call, "kernel", "kernel_initializer", 2, depth, &kernel,
                                error) &&
         koma_keras_add_bias (builder, call, depth[1], &bias, error) &&
         koma_keras_add_window (builder, call->op, call, call->inputs[0], kernel, bias, &value,
                                error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
