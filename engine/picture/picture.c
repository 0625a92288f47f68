/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture.h"

#include <string.h>

#include "resize.h"
#include "decode-share.h"

/**
 * koma_picture_new_take:
 * @rgb: (transfer full): `[height, width, 3]`, 0 … 255, upright, from
 *   g_malloc(); rows @stride bytes apart
 * @width: pixels, 1 or more
 * @height: pixels, 1 or more
 * @stride: bytes, at least 3 * @width
 *
 * Makes a picture of pixels; the source's size is taken to be theirs until
 * koma_picture_set_source_size() says otherwise.
 *
 * Thread: any.
 *
 * Returns: (transfer full): a picture
 */
KomaPicture *
koma_picture_new_take (guint8 *rgb,
                       guint   width,
                       guint   height,
                       gsize   stride)
{
  KomaPicture *picture = NULL;

  g_return_val_if_fail (rgb != NULL && width > 0 && height > 0, NULL);
  g_return_val_if_fail (stride / 3 >= width, NULL);

  picture = g_new0 (KomaPicture, 1);
  g_atomic_ref_count_init (&picture->ref_count);
  picture->rgb = rgb;
  picture->width = picture->source_width = width;
  picture->height = picture->source_height = height;
  picture->stride = stride;
  return picture;
}

/**
 * koma_picture_ref:
 * @picture: a picture
 *
 * Thread: any.
 *
 * Returns: (transfer full): @picture
 */
KomaPicture *
koma_picture_ref (KomaPicture *picture)
{
  g_atomic_ref_count_inc (&picture->ref_count);
  return picture;
}

/**
 * koma_picture_unref:
 * @picture: (nullable) (transfer full): a picture
 *
 * Thread: any.
 */
void
koma_picture_unref (KomaPicture *picture)
{
  if (picture == NULL || !g_atomic_ref_count_dec (&picture->ref_count))
    return;
  koma_picture_drop_share (picture);
  if (picture->whole != NULL)
    koma_picture_unref (picture->whole);
  else if (picture->give_back != NULL)
    picture->give_back (picture->owner, picture->rgb);
  else
    g_free (picture->rgb);
  g_free (picture);
}

/**
 * koma_picture_set_source_size:
 * @picture: a picture that nobody else has yet
 * @width: pixels
 * @height: pixels
 *
 * Says how large the file's picture is, where the pixels here are fewer.
 */
void
koma_picture_set_source_size (KomaPicture *picture,
                              guint        width,
                              guint        height)
{
  picture->source_width = width;
  picture->source_height = height;
}

/**
 * koma_picture_set_taken:
 * @picture: a picture that nobody else has yet
 * @taken: what its file says
 */
void
koma_picture_set_taken (KomaPicture *picture,
                        KomaTaken    taken)
{
  picture->taken = taken;
}

/**
 * koma_picture_set_owner:
 * @picture: a picture that nobody else has yet
 * @give_back: called with the last reference, on any thread, in place of g_free()
 * @owner: for @give_back
 */
void
koma_picture_set_owner (KomaPicture        *picture,
                        KomaPictureGiveBack give_back,
                        gpointer            owner)
{
  picture->give_back = give_back;
  picture->owner = owner;
}

/**
 * koma_picture_set_share:
 * @picture: a picture that nobody else has yet
 * @share_bytes: (transfer full): from koma_decode_share_take()
 */
void
koma_picture_set_share (KomaPicture *picture,
                        guint64      share_bytes)
{
  picture->share_bytes = share_bytes;
}

/**
 * koma_picture_drop_share:
 * @picture: a picture that is kept
 *
 * Thread: any.
 */
void
koma_picture_drop_share (KomaPicture *picture)
{
  const guint64 share_bytes = picture->share_bytes;

  picture->share_bytes = 0;
  koma_decode_share_give_back (share_bytes);
}

/* The longer side becomes @side, the other what the ratio says. */
static void
fit_size (const KomaPicture *picture,
          guint              side,
          guint             *ret_width,
          guint             *ret_height)
{
  const guint longer = MAX (picture->width, picture->height);
  const guint fitted = MIN (side, longer);

  *ret_width = MAX ((guint) (((guint64) picture->width * fitted + longer / 2) / longer), 1);
  *ret_height = MAX ((guint) (((guint64) picture->height * fitted + longer / 2) / longer), 1);
}

/**
 * koma_picture_copy_part:
 * @picture: a picture
 * @x: pixels from its left edge
 * @y: pixels from its upper edge
 * @width: pixels, 1 or more
 * @height: pixels, 1 or more
 *
 * Thread: any.
 *
 * Returns: (transfer full): that part of it as a picture of its own; its
 *   source's size is that of the part of the source
 */
KomaPicture *
koma_picture_copy_part (const KomaPicture *picture,
                        guint              x,
                        guint              y,
                        guint              width,
                        guint              height)
{
  const gsize  row_bytes = (gsize) 3 * width;
  guint8      *rgb = NULL;
  KomaPicture *part = NULL;

  g_return_val_if_fail (x <= picture->width && width <= picture->width - x, NULL);
  g_return_val_if_fail (y <= picture->height && height <= picture->height - y, NULL);

  rgb = g_malloc (row_bytes * height);
  for (guint i = 0; i < height; i++)
    memcpy (rgb + i * row_bytes, picture->rgb + (y + i) * picture->stride + (gsize) 3 * x,
            row_bytes);
  part = koma_picture_new_take (rgb, width, height, row_bytes);
  koma_picture_set_source_size (part,
                                (guint64) picture->source_width * width / picture->width,
                                (guint64) picture->source_height * height / picture->height);
  return part;
}

/**
 * koma_picture_share_part:
 * @picture: a picture
 * @x: pixels from its left edge
 * @y: pixels from its upper edge
 * @width: pixels, 1 or more
 * @height: pixels, 1 or more
 *
 * koma_picture_copy_part() without the copy: all of @picture stays in memory
 * until the part is freed too.
 *
 * Thread: any.
 *
 * Returns: (transfer full): that part of it as a picture of its own
 */
KomaPicture *
koma_picture_share_part (KomaPicture *picture,
                         guint        x,
                         guint        y,
                         guint        width,
                         guint        height)
{
  KomaPicture *part = NULL;

  g_return_val_if_fail (x <= picture->width && width <= picture->width - x, NULL);
  g_return_val_if_fail (y <= picture->height && height <= picture->height - y, NULL);

  part = koma_picture_new_take (picture->rgb + y * picture->stride + (gsize) 3 * x, width, height,
                                picture->stride);
  part->whole = koma_picture_ref (picture);
  koma_picture_set_source_size (part,
                                (guint64) picture->source_width * width / picture->width,
                                (guint64) picture->source_height * height / picture->height);
  return part;
}

/**
 * koma_picture_scale_to_fit:
 * @picture: a picture
 * @side: pixels, 1 or more
 *
 * Copies a picture so that it fits into a square of @side pixels, its ratio
 * kept (but no side below one pixel). A picture that fits already
 * keeps its size.
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the copy; %NULL when out of memory
 */
KomaPicture *
koma_picture_scale_to_fit (const KomaPicture *picture,
                           guint              side)
{
  const KomaPixels   pixels = { picture->rgb, picture->width, picture->height, 3, picture->stride };
  g_autofree guint8 *rgb = NULL;
  g_autoptr (KomaPicture) scaled = NULL;
  guint width = 0;
  guint height = 0;

  g_return_val_if_fail (side > 0, NULL);

  fit_size (picture, side, &width, &height);
  rgb = g_try_malloc_n ((gsize) width * height, 3);
  if (rgb == NULL || !koma_resize (&pixels, KOMA_RESIZE_BILINEAR, width, height, rgb, NULL))
    return NULL;

  scaled = koma_picture_new_take (g_steal_pointer (&rgb), width, height, (gsize) width * 3);
  koma_picture_set_source_size (scaled, picture->source_width, picture->source_height);
  return g_steal_pointer (&scaled);
}
