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

/* As many zeros before the first step as the kernel reaches back: @input is changed. */
static gboolean
add_causal_padding (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId          kernel,
                    KomaValueId         *input,
                    GError             **error)
{
  const gint64        kernel_w = koma_graph_get_value (builder->graph, kernel)->shape.dims[1];
  const KomaShape     shape = KOMA_SHAPE (4, 2);
  KomaValueId         inputs[3] = { *input };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 3 };
  gint64              dilations[2] = { 0 };
  gint32              paddings[4][2] = { 0 };
  g_autoptr (KomaArray) array = NULL;

  if (!koma_keras_config_is_causal (call))
    return TRUE;
  if (!koma_keras_config_pair (call, "dilation_rate", 1, dilations, error))
    return FALSE;
  paddings[2][0] = (gint32) ((kernel_w - 1) * dilations[1]);
  array = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, paddings, error);
  if (array == NULL)
    return FALSE;
  inputs[1] = koma_keras_add_constant (builder, "paddings", array);
  inputs[2] = koma_keras_add_float (builder, 0, error);
  return inputs[2] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, KOMA_OP_PAD, &like, NULL, input, error);
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
  KomaValueId input = call->inputs[0];
  KomaValueId value = KOMA_VALUE_NONE;

  return koma_keras_config_check_pictures (builder, call, error) &&
         get_depth (builder, call, depth, error) &&
         koma_keras_add_kernel (builder, call, "kernel", "kernel_initializer", 2, depth, &kernel,
                                error) &&
         koma_keras_add_bias (builder, call, depth[1], &bias, error) &&
         add_causal_padding (builder, call, kernel, &input, error) &&
         koma_keras_add_window (builder, call->op, call, input, kernel, bias, &value,
                                error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
