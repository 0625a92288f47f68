/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/resize.h"

G_BEGIN_DECLS

/* What koma_resize() computes with two of its filters, pixel by pixel.
 * @ret_pixels: [out_height, out_width, n_channels], dense. */
void plain_resize (const KomaPixels *pixels,
                   guint             out_width,
                   guint             out_height,
                   gboolean          is_bicubic,
                   guint8           *ret_pixels);

G_END_DECLS
