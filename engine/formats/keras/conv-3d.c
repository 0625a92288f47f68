/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

/* [kernel_d, kernel_h, kernel_w, in_c, out_c] → [kernel_h, kernel_w, in_c, kernel_d · out_c] */
static gboolean
add_plane_kernel (KomaKerasBuilder *builder,
                  KomaValueId       kernel,
                  KomaValueId      *ret_kernel,
                  GError          **error)
{
  const KomaShape shape = koma_graph_get_value (builder->graph, kernel)->shape;
  const gint64   *d = shape.dims;
  const gint32    sizes[] = { d[1], d[2], d[3], d[0] * d[4] };

  if (!koma_keras_add_binary (builder, KOMA_OP_TRANSPOSE, "kernel", kernel,
                              koma_keras_add_ints (builder, (gint32[]){ 1, 2, 3, 0, 4 }, 5, error),
                              &kernel, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_RESHAPE, "kernel", kernel,
                              koma_keras_add_ints (builder, sizes, 4, error), ret_kernel, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_kernel, 4);
  return TRUE;
}

static gboolean
add_conv (KomaKerasBuilder  *builder,
          const char        *name,
          const KomaValueId *inputs, /* [3] x, kernel, bias or KOMA_VALUE_NONE */
          KomaAttrs         *attrs,  /* (transfer full) */
          KomaValueId       *ret_output,
          GError           **error)
{
  const KomaKerasCall like = { .name = name,
                               .inputs = inputs,
                               .n_inputs = inputs[2] != KOMA_VALUE_NONE ? 3 : 2 };

  return koma_keras_add_node (builder, KOMA_OP_CONV_2D, &like, attrs, ret_output, error);
}

/* The planes are convolved with the kernels of all depths, side by side; then those that meet in
 * one depth of the result are added. */
static gboolean
add_planes_and_depth (KomaKerasBuilder            *builder,
                      const KomaKerasCall         *call,
                      const KomaKerasVolumeWindow *window,
                      KomaValueId                  kernel,
                      KomaValueId                  bias,
                      KomaValueId                 *ret_volume,
                      GError                     **error)
{
  const KomaShape shape = koma_graph_get_value (builder->graph, kernel)->shape;
  KomaValueId     inputs[3] = { [2] = KOMA_VALUE_NONE };
  KomaValueId     planes = KOMA_VALUE_NONE;
  KomaValueId     value = KOMA_VALUE_NONE;

  if (!koma_keras_add_merged_steps (builder, call->name, call->inputs[0], &inputs[0], error) ||
      !add_plane_kernel (builder, kernel, &inputs[1], error) ||
      !add_conv (builder, call->name, inputs, koma_keras_make_volume_attrs (window, FALSE), &value,
                 error) ||
      !koma_keras_add_rows_of_depth (builder, call->name, value, call->inputs[0], &planes,
                                     &inputs[0], error))
    return FALSE;
  inputs[1] = koma_keras_add_depth_kernel (builder, shape.dims[0], shape.dims[4], FALSE, error);
  inputs[2] = bias;
  return inputs[1] != KOMA_VALUE_NONE &&
         add_conv (builder, call->name, inputs, koma_keras_make_volume_attrs (window, TRUE), &value,
                   error) &&
         koma_keras_add_volume (builder, call->name, value, planes, ret_volume, error);
}

/* Conv3D; kernel [kernel_d, kernel_h, kernel_w, in_c, out_c] */
gboolean
koma_keras_conv_3d (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  KomaKerasVolumeWindow window = { 0 };
  gint64                depth[2] = { koma_keras_get_dim (builder, call->inputs[0], 4), 0 };
  KomaValueId           kernel = KOMA_VALUE_NONE;
  KomaValueId           bias = KOMA_VALUE_NONE;
  KomaValueId           value = KOMA_VALUE_NONE;
  double                n_groups = 1;

  koma_keras_config_dims (call, "filters", 1, &depth[1]);
  if (!koma_keras_config_check_rank (builder, call, 5, error) ||
      !koma_keras_read_volume_window (call, &window, error) ||
      !koma_keras_config_double (call, "groups", 1, &n_groups, error))
    return FALSE;
  if (n_groups != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%g groups", n_groups);
  return koma_keras_add_kernel (builder, call, "kernel", "kernel_initializer", 3, depth, &kernel,
                                error) &&
         koma_keras_add_bias (builder, call, depth[1], &bias, error) &&
         add_planes_and_depth (builder, call, &window, kernel, bias, &value, error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
