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
 * koma_keras_add_kernel:
 * @n_dims: that the layer's "kernel_size" has
 * @depth: (array fixed-size=2): the last two sizes; %KOMA_DIM_UNKNOWN while reading
 * @ret_kernel: `[kernel_size…, depth[0], depth[1]]`
 *
 * The weight that a convolution moves over its input.
 *
 * Errors: those of koma_keras_add_weight().
 */
gboolean
koma_keras_add_kernel (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       const char          *what,
                       const char          *initializer,
                       guint                n_dims,
                       const gint64        *depth,
                       KomaValueId         *ret_kernel,
                       GError             **error)
{
  KomaKerasWeight kernel = {
    .shape = { .rank = n_dims + 2 },
    .initializer = initializer,
    .fallback = "glorotUniform",
    .is_trainable = TRUE,
  };

  koma_keras_config_dims (call, "kernel_size", n_dims, kernel.shape.dims);
  kernel.shape.dims[n_dims] = depth[0];
  kernel.shape.dims[n_dims + 1] = depth[1];
  return koma_keras_add_weight (builder, call, what, &kernel, ret_kernel, error);
}

/**
 * koma_keras_add_bias:
 * @n: how many values it has; %KOMA_DIM_UNKNOWN while reading
 * @ret_bias: `[n]`; %KOMA_VALUE_NONE where the layer has none
 *
 * Keras writes "use_bias" always; the default is a bias.
 *
 * Errors: %KOMA_ERROR_MODEL if the setting is damaged; those of koma_keras_add_weight().
 */
gboolean
koma_keras_add_bias (KomaKerasBuilder    *builder,
                     const KomaKerasCall *call,
                     gint64               n,
                     KomaValueId         *ret_bias,
                     GError             **error)
{
  const KomaKerasWeight bias = {
    .shape = KOMA_SHAPE (n),
    .initializer = "bias_initializer",
    .fallback = "zeros",
    .is_trainable = TRUE,
  };
  gboolean is_used = TRUE;

  *ret_bias = KOMA_VALUE_NONE;
  return koma_keras_config_boolean (call, "use_bias", TRUE, &is_used, error) &&
         (!is_used || koma_keras_add_weight (builder, call, "bias", &bias, ret_bias, error));
}

/**
 * koma_keras_add_window:
 * @op: %KOMA_OP_CONV_2D or %KOMA_OP_DEPTHWISE_CONV_2D
 * @filter: in TensorFlow's layout, which is Keras' too
 * @bias: `[out_c]`, or %KOMA_VALUE_NONE
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
                       KomaValueId          filter,
                       KomaValueId          bias,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  const KomaValueId   inputs[] = { input, filter, bias };
  const KomaKerasCall like = { .name = call->name,
                               .inputs = inputs,
                               .n_inputs = bias != KOMA_VALUE_NONE ? 3 : 2 };
  g_autoptr (KomaAttrs) attrs = koma_keras_get_window_attrs (call, error);

  return attrs != NULL &&
         koma_keras_add_node (builder, op, &like, g_steal_pointer (&attrs), ret_output, error);
}
