/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "info.h"

G_BEGIN_DECLS

/* How much of a convolution an invocation of the first tier makes, and how many
 * of them are a work group. Which are fastest depends on the device; results do
 * not depend on them, to the last bit. */
typedef struct
{
  guint tile_pixels;  /* of a tile of 16 channels: 2, 4 or 7 */
  guint tile_lanes;   /* of a work group of such tiles */
  guint window_lines; /* of a depthwise convolution with a usual window: 1 or 2 */
  guint window_lanes; /* of a work group of such lines */
} KomaGlesSizes;

/* Those that are tried on a device. */
guint                koma_gles_sizes_get_n (void);
const KomaGlesSizes *koma_gles_sizes_get (guint index);

/* Where nothing was tried. */
KomaGlesSizes koma_gles_sizes_get_usual (const KomaGlesInfo *info);
gboolean      koma_gles_sizes_are_possible (const KomaGlesSizes *sizes,
                                            const KomaGlesInfo  *info);

/* Of a device that stores tensors as float16, or not, and reads them as texels,
 * or not; kept in a file. */
typedef struct
{
  const KomaGlesInfo *info;
  gboolean            is_half;
  gboolean            has_texels;
} KomaGlesSizesOwner;

gboolean koma_gles_sizes_load (const KomaGlesSizesOwner *owner,
                               KomaGlesSizes            *ret_sizes);
gboolean koma_gles_sizes_store (const KomaGlesSizesOwner *owner,
                                const KomaGlesSizes      *sizes);
void     koma_gles_sizes_forget (const KomaGlesSizesOwner *owner);

G_END_DECLS
