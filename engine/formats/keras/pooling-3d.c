/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "steps.h"
#include "volume.h"

/* MaxPooling3D, AveragePooling3D: over height and width, then over the depth. The mean of means is
 * the mean, since all planes of a window count as many pixels. */
KomaValueId
koma_keras_pooling_3d (KomaBuilder         *b,
                       const KomaKerasCall *call)
{
  KomaKerasVolumeWindow window = { 0 };
  KomaValueId           value = KOMA_VALUE_NONE;
  KomaValueId           planes = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_rank (call, 5))
    return KOMA_VALUE_NONE;
  koma_keras_read_volume_window (call, &window);
  value = koma_keras_add_merged_steps (b, call->inputs[0]);
  value = KOMA_BUILDER_NODE (b, call->op, koma_keras_make_volume_attrs (&window, FALSE), value);
  planes = koma_keras_add_parted_steps (b, value, call->inputs[0]);
  value = koma_keras_add_rows_of_depth (b, planes);
  value = KOMA_BUILDER_NODE (b, call->op, koma_keras_make_volume_attrs (&window, TRUE), value);
  return koma_keras_add_volume (b, value, planes);
}
