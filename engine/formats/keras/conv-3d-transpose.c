/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

/* [kernel_d, kernel_h, kernel_w, out_c, in_c] → [kernel_h, kernel_w, kernel_d · out_c, in_c] */
static gboolean
add_plane_kernel (KomaKerasBuilder *builder,
                  KomaValueId       kernel,
                  KomaValueId      *ret_kernel,
                  GError          **error)
{
  const KomaShape shape = koma_graph_get_value (builder->graph, kernel)->shape;
  const gint64   *d = shape.dims;
  const gint32    sizes[] = { d[1], d[2], d[0] * d[3], d[4] };

  if (!koma_keras_add_binary (builder, KOMA_OP_TRANSPOSE, "kernel", kernel,
                              koma_keras_add_ints (builder, (gint32[]){ 1, 2, 0, 3, 4 }, 5, error),
                              &kernel, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_RESHAPE, "kernel", kernel,
                              koma_keras_add_ints (builder, sizes, 4, error), ret_kernel, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_kernel, 4);
  return TRUE;
}

/* As Keras' deconv_output_length: of pixels more than stride × input, SAME has none. */
static gint32
get_extra (const KomaKerasVolumeWindow *window,
           guint                        axis)
{
  return g_str_equal (window->padding, "SAME")
           ? 0
           : (gint32) MAX (window->size[axis] - window->strides[axis], 0);
}

/* Over height and width, or over the depth, which is the height of rows. */
static gboolean
add_transposed (KomaKerasBuilder            *builder,
                const char                  *name,
                const KomaKerasVolumeWindow *window,
                gboolean                     is_of_depth,
                KomaValueId                  x,
                KomaValueId                  kernel,
                gint64                       n_channels,
                KomaValueId                 *ret_output,
                GError                     **error)
{
  const gint32  channels = (gint32) n_channels;
  const guint   first = is_of_depth ? 0 : 1;
  gint32        scale[] = { window->strides[first], is_of_depth ? 1 : window->strides[2] };
  gint32        extra[] = { get_extra (window, first), is_of_depth ? 0 : get_extra (window, 2) };
  KomaValueId   parts[4] = { 0 };
  KomaKerasCall like = { .name = name, .inputs = parts, .n_inputs = 4 };
  KomaValueId   inputs[3] = { 0, kernel, x };

  parts[2] = koma_keras_add_ints (builder, &channels, 1, error);
  parts[3] = koma_keras_add_int (builder, 0, error);
  if (kernel == KOMA_VALUE_NONE || parts[2] == KOMA_VALUE_NONE || parts[3] == KOMA_VALUE_NONE ||
      !koma_keras_add_shape_part (builder, x, 0, 1, &parts[0], error) ||
      !koma_keras_add_size (builder, x, scale, extra, &parts[1], error) ||
      !koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, &inputs[0], error))
    return FALSE;
  like.inputs = inputs;
  like.n_inputs = 3;
  if (!koma_keras_add_node (builder, KOMA_OP_CONV_2D_BACKPROP_INPUT, &like,
                            koma_keras_make_volume_attrs (window, is_of_depth), ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, 4);
  return TRUE;
}

/* The planes grow with the kernels of all depths, side by side; each then goes to its depth. */
static gboolean
add_planes_and_depth (KomaKerasBuilder            *builder,
                      const KomaKerasCall         *call,
                      const KomaKerasVolumeWindow *window,
                      KomaValueId                  kernel,
                      KomaValueId                 *ret_volume,
                      GError                     **error)
{
  const KomaShape shape = koma_graph_get_value (builder->graph, kernel)->shape;
  const gint64    n_depths = shape.dims[0];
  const gint64    channels = shape.dims[3];
  KomaValueId     planes = KOMA_VALUE_NONE;
  KomaValueId     value = KOMA_VALUE_NONE;

  return add_plane_kernel (builder, kernel, &kernel, error) &&
         koma_keras_add_merged_steps (builder, call->name, call->inputs[0], &value, error) &&
         add_transposed (builder, call->name, window, FALSE, value, kernel, n_depths * channels,
                         &value, error) &&
         koma_keras_add_rows_of_depth (builder, call->name, value, call->inputs[0], &planes, &value,
                                       error) &&
         add_transposed (builder, call->name, window, TRUE, value,
                         koma_keras_add_depth_kernel (builder, n_depths, channels, TRUE, error),
                         channels, &value, error) &&
         koma_keras_add_volume (builder, call->name, value, planes, ret_volume, error);
}

static gboolean
check_settings (const KomaKerasCall         *call,
                const KomaKerasVolumeWindow *window,
                GError                     **error)
{
  if (koma_keras_config_is_set (call, "output_padding"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "output_padding");
  for (guint i = 0; i < 3; i++)
    if (window->dilations[i] != 1)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "dilation_rate other than 1");
  return TRUE;
}

/* Conv3DTranspose; kernel [kernel_d, kernel_h, kernel_w, out_c, in_c] */
gboolean
koma_keras_conv_3d_transpose (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  KomaKerasVolumeWindow window = { 0 };
  gint64                depth[2] = { 0, koma_keras_get_dim (builder, call->inputs[0], 4) };
  KomaValueId           kernel = KOMA_VALUE_NONE;
  KomaValueId           bias = KOMA_VALUE_NONE;
  KomaValueId           value = KOMA_VALUE_NONE;

  koma_keras_config_dims (call, "filters", 1, &depth[0]);
  if (!koma_keras_config_check_rank (builder, call, 5, error) ||
      !koma_keras_read_volume_window (call, &window, error) ||
      !check_settings (call, &window, error) ||
      !koma_keras_add_kernel (builder, call, "kernel", "kernel_initializer", 3, depth, &kernel,
                              error) ||
      !koma_keras_add_bias (builder, call, depth[0], &bias, error))
    return FALSE;
  memcpy (window.size, koma_graph_get_value (builder->graph, kernel)->shape.dims,
          sizeof window.size);
  return add_planes_and_depth (builder, call, &window, kernel, &value, error) &&
         (bias == KOMA_VALUE_NONE || koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, value,
                                                            bias, &value, error)) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
