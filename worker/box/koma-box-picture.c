/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture's turn: its file is in the input, and its pixels come back through the output. */
#include "engine/koma-app.h"
#include "koma-box-helper-private.h"
#include "koma-box-result.h"

/* Of gdk-pixbuf's pixels and of all copies; a progressive JPEG's coefficients. */
#define MAX_BYTES_PER_PIXEL 16

/* The picture in hand. */
typedef struct
{
  GCancellable *cancellable;
  guint64       asked_bytes; /* 0: the helper has not asked */
  guint64       share_bytes;
} Turn;

/* Of the one limit for all decoders, here and in helpers. */
static gboolean
grant (KomaBoxHelper        *self,
       const KomaBoxMessage *wish,
       Turn                 *turn,
       GError              **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_GRANT };

  if (turn->asked_bytes > 0 || wish->size_bytes == 0 ||
      wish->size_bytes > KOMA_MAX_PICTURE_PIXELS * MAX_BYTES_PER_PIXEL)
    return koma_box_helper_fail_killed (self, "it asked for memory that no picture needs", error);
  turn->asked_bytes = wish->size_bytes;
  if (koma_decode_share_take (wish->size_bytes, turn->cancellable, &turn->share_bytes, error))
    return koma_box_helper_say (self, &message, -1, error);
  g_free (koma_box_helper_stop (self));
  return FALSE;
}

static gboolean
is_picture_size (guint32 width,
                 guint32 height)
{
  return width > 0 && height > 0 && width <= KOMA_MAX_PICTURE_SIDE &&
         height <= KOMA_MAX_PICTURE_SIDE && (guint64) width * height <= KOMA_MAX_PICTURE_PIXELS;
}

static gboolean
check_taken (KomaBoxHelper   *self,
             const KomaTaken *taken,
             GError         **error)
{
  return koma_taken_is_possible (taken) ||
         koma_box_helper_fail_killed (self, "it told a time that can not be", error);
}

static KomaPicture *
take_picture (KomaBoxHelper        *self,
              const KomaBoxMessage *message,
              const Turn           *turn,
              GError              **error)
{
  const gsize     most = MAX (turn->asked_bytes, KOMA_DECODE_SHARE_FREE_BYTES);
  const gsize     row_bytes = (gsize) 3 * message->width;
  const guint64   size_bytes = (guint64) row_bytes * message->height;
  const KomaTaken taken = { message->taken_us, message->camera };
  KomaBoxResult   pixels = { 0 };
  KomaPicture    *picture = NULL;

  if (!is_picture_size (message->width, message->height) ||
      !is_picture_size (message->source_width, message->source_height) || size_bytes > most) {
    koma_box_helper_fail_killed (self, "it told a size that can not be", error);
    return NULL;
  }
  if (!check_taken (self, &taken, error) ||
      !koma_box_result_take (&pixels, self, message, size_bytes, size_bytes, turn->cancellable,
                             error))
    return NULL;
  picture = koma_picture_new_take (pixels.data, message->width, message->height, row_bytes);
  koma_picture_set_source_size (picture, message->source_width, message->source_height);
  koma_picture_set_taken (picture, taken);
  if (pixels.mapped_bytes > 0)
    koma_picture_set_owner (picture, koma_box_result_unmap,
                            GSIZE_TO_POINTER (pixels.mapped_bytes));
  return picture;
}

static KomaPicture *
hear (KomaBoxHelper *self,
      Turn          *turn,
      GError       **error)
{
  KomaBoxMessage message;

  while (koma_box_helper_receive (self, turn->cancellable, &message, error)) {
    switch (message.kind) {
    case KOMA_BOX_SHARE:
      if (!grant (self, &message, turn, error))
        return NULL;
      break;
    case KOMA_BOX_DONE:
      return take_picture (self, &message, turn, error);
    case KOMA_BOX_FAILED:
      koma_box_helper_propagate (&message, KOMA_ERROR_DECODE, error);
      return NULL;
    default:
      koma_box_helper_fail_killed (self, "it said what nobody understands", error);
      return NULL;
    }
  }
  return NULL;
}

/* Pixels stay part of the limit until the picture is dropped. */
static void
settle_share (const Turn  *turn,
              KomaPicture *picture) /* (nullable) */
{
  guint64 kept = 0;

  if (picture != NULL) {
    kept = MIN (turn->share_bytes, (guint64) picture->stride * picture->height);
    koma_picture_set_share (picture, kept);
  }
  koma_decode_share_give_back (turn->share_bytes - kept);
}

/**
 * koma_box_helper_decode:
 * @self: a helper that is usable
 * @bytes: a picture file, not empty
 * @min_side: see koma_decoder_decode_bytes()
 * @cancellable: (nullable): ends the helper, too
 * @error: return location
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture
 *
 * Errors: those of koma_decoder_decode_bytes(); %G_IO_ERROR_BROKEN_PIPE where the helper ended or
 * had to be killed.
 */
KomaPicture *
koma_box_helper_decode (KomaBoxHelper *self,
                        GBytes        *bytes,
                        guint          min_side,
                        GCancellable  *cancellable,
                        GError       **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_DECODE, .min_side = min_side };
  Turn           turn = { .cancellable = cancellable };
  KomaPicture   *picture = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  koma_box_helper_begin (self, "decoded this picture", self->seconds);
  if (koma_box_helper_offer (self, &message, bytes, error))
    picture = hear (self, &turn, error);
  settle_share (&turn, picture);
  koma_box_memory_drop_large (&self->input);
  return picture;
}
