/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

/* MaxPooling3D, AveragePooling3D: over height and width, then over the depth. The mean of means is
 * the mean, since all planes of a window count as many pixels. */
gboolean
koma_keras_pooling_3d (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  KomaKerasVolumeWindow window = { 0 };
  KomaValueId           value = KOMA_VALUE_NONE;
  KomaValueId           planes = KOMA_VALUE_NONE;
  const KomaKerasCall   like = { .name = call->name, .inputs = &value, .n_inputs = 1 };

  return koma_keras_config_check_rank (builder, call, 5, error) &&
         koma_keras_read_volume_window (call, &window, error) &&
         koma_keras_add_merged_steps (builder, call->name, call->inputs[0], &value, error) &&
         koma_keras_add_node (builder, call->op, &like,
                              koma_keras_make_volume_attrs (&window, FALSE), &value, error) &&
         koma_keras_add_rows_of_depth (builder, call->name, value, call->inputs[0], &planes, &value,
                                       error) &&
         koma_keras_add_node (builder, call->op, &like,
                              koma_keras_make_volume_attrs (&window, TRUE), &value, error) &&
         koma_keras_add_volume (builder, call->name, value, planes, ret_output, error);
}
