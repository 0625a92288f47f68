/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "taken.h"

G_BEGIN_DECLS

typedef struct _KomaPicture KomaPicture;

/* Takes pixels back that are not a g_malloc ()'s; any thread. */
typedef void (*KomaPictureGiveBack) (gpointer owner, guint8 *rgb);

/* Decoded pixels: RGB8, upright, alpha over white. Reference counted, any
 * thread; nobody writes to it once its maker has shared it. */
struct _KomaPicture
{
  gatomicrefcount ref_count;

  guint8 *rgb;          /* [height, width, 3], rows stride bytes apart */
  guint   width;        /* pixels of a row as they are in memory */
  guint   height;       /* rows as they are in memory */
  gsize   stride;       /* bytes from one row to the next */
  guint   source_width; /* of the file, held upright, before scaled decoding */
  guint   source_height;

  KomaTaken taken; /* of the whole picture of a file alone */

  /* Private: where the pixels are from. */
  KomaPicture        *whole;     /* (nullable) (owned) whose pixels these are */
  KomaPictureGiveBack give_back; /* (nullable) for the pixels, with … */
  gpointer            owner;
  guint64             share_bytes; /* of its maker, then of who drops it; see decode-share.h */
};

KomaPicture *koma_picture_new_take (guint8 *rgb, /* [height, stride] g_malloc'ed */
                                    guint   width,
                                    guint   height,
                                    gsize   stride);
KomaPicture *koma_picture_ref (KomaPicture *picture);
void         koma_picture_unref (KomaPicture *picture);

void koma_picture_set_source_size (KomaPicture *picture, /* maker only */
                                   guint        width,
                                   guint        height);

void koma_picture_set_taken (KomaPicture *picture, /* maker only */
                             KomaTaken    taken);

void koma_picture_set_owner (KomaPicture        *picture, /* maker only */
                             KomaPictureGiveBack give_back,
                             gpointer            owner);

/* A part of the memory that decoders share goes back with the last reference,
 * or before: where a picture is kept, others must not wait for it. */
void koma_picture_set_share (KomaPicture *picture, /* maker only */
                             guint64      share_bytes);
void koma_picture_drop_share (KomaPicture *picture);

/* A copy of what is inside a rectangle, which lies within the picture. */
KomaPicture *koma_picture_copy_part (const KomaPicture *picture,
                                     guint              x,
                                     guint              y,
                                     guint              width,
                                     guint              height);
/* The same pixels, none copied: keeps the whole picture's. */
KomaPicture *koma_picture_share_part (KomaPicture *picture,
                                      guint        x,
                                      guint        y,
                                      guint        width,
                                      guint        height);
/* A copy that fits into @side × @side pixels, ratio kept; never larger. */
KomaPicture *koma_picture_scale_to_fit (const KomaPicture *picture, guint side);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPicture, koma_picture_unref)

G_END_DECLS
