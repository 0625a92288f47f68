/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the decoders of all formats share: limits, memory for pixels, and
 * turning them upright. */

#include "decoder-private.h"

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "decode-share.h"

/**
 * koma_decoder_check_size:
 * @width: pixels, as a header gives them
 * @height: pixels, as a header gives them
 * @error: return location
 *
 * Checks what a header says, before anything is allocated for it.
 *
 * Thread: any.
 *
 * Returns: whether such a picture is decoded
 *
 * Errors: %KOMA_ERROR_DECODE: a side is 0; %KOMA_ERROR_MEMORY: above the
 * limits of `limits.h`.
 */
gboolean
koma_decoder_check_size (guint64  width,
                         guint64  height,
                         GError **error)
{
  if (width == 0 || height == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "damaged picture: %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT " pixels",
                 width, height);
    return FALSE;
  }
  if (width > KOMA_MAX_PICTURE_SIDE || height > KOMA_MAX_PICTURE_SIDE ||
      width * height > KOMA_MAX_PICTURE_PIXELS) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "picture too large: %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
                 " pixels; the limit is %u megapixels and %u pixels a side",
                 width, height, (guint) (KOMA_MAX_PICTURE_PIXELS >> 20), KOMA_MAX_PICTURE_SIDE);
    return FALSE;
  }
  return TRUE;
}

/**
 * koma_decoder_allocate:
 * @width: pixels, checked
 * @height: pixels, checked
 * @error: return location
 *
 * Thread: any.
 *
 * Returns: (transfer full): memory for `[height, width, 3]`, dense, its
 *   contents undefined
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
guint8 *
koma_decoder_allocate (guint    width,
                       guint    height,
                       GError **error)
{
  guint8 *rgb = g_try_malloc_n ((gsize) width * height, 3);

  if (rgb == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "out of memory for %u × %u pixels", width, height);
  return rgb;
}

/**
 * koma_decoder_make_upright:
 * @rgb: (transfer full): `[height, width, 3]`, dense, as stored
 * @width: pixels, as stored
 * @height: pixels, as stored
 * @orientation: what the file says
 * @error: return location
 *
 * Turns pixels the right way up, and makes a picture of them.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the picture
 *
 * Errors: %KOMA_ERROR_MEMORY; @rgb is freed then, too.
 */
KomaPicture *
koma_decoder_make_upright (guint8         *rgb,
                           guint           width,
                           guint           height,
                           KomaOrientation orientation,
                           GError        **error)
{
  g_autofree guint8 *stored = rgb;
  guint8            *upright = NULL;

  if (orientation == KOMA_ORIENTATION_UPRIGHT)
    return koma_picture_new_take (g_steal_pointer (&stored), width, height, (gsize) width * 3);

  upright = koma_decoder_allocate (width, height, error);
  if (upright == NULL)
    return NULL;
  koma_orientation_apply (orientation, stored, width, height, upright);
  if (koma_orientation_swaps_sides (orientation))
    return koma_picture_new_take (upright, height, width, (gsize) height * 3);
  return koma_picture_new_take (upright, width, height, (gsize) width * 3);
}

/**
 * koma_decoder_settle_share:
 * @picture: (nullable): what was decoded
 * @share_bytes: (inout): what was taken for decoding it
 *
 * Gives back what decoding alone needed; the rest goes with the picture.
 *
 * Thread: any.
 */
void
koma_decoder_settle_share (KomaPicture *picture,
                           guint64     *share_bytes)
{
  const guint64 taken = *share_bytes;
  guint64       kept = 0;

  *share_bytes = 0;
  if (picture != NULL) {
    kept = MIN (taken, (guint64) picture->stride *
                         picture->height);
    koma_picture_set_share (picture, kept);
  }
  koma_decode_share_give_back (taken - kept);
}
