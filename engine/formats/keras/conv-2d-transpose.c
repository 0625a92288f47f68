/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* How many pixels the result is longer than stride × input. As Keras'
 * deconv_output_length: with SAME none; with VALID those by which the dilated
 * kernel is longer than the stride. A given output_padding replaces both. */
static gboolean
compute_extra (const KomaKerasCall *call,
               const KomaShape     *kernel,
               const gint64        *strides,
               gint32              *ret_extra,
               GError             **error)
{
  const char *padding = koma_keras_config_padding (call, error);
  gboolean    is_same = g_strcmp0 (padding, "SAME") == 0;
  gint64      given[2] = { 0 };
  gint64      dilations[2] = { 0 };

  if (padding == NULL || !koma_keras_config_pair (call, "output_padding", 0, given, error) ||
      !koma_keras_config_pair (call, "dilation_rate", 1, dilations, error))
    return FALSE;
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
  return TRUE;
}

/* [batch, height, width, out_c] of the result, int32 [4] */
static gboolean
add_output_sizes (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId          kernel,
                  KomaValueId         *ret_sizes,
                  GError             **error)
{
  const KomaShape     shape = koma_graph_get_value (builder->graph, kernel)->shape;
  const gint32        channels = (gint32) shape.dims[2];
  gint64              strides[2] = { 0 };
  gint32              scale[2] = { 0 };
  gint32              extra[2] = { 0 };
  KomaValueId         parts[4] = { 0 };
  const KomaKerasCall like = { .name = call->name, .inputs = parts, .n_inputs = 4 };

  if (!koma_keras_config_pair (call, "strides", 1, strides, error) ||
      !compute_extra (call, &shape, strides, extra, error))
    return FALSE;
  scale[0] = (gint32) strides[0];
  scale[1] = (gint32) strides[1];
  parts[2] = koma_keras_add_ints (builder, &channels, 1, error);
  parts[3] = koma_keras_add_int (builder, 0, error);
  return parts[2] != KOMA_VALUE_NONE && parts[3] != KOMA_VALUE_NONE &&
         koma_keras_add_shape_part (builder, call->inputs[0], 0, 1, &parts[0], error) &&
         koma_keras_add_size (builder, call->inputs[0], scale, extra, &parts[1], error) &&
         koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, ret_sizes, error);
}

/* Keras writes groups, since the class derives from Conv2D, and ignores them. */
static gboolean
check_groups (const KomaKerasCall *call,
              GError             **error)
{
  double n_groups = 1;

  if (!koma_keras_config_double (call, "groups", 1, &n_groups, error))
    return FALSE;
  if (n_groups != 1)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "%g groups", n_groups);
  return n_groups == 1;
}

/* Conv2DTranspose; kernel [kernel_h, kernel_w, out_c, in_c]. TensorFlow's op
 * is the gradient of a convolution, and so wants the size of its result. */
gboolean
koma_keras_conv_2d_transpose (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  gint64        depth[2] = { 0, koma_keras_get_dim (builder, call->inputs[0], 3) };
  KomaValueId   inputs[4] = { [2] = call->inputs[0] };
  KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 3 };
  KomaValueId   value = KOMA_VALUE_NONE;
  g_autoptr (KomaAttrs) attrs = koma_keras_get_window_attrs (call, error);

  koma_keras_config_dims (call, "filters", 1, &depth[0]);
  if (attrs == NULL || !check_groups (call, error) ||
      !koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_add_kernel (builder, call, "kernel", "kernel_initializer", 2, depth, &inputs[1],
                              error) ||
      !koma_keras_add_bias (builder, call, depth[0], &inputs[3], error) ||
      !add_output_sizes (builder, call, inputs[1], &inputs[0], error))
    return FALSE;
  like.n_inputs += inputs[3] != KOMA_VALUE_NONE;
  if (!koma_keras_add_node (builder, call->op, &like, g_steal_pointer (&attrs), &value, error))
    return FALSE;
  koma_keras_set_rank (builder, value, 4);
  return koma_keras_add_activation (builder, call, value, ret_output, error);
}
