/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the convolutions have in common. */
#include "config.h"
#include "layers.h"

/**
 * koma_keras_get_window_attrs:
 *
 * Errors: those of koma_keras_config_padding() and koma_keras_config_pair().
 *
 * Returns: (transfer full) (nullable): strides, padding and dilation of the
 *   layer under TensorFlow's names
 */
KomaAttrs *
koma_keras_get_window_attrs (const KomaKerasCall *call,
                             GError             **error)
{
  const char *padding = koma_keras_config_padding (call, error);
  gint64      strides[4] = { 1, 1, 1, 1 };
  gint64      dilations[4] = { 1, 1, 1, 1 };
  KomaAttrs  *attrs = NULL;

  if (padding == NULL ||
      !koma_keras_config_pair (call, "strides", 1, strides + 1, error) ||
      !koma_keras_config_pair (call, "dilation_rate", 1, dilations + 1, error))
    return NULL;
  attrs = koma_attrs_new ();
  koma_attrs_set_string (attrs, "padding", padding);
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_ints (attrs, "dilations", dilations, 4);
  return attrs;
}

/**
 * koma_keras_get_bias:
 * @ret_bias: (transfer none) (nullable): `[out_c]`
 *
 * Keras writes "use_bias" always; the default is a bias.
 *
 * Errors: %KOMA_ERROR_MODEL if the setting or the weight is damaged or
 * missing.
 */
gboolean
koma_keras_get_bias (KomaKerasBuilder    *builder,
                     const KomaKerasCall *call,
                     KomaArray          **ret_bias,
                     GError             **error)
{
  KomaArray *bias = NULL;
  gboolean   is_used = TRUE;

  if (!koma_keras_config_boolean (call, "use_bias", TRUE, &is_used, error))
    return FALSE;
  if (is_used) {
    bias = koma_keras_get_weight (builder, call, "bias", 1, error);
    if (bias == NULL)
      return FALSE;
  }
  *ret_bias = bias;
  return TRUE;
}

/**
 * koma_keras_add_window:
 * @op: %KOMA_OP_CONV_2D or %KOMA_OP_DEPTHWISE_CONV_2D
 * @filter: (transfer none): in TensorFlow's layout, which is Keras' too
 *
 * Appends a convolution with the layer's strides, padding and dilation.
 *
 * Errors: those of koma_keras_get_window_attrs().
 */
gboolean
koma_keras_add_window (KomaKerasBuilder    *builder,
                       KomaOp               op,
                       const KomaKerasCall *call,
                       KomaValueId          input,
                       KomaArray           *filter,
                       KomaArray           *bias,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  KomaValueId         inputs[3] = { input };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = bias ? 3 : 2 };
  g_autoptr (KomaAttrs) attrs = koma_keras_get_window_attrs (call, error);

  if (attrs == NULL)
    return FALSE;
  inputs[1] = koma_keras_add_constant (builder, "kernel", filter);
  if (bias != NULL)
    inputs[2] = koma_keras_add_constant (builder, "bias", bias);
  return koma_keras_add_node (builder, op, &like, g_steal_pointer (&attrs), ret_output, error);
}
