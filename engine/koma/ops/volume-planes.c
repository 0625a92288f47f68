/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "volume-planes.h"

#include "engine/koma-limits.h"

gboolean
koma_volume_check_planes (KomaBuilder             *builder,
                          const KomaWindowOptions *planes)
{
  const int numbers[] = { planes->stride_h, planes->dilation_h };

  for (guint i = 0; i < 2; i++)
    if (numbers[i] < 1 || numbers[i] > KOMA_MAX_WINDOW_SIDE) {
      koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                         "a stride or dilation of planes is %d, expected 1 to %d", numbers[i],
                         KOMA_MAX_WINDOW_SIDE);
      return FALSE;
    }
  if (MIN (planes->pad_top, planes->pad_bottom) < 0 ||
      MAX (planes->pad_top, planes->pad_bottom) > KOMA_MAX_WINDOW_SIDE) {
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                       "the padding of planes is %d and %d, expected 0 to %d", planes->pad_top,
                       planes->pad_bottom, KOMA_MAX_WINDOW_SIDE);
    return FALSE;
  }
  return TRUE;
}

/* TensorFlow's SAME and VALID. */
gint64
koma_volume_count_planes (KomaWindowOptions *planes,
                          gint64             n_in,
                          gint64             size)
{
  const gint64 extent = (size - 1) * planes->dilation_h + 1;
  gint64       n_out = 0;
  gint64       padding = 0;

  if (planes->padding == KOMA_PADDING_SAME) {
    n_out = (n_in + planes->stride_h - 1) / planes->stride_h;
    padding = MAX ((n_out - 1) * planes->stride_h + extent - n_in, 0);
    planes->pad_top = padding / 2;
    planes->pad_bottom = padding - padding / 2;
  } else if (planes->padding == KOMA_PADDING_VALID) {
    planes->pad_top = planes->pad_bottom = 0;
  }
  n_in += (gint64) planes->pad_top + planes->pad_bottom;
  return n_in < extent ? -1 : (n_in - extent) / planes->stride_h + 1;
}

KomaValueId
koma_volume_take_filter (KomaBuilder *builder,
                         KomaValueId  filter,
                         gint32       index)
{
  const KomaShape shape = koma_builder_get_shape (builder, filter);

  filter = koma_builder_slice (builder, filter, (gint32[]){ index, 0, 0, 0, 0 },
                               (gint32[]){ 1, -1, -1, -1, -1 });
  return koma_builder_reshape (builder, filter, koma_shape_make (4, &shape.dims[1]));
}
