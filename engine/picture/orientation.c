/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "orientation.h"

/* Where the upright picture's first pixel is among the stored ones, and how
 * far it is from there to its right and its lower neighbour; in pixels. */
typedef struct
{
  gssize first;
  gssize step_right;
  gssize step_down;
} Walk;

static Walk
plan_walk (KomaOrientation orientation,
           gssize          width,
           gssize          height)
{
  const gssize right = width - 1;
  const gssize bottom = (height - 1) * width;

  switch (orientation) {
  case KOMA_ORIENTATION_MIRROR:
    return (Walk){ right, -1, width };
  case KOMA_ORIENTATION_TURN_HALF:
    return (Walk){ bottom + right, -1, -width };
  case KOMA_ORIENTATION_FLIP:
    return (Walk){ bottom, 1, -width };
  case KOMA_ORIENTATION_TRANSPOSE:
    return (Walk){ 0, width, 1 };
  case KOMA_ORIENTATION_TURN_RIGHT:
    return (Walk){ bottom, -width, 1 };
  case KOMA_ORIENTATION_TRANSVERSE:
    return (Walk){ bottom + right, -width, -1 };
  case KOMA_ORIENTATION_TURN_LEFT:
    return (Walk){ right, width, -1 };
  case KOMA_ORIENTATION_UPRIGHT:
    break;
  }
  return (Walk){ 0, 1, width };
}

/**
 * koma_orientation_swaps_sides:
 * @orientation: an orientation
 *
 * Returns: whether the upright picture is as wide as the stored one is high
 */
gboolean
koma_orientation_swaps_sides (KomaOrientation orientation)
{
  return orientation >= KOMA_ORIENTATION_TRANSPOSE;
}

/**
 * koma_orientation_apply:
 * @orientation: what to do
 * @rgb: `[height, width, 3]`, dense, as stored
 * @width: pixels, as stored
 * @height: pixels, as stored
 * @ret_rgb: (out caller-allocates): as many pixels, dense, upright; its
 *   sides are swapped where koma_orientation_swaps_sides() says so
 *
 * Puts a picture upright.
 *
 * Thread: any.
 */
void
koma_orientation_apply (KomaOrientation orientation,
                        const guint8   *rgb,
                        guint           width,
                        guint           height,
                        guint8         *ret_rgb)
{
  const Walk     walk = plan_walk (orientation, width, height);
  const gboolean is_turned = koma_orientation_swaps_sides (orientation);
  const guint    out_width = is_turned ? height : width;
  const guint    out_height = is_turned ? width : height;

  for (guint y = 0; y < out_height; y++)
    for (guint x = 0; x < out_width; x++) {
      gssize        at = walk.first + (gssize) y * walk.step_down + (gssize) x * walk.step_right;
      const guint8 *pixel = rgb + at * 3;

      *ret_rgb++ = pixel[0];
      *ret_rgb++ = pixel[1];
      *ret_rgb++ = pixel[2];
    }
}
