/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/recipe.h"

G_BEGIN_DECLS

/* 8-bit pixels, borrowed: [height, width, n_channels],
 * rows @stride bytes apart. */
typedef struct
{
  const guint8 *data;
  guint         width;
  guint         height;
  guint         n_channels; /* 1 or 3 */
  gsize         stride;
} KomaPixels;

/* @ret_pixels: [out_height, out_width, n_channels], dense. Thread: any. */
gboolean koma_resize (const KomaPixels *pixels,
                      KomaResize        filter,
                      guint             out_width,
                      guint             out_height,
                      guint8           *ret_pixels,
                      GError          **error);

G_END_DECLS
