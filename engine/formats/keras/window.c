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
 * Returns: (transfer full): strides, padding and dilation of the
 *   layer under TensorFlow's names
 */
KomaAttrs *
koma_keras_get_window_attrs (const KomaKerasCall *call)
{
  gint64     strides[4] = { 1, 1, 1, 1 };
  gint64     dilations[4] = { 1, 1, 1, 1 };
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "padding", koma_keras_config_padding (call));
  koma_keras_config_pair (call, "strides", 1, strides + 1);
  koma_keras_config_pair (call, "dilation_rate", 1, dilations + 1);
  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_ints (attrs, "dilations", dilations, 4);
  return attrs;
}

/**
 * koma_keras_add_kernel:
 * @n_dims: that the layer's "kernel_size" has
 * @depth: (array fixed-size=2): the last two sizes; %KOMA_DIM_UNKNOWN while reading
 *
 * The weight that a convolution moves over its input.
 *
 * Errors: those of koma_keras_add_weight().
 *
 * Returns: `[kernel_size…, depth[0], depth[1]]`
 */
KomaValueId
koma_keras_add_kernel (const KomaKerasCall *call,
                       const char          *what,
                       const char          *initializer,
                       guint                n_dims,
                       const gint64        *depth)
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
  return koma_keras_add_weight (call, what, &kernel);
}

/**
 * koma_keras_add_bias:
 * @n: how many values it has; %KOMA_DIM_UNKNOWN while reading
 *
 * Keras writes "use_bias" always; the default is a bias.
 *
 * Errors: %KOMA_ERROR_MODEL if the setting is damaged; those of koma_keras_add_weight().
 *
 * Returns: `[n]`; %KOMA_VALUE_NONE where the layer has none
 */
KomaValueId
koma_keras_add_bias (const KomaKerasCall *call,
                     gint64               n)
{
  const KomaKerasWeight bias = {
    .shape = KOMA_SHAPE (n),
    .initializer = "bias_initializer",
    .fallback = "zeros",
    .is_trainable = TRUE,
  };

  return koma_keras_config_boolean (call, "use_bias", TRUE)
           ? koma_keras_add_weight (call, "bias", &bias)
           : KOMA_VALUE_NONE;
}

/**
 * koma_keras_add_biased:
 * @inputs: (array length=n_inputs): the last one a bias, or %KOMA_VALUE_NONE
 * @attrs: (transfer full) (nullable):
 *
 * Errors: those of koma_builder_node().
 */
KomaValueId
koma_keras_add_biased (KomaBuilder       *b,
                       KomaOp             op,
                       const KomaValueId *inputs,
                       guint              n_inputs,
                       KomaAttrs         *attrs)
{
  const guint n_used = inputs[n_inputs - 1] != KOMA_VALUE_NONE ? n_inputs : n_inputs - 1;

  return koma_builder_node (b, op, inputs, n_used, attrs);
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
KomaValueId
koma_keras_add_window (KomaBuilder         *b,
                       KomaOp               op,
                       const KomaKerasCall *call,
                       KomaValueId          input,
                       KomaValueId          filter,
                       KomaValueId          bias)
{
  return koma_keras_add_biased (b, op, (KomaValueId[]){ input, filter, bias }, 3,
                                koma_keras_get_window_attrs (call));
}
