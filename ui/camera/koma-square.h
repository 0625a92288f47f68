/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/camera/koma-camera-region.h"

G_BEGIN_DECLS

/* The square region that the user moves over a picture of @width × @height pixels. It stays inside
 * the picture. Its side is at least this share of the picture's shorter side. */
#define KOMA_SQUARE_MIN_SIDE 0.1

void koma_square_shift (KomaCameraRegion *square,
                        double            x, /* pixels */
                        double            y,
                        double            width,
                        double            height);
void koma_square_zoom (KomaCameraRegion *square, /* about its middle where there is room */
                       double            factor,
                       double            width,
                       double            height);

G_END_DECLS
