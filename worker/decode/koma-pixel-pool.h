/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Memory for pictures that come one after another and are all of a size.
 *
 * Why not malloc(): it takes the lock of the arena that the memory is from, and
 * gives large pieces back to the system with the lock held. Whoever frees a
 * camera's frame, thirty times a second and on the window's thread, would wait
 * for a thread of a lower priority that shares the arena. Here giving back is
 * one push. Atomic reference count. */
typedef struct _KomaPixelPool KomaPixelPool;

KomaPixelPool *koma_pixel_pool_new (void);
void           koma_pixel_pool_unref (KomaPixelPool *pool);

guint8 *koma_pixel_pool_take (KomaPixelPool *pool, gsize size_bytes);    /* one thread at a time */
void    koma_pixel_pool_give_back (KomaPixelPool *pool, guint8 *pixels); /* any thread */

/* Its pixels go back with the last reference to it. Any thread. */
KomaPicture *koma_pixel_pool_make_picture (KomaPixelPool *pool,
                                           guint8        *rgb, /* of the pool */
                                           guint          width,
                                           guint          height,
                                           gsize          stride);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPixelPool, koma_pixel_pool_unref)

G_END_DECLS
