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
gboolean koma_keras_read_volume_window (const KomaKerasCall   *call,
                                        KomaKerasVolumeWindow *ret_window,
                                        GError               **error);
/* (transfer full) for the op over the planes, or for that over the depth */
KomaAttrs *koma_keras_make_volume_attrs (const KomaKerasVolumeWindow *window, gboolean is_of_depth);

/* What an op made of the planes of @volume, [n · d, h, w, c] → [n, d, h · w, c]; @ret_planes:
 * [n, d, h, w, c], for the way back. */
gboolean koma_keras_add_rows_of_depth (KomaKerasBuilder *builder,
                                       const char       *name,
                                       KomaValueId       input,
                                       KomaValueId       volume,
                                       KomaValueId      *ret_planes,
                                       KomaValueId      *ret_rows,
                                       GError          **error);
/* [n, d', h · w, c'] → [n, d', h, w, c'] */
gboolean koma_keras_add_volume (KomaKerasBuilder *builder,
                                const char       *name,
                                KomaValueId       rows,
                                KomaValueId       planes,
                                KomaValueId      *ret_volume,
                                GError          **error);
/* Zeros, but 1 where channel k · n_channels + i of one side meets channel i of the other in the
 * k-th of so many depths: [n_depths, 1, many, few], or [n_depths, 1, few, many]. */
KomaValueId koma_keras_add_depth_kernel (KomaKerasBuilder *builder,
                                         gint64            n_depths,
                                         gint64            n_channels,
                                         gboolean          is_few_first,
                                         GError          **error);

G_END_DECLS
