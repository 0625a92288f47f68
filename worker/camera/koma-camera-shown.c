/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-shown.h"

#include <string.h>

#include "engine/koma-app.h"

static void
mirror_rows (guint8 *rgb,
             guint   width,
             guint   height)
{
  for (guint y = 0; y < height; y++) {
    guint8 *left = rgb + (gsize) y * width * 3;
    guint8 *right = left + (gsize) (width - 1) * 3;

    for (; left < right; left += 3, right -= 3) {
      guint8 pixel[3];

      memcpy (pixel, left, 3);
      memcpy (left, right, 3);
      memcpy (right, pixel, 3);
    }
  }
}

/**
 * koma_camera_shown_make:
 * @shown: how the picture is seen
 * @picture: what the camera saw
 * @pool: where the pixels come from
 *
 * Makes a picture smaller, and mirrors it. One that is seen larger than it is stays as it is: the
 * window enlarges it in less time than it takes to copy all those pixels.
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): a picture of the size that @shown has; %NULL where it
 *   would be larger, there is no memory, or nobody looks
 */
KomaPicture *
koma_camera_shown_make (const KomaCameraShown *shown,
                        const KomaPicture     *picture,
                        KomaPixelPool         *pool)
{
  const KomaPixels pixels = { picture->rgb, picture->width, picture->height, 3, picture->stride };
  const gsize      row_bytes = (gsize) 3 * shown->width;
  guint8          *rgb = NULL;

  if (shown->width == 0 || shown->height == 0 || shown->width > picture->width)
    return NULL;
  rgb = koma_pixel_pool_take (pool, row_bytes * shown->height);
  if (!koma_resize (&pixels, KOMA_RESIZE_BILINEAR, shown->width, shown->height, rgb, NULL)) {
    koma_pixel_pool_give_back (pool, rgb);
    return NULL;
  }
  if (shown->is_mirrored)
    mirror_rows (rgb, shown->width, shown->height);
  return koma_pixel_pool_make_picture (pool, rgb, shown->width, shown->height, row_bytes);
}

gboolean
koma_camera_shown_equals (const KomaCameraShown *a,
                          const KomaCameraShown *b)
{
  return a->width == b->width && a->height == b->height && !a->is_mirrored == !b->is_mirrored;
}
