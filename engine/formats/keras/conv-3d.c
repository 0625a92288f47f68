/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

/* The planes are convolved with the kernels of all depths, side by side; then those that meet in
 * one depth of the result are added. */
static KomaValueId
add_planes_and_depth (KomaBuilder                 *b,
                      KomaValueId                  x,
                      const KomaKerasVolumeWindow *window,
                      KomaValueId                  kernel,
                      KomaValueId                  bias)
{
  const KomaShape   shape = koma_builder_get_shape (b, kernel);
  const KomaValueId kernels[] = {
    koma_keras_add_plane_kernel (b, kernel, (guint[]){ 1, 2, 3, 0, 4 }),
    koma_keras_add_depth_kernel (b, shape.dims[0], shape.dims[4], FALSE),
  };
  KomaValueId planes = KOMA_VALUE_NONE;
  KomaValueId y = koma_keras_add_merged_steps (b, x);

  y = KOMA_BUILDER_NODE (b, KOMA_OP_CONV_2D, koma_keras_make_volume_attrs (window, FALSE), y,
                         kernels[0]);
  planes = koma_keras_add_parted_steps (b, y, x);
  y = koma_keras_add_biased (
    b, KOMA_OP_CONV_2D,
    (KomaValueId[]){ koma_keras_add_rows_of_depth (b, planes), kernels[1], bias }, 3,
    koma_keras_make_volume_attrs (window, TRUE));
  return koma_keras_add_volume (b, y, planes);
}

/* Conv3D; kernel [kernel_d, kernel_h, kernel_w, in_c, out_c] */
KomaValueId
koma_keras_conv_3d (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  KomaKerasVolumeWindow window = { 0 };
  gint64                depth[2] = { koma_builder_get_dim (b, call->inputs[0], 4), 0 };
  const double          n_groups = koma_keras_config_double (call, "groups", 1);
  KomaValueId           kernel = KOMA_VALUE_NONE;
  KomaValueId           bias = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_rank (call, 5))
    return KOMA_VALUE_NONE;
  koma_keras_read_volume_window (call, &window);
  if (n_groups != 1)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%g groups", n_groups);
  koma_keras_config_dims (call, "filters", 1, &depth[1]);
  kernel = koma_keras_add_kernel (call, "kernel", "kernel_initializer", 3, depth);
  bias = koma_keras_add_bias (call, depth[1]);
  return koma_keras_add_activation (
    b, call, add_planes_and_depth (b, call->inputs[0], &window, kernel, bias));
}
