/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

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
static KomaValueId
add_transposed (KomaBuilder                 *b,
                const KomaKerasVolumeWindow *window,
                gboolean                     is_of_depth,
                KomaValueId                  x,
                KomaValueId                  kernel,
                gint64                       n_channels)
{
  const gint32      channels = (gint32) n_channels;
  const guint       first = is_of_depth ? 0 : 1;
  const gint32      scale[] = { window->strides[first], is_of_depth ? 1 : window->strides[2] };
  const gint32      extra[] = { get_extra (window, first),
                           is_of_depth ? 0 : get_extra (window, 2) };
  KomaValueId       parts[] = { koma_keras_add_shape_part (b, x, 0, 1),
                                koma_keras_add_size (b, x, scale, extra),
                                koma_builder_ints (b, &channels, 1) };
  const KomaValueId size = koma_builder_concat (b, parts, 3, 0);
  const KomaValueId y =
    KOMA_BUILDER_NODE (b, KOMA_OP_CONV_2D_BACKPROP_INPUT,
                       koma_keras_make_volume_attrs (window, is_of_depth), size, kernel, x);

  return koma_builder_set_rank (b, y, 4);
}

/* The planes grow with the kernels of all depths, side by side; each then goes to its depth. */
static KomaValueId
add_planes_and_depth (KomaBuilder                 *b,
                      KomaValueId                  x,
                      const KomaKerasVolumeWindow *window,
                      KomaValueId                  kernel)
{
  const KomaShape   shape = koma_builder_get_shape (b, kernel);
  const gint64      n_depths = shape.dims[0];
  const gint64      channels = shape.dims[3];
  const KomaValueId kernels[] = {
    koma_keras_add_plane_kernel (b, kernel, (guint[]){ 1, 2, 0, 3, 4 }),
    koma_keras_add_depth_kernel (b, n_depths, channels, TRUE),
  };
  KomaValueId planes = KOMA_VALUE_NONE;
  KomaValueId y = koma_keras_add_merged_steps (b, x);

  y = add_transposed (b, window, FALSE, y, kernels[0], n_depths * channels);
  planes = koma_keras_add_parted_steps (b, y, x);
  y = koma_keras_add_rows_of_depth (b, planes);
  y = add_transposed (b, window, TRUE, y, kernels[1], channels);
  return koma_keras_add_volume (b, y, planes);
}

/* Conv3DTranspose; kernel [kernel_d, kernel_h, kernel_w, out_c, in_c] */
KomaValueId
koma_keras_conv_3d_transpose (KomaBuilder         *b,
                              const KomaKerasCall *call)
{
  KomaKerasVolumeWindow window = { 0 };
  gint64                depth[2] = { 0, koma_builder_get_dim (b, call->inputs[0], 4) };
  KomaValueId           kernel = KOMA_VALUE_NONE;
  KomaValueId           bias = KOMA_VALUE_NONE;
  KomaValueId           y = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_rank (call, 5))
    return KOMA_VALUE_NONE;
  koma_keras_read_volume_window (call, &window);
  if (koma_keras_config_is_set (call, "output_padding"))
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "output_padding");
  for (guint i = 0; i < 3; i++)
    if (window.dilations[i] != 1)
      return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "dilation_rate other than 1");
  koma_keras_config_dims (call, "filters", 1, &depth[0]);
  kernel = koma_keras_add_kernel (call, "kernel", "kernel_initializer", 3, depth);
  bias = koma_keras_add_bias (call, depth[0]);
  memcpy (window.size, koma_builder_get_shape (b, kernel).dims, sizeof window.size);
  y = add_planes_and_depth (b, call->inputs[0], &window, kernel);
  if (bias != KOMA_VALUE_NONE)
    y = koma_builder_binary (b, KOMA_OP_ADD, y, bias);
  return koma_keras_add_activation (b, call, y);
}
