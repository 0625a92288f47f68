/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Volumes [n, d, h, w, c] by ops for pictures: first over height and width, all depths being one
 * batch; then over the depth, the pixels of a plane being one row. */
typedef struct
{
  const char *padding; /* "SAME", "VALID" */
  gint64      size[3]; /* of d, h, w; of the pool, or the kernel */
  gint64      strides[3];
  gint64      dilations[3];
} KomaKerasVolumeWindow;

/* "strides", "padding", "dilation_rate" */
void koma_keras_read_volume_window (const KomaKerasCall *call, KomaKerasVolumeWindow *ret_window);
/* (transfer full) for the op over the planes, or for that over the depth */
KomaAttrs *koma_keras_make_volume_attrs (const KomaKerasVolumeWindow *window, gboolean is_of_depth);

/* [kernel_d, kernel_h, kernel_w, ..] → [kernel_h, kernel_w, ..] with the kernels of all depths side
 * by side: those of @perm, of five dimensions; the one behind the depth is multiplied by it. */
KomaValueId koma_keras_add_plane_kernel (KomaBuilder *b, KomaValueId kernel, const guint *perm);
/* [n, d, h, w, c] → [n, d, h · w, c] … */
KomaValueId koma_keras_add_rows_of_depth (KomaBuilder *b, KomaValueId planes);
/* … and back: [n, d', h · w, c'] → [n, d', h, w, c'] */
KomaValueId koma_keras_add_volume (KomaBuilder *b, KomaValueId rows, KomaValueId planes);
/* Zeros, but 1 where channel k · n_channels + i of one side meets channel i of the other in the
 * k-th of so many depths: [n_depths, 1, many, few], or [n_depths, 1, few, many]. */
KomaValueId koma_keras_add_depth_kernel (KomaBuilder *b,
                                         gint64       n_depths,
                                         gint64       n_channels,
                                         gboolean     is_few_first);

G_END_DECLS
