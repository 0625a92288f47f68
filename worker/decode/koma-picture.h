/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-pixel-pool.h"

G_BEGIN_DECLS

/* Decoded pixels: RGB8, upright, alpha over white. Immutable, reference
 * counted, any thread. */
typedef struct _KomaPicture KomaPicture;

KomaPicture *koma_picture_new_take (guint8 *rgb, /* [height, stride] g_malloc'ed */
                                    guint   width,
                                    guint   height,
                                    gsize   stride);
KomaPicture *koma_picture_new_in_pool (KomaPixelPool *pool,
                                       guint8        *rgb, /* of the pool */
                                       guint          width,
                                       guint          height,
                                       gsize          stride);
KomaPicture *koma_picture_ref (KomaPicture *picture);
void         koma_picture_unref (KomaPicture *picture);

guint         koma_picture_get_width (const KomaPicture *picture); /* of the pixels here */
guint         koma_picture_get_height (const KomaPicture *picture);
gsize         koma_picture_get_stride (const KomaPicture *picture);
const guint8 *koma_picture_get_rgb (const KomaPicture *picture);
/* Of the file, upright, before scaled decoding. */
guint koma_picture_get_source_width (const KomaPicture *picture);
guint koma_picture_get_source_height (const KomaPicture *picture);
void  koma_picture_set_source_size (KomaPicture *picture, /* maker only */
                                    guint        width,
                                    guint        height);

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
