/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-thumbnail-cache.h"

G_BEGIN_DECLS

/* A small picture in a square with round corners; a symbol while there is none. */
#define KOMA_TYPE_THUMBNAIL_VIEW (koma_thumbnail_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaThumbnailView, koma_thumbnail_view, KOMA, THUMBNAIL_VIEW, GtkWidget)

#define KOMA_THUMBNAIL_SIDE 72 /* application pixels */
#define KOMA_TILE_SIDE      136

void koma_thumbnail_view_set_cache (KomaThumbnailView *self, KomaThumbnailCache *cache);
void koma_thumbnail_view_set_side (KomaThumbnailView *self, int side);     /* of the square */
void koma_thumbnail_view_set_jpeg (KomaThumbnailView *self, GBytes *jpeg); /* (nullable) */
void koma_thumbnail_view_set_broken (KomaThumbnailView *self, gboolean is_broken);
/* What is small at first is made again, as large as it is on the screen. */
gboolean    koma_thumbnail_view_is_soft (KomaThumbnailView *self, gboolean is_large);
void        koma_thumbnail_view_sharpen (KomaThumbnailView *self, KomaRequest *request);
GdkTexture *koma_thumbnail_view_get_texture (KomaThumbnailView *self); /* (nullable) */

G_END_DECLS
