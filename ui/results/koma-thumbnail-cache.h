/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* The textures of the thumbnails that were shown last. */
#define KOMA_TYPE_THUMBNAIL_CACHE (koma_thumbnail_cache_get_type ())
G_DECLARE_FINAL_TYPE (KomaThumbnailCache, koma_thumbnail_cache, KOMA, THUMBNAIL_CACHE, GObject)

KomaThumbnailCache *koma_thumbnail_cache_new (guint max_textures);

GdkTexture *koma_thumbnail_cache_get (KomaThumbnailCache *self,
                                      GBytes             *jpeg); /* (transfer none) (nullable) */
void        koma_thumbnail_cache_load_async (KomaThumbnailCache *self,
                                             GBytes             *jpeg,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
gboolean    koma_thumbnail_cache_is_sharp (KomaThumbnailCache *self,
                                           GBytes             *jpeg,
                                           guint               side);
void        koma_thumbnail_cache_sharpen_async (KomaThumbnailCache *self,
                                                GBytes             *jpeg,
                                                KomaRequest        *request,
                                                guint               side,
                                                GCancellable       *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
GdkTexture *koma_thumbnail_cache_load_finish (KomaThumbnailCache *self,
                                              GAsyncResult       *result,
                                              GError            **error);
guint       koma_thumbnail_cache_get_n_textures (KomaThumbnailCache *self);

G_END_DECLS
