/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-result-item.h"
#include "koma-thumbnail-view.h"
#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* Shows one KomaResultItem and follows its changes. */
#define KOMA_TYPE_RESULT_ROW (koma_result_row_get_type ())
G_DECLARE_FINAL_TYPE (KomaResultRow, koma_result_row, KOMA, RESULT_ROW, GtkWidget)

GtkWidget         *koma_result_row_new (KomaThumbnailCache *cache,
                                        KomaPreferences    *preferences,
                                        gboolean            is_tile); /* in a grid */
void               koma_result_row_set_header (KomaResultRow *self,
                                               const char    *title, /* (nullable) */
                                               guint          n_pictures,
                                               gboolean       is_grouped);
void               koma_result_row_set_item (KomaResultRow  *self,
                                             KomaResultItem *item); /* (nullable) */
void               koma_result_row_sharpen (KomaResultRow *self);
KomaThumbnailView *koma_result_row_get_thumbnail (KomaResultRow *self);

G_END_DECLS
