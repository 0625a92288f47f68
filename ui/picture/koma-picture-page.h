/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-review-bar.h"
#include "ui/models/koma-model-control.h"
#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* One picture of the list, large: all scores, why the model answers so, how long it took. It emits
 * "message" with a text for the user, and "changed" when it shows another picture. */
#define KOMA_TYPE_PICTURE_PAGE (koma_picture_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaPicturePage, koma_picture_page, KOMA, PICTURE_PAGE, AdwBin)

void koma_picture_page_connect (KomaPicturePage  *self,
                                KomaWorker       *worker,
                                KomaModelControl *control,
                                KomaPreferences  *preferences);
/* Previous and next walk @shown, of KomaResultItem, as it is at that moment. */
void koma_picture_page_open (KomaPicturePage *self, GListModel *shown, guint position);
void koma_picture_page_close (KomaPicturePage *self); /* ends all work for it */

KomaResultItem *koma_picture_page_get_item (KomaPicturePage *self);     /* (nullable) */
guint           koma_picture_page_get_position (KomaPicturePage *self); /* in what is shown */
GtkWidget      *koma_picture_page_get_view (KomaPicturePage *self);
GdkTexture     *koma_picture_page_get_texture (KomaPicturePage *self); /* (nullable) */
void            koma_picture_page_focus_picture (KomaPicturePage *self);
void            koma_picture_page_set_narrow (KomaPicturePage *self, gboolean is_narrow);
void            koma_picture_page_set_bare (KomaPicturePage *self, gboolean is_bare);

/* While pictures are reviewed: there is a bar, the best classes have numbers, and the next picture
 * is decoded ahead. */
void           koma_picture_page_set_reviewed (KomaPicturePage *self, gboolean is_reviewed);
KomaReviewBar *koma_picture_page_get_review_bar (KomaPicturePage *self);
/* (transfer full) (nullable) The label of the class with that number, from 1 on. */
char *koma_picture_page_dup_numbered (KomaPicturePage *self, guint number);

G_END_DECLS
