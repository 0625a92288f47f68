/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* How many pixels the result is longer than stride × input. As Keras'
 * deconv_output_length: with SAME none; with VALID those by which the dilated
 * kernel is longer than the stride. A given output_padding replaces both. */
static void
compute_extra (const KomaKerasCall *call,
               const KomaShape     *kernel,
               const gint64        *strides,
               gint32              *ret_extra)
{
  const gboolean is_same = g_str_equal (koma_keras_config_padding (call), "SAME");
  gint64         given[2] = { 0 };
  gint64         dilations[2] = { 0 };

  koma_keras_config_pair (call, "output_padding", 0, given);
  koma_keras_config_pair (call, "dilation_rate", 1, dilations);
  if (call->is_one_row)
    given[0] = 0;
  for (guint i = 0; i < 2; i++) {
    gint64 size = (kernel->dims[i] - 1) * dilations[i] + 1;
    gint64 cut = is_same ? 2 * (size / 2) : 0;

    if (koma_keras_config_is_set (call, "output_padding"))
      ret_extra[i] = (gint32) (size - strides[i] - cut + given[i]);
    else
      ret_extra[i] = is_same ? 0 : (gint32) MAX (size - strides[i], 0);
  }
}

/* [batch, height, width, out_c] of the result, int32 [4] */
static KomaValueId
add_output_sizes (KomaBuilder         *b,
                  const KomaKerasCall *call,
                  KomaValueId          kernel)
{
  const KomaShape shape = koma_builder_get_shape (b, kernel);
  const gint32    channels = (gint32) shape.dims[2];
  gint64          strides[2] = { 0 };
  gint32          extra[2] = { 0 };
  KomaValueId     parts[3] = { 0 };

  koma_keras_config_pair (call, "strides", 1, strides);
  compute_extra (call, &shape, strides, extra);
  parts[0] = koma_keras_add_shape_part (b, call->inputs[0], 0, 1);
  parts[1] = koma_keras_add_size (b, call->inputs[0], (gint32[]){ strides[0], strides[1] }, extra);
  parts[2] = koma_builder_ints (b, &channels, 1);
  return koma_builder_concat (b, parts, 3, 0);
}

/* Conv2DTranspose; kernel [kernel_h, kernel_w, out_c, in_c]. TensorFlow's op
 * is the gradient of a convolution, and so wants the size of its result. */
KomaValueId
koma_keras_conv_2d_transpose (KomaBuilder         *b,
                              const KomaKerasCall *call)
{
  KomaAttrs   *attrs = NULL;
  gint64       depth[2] = { 0, koma_builder_get_dim (b, call->inputs[0], 3) };
  KomaValueId  inputs[4] = { [2] = call->inputs[0] };
  KomaValueId  value = KOMA_VALUE_NONE;
  const double n_groups = koma_keras_config_double (call, "groups", 1);

  /* Keras writes groups, since the class derives from Conv2D, and ignores them. */
  if (n_groups != 1)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%g groups", n_groups);
  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  koma_keras_config_dims (call, "filters", 1, &depth[0]);
  attrs = koma_keras_get_window_attrs (call);
  inputs[1] = koma_keras_add_kernel (call, "kernel", "kernel_initializer", 2, depth);
  inputs[3] = koma_keras_add_bias (call, depth[0]);
  inputs[0] = add_output_sizes (b, call, inputs[1]);
  value = koma_keras_add_biased (b, call->op, inputs, 4, attrs);
  return koma_keras_add_activation (b, call, koma_builder_set_rank (b, value, 4));
}
