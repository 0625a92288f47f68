/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What has to be done to the rows of a file to see the picture upright, under
 * the numbers that EXIF gives it. */
typedef enum {
  KOMA_ORIENTATION_UPRIGHT = 1,
  KOMA_ORIENTATION_MIRROR = 2,     /* left and right change places */
  KOMA_ORIENTATION_TURN_HALF = 3,  /* 180° */
  KOMA_ORIENTATION_FLIP = 4,       /* top and bottom change places */
  KOMA_ORIENTATION_TRANSPOSE = 5,  /* rows become columns */
  KOMA_ORIENTATION_TURN_RIGHT = 6, /* 90° clockwise */
  KOMA_ORIENTATION_TRANSVERSE = 7, /* rows become columns, then 180° */
  KOMA_ORIENTATION_TURN_LEFT = 8,  /* 90° anticlockwise */
} KomaOrientation;

gboolean koma_orientation_swaps_sides (KomaOrientation orientation);
void     koma_orientation_apply (KomaOrientation orientation,
                                 const guint8   *rgb, /* [height, width, 3], dense */
                                 guint           width,
                                 guint           height,
                                 guint8         *ret_rgb); /* upright, dense */

G_END_DECLS
