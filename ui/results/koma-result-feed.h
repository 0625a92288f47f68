/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-feed-progress.h"
#include "koma-result-item.h"
#include "worker/collection/koma-collection-keeper.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* The list of pictures, and what feeds it to the worker. */
#define KOMA_TYPE_RESULT_FEED (koma_result_feed_get_type ())
G_DECLARE_FINAL_TYPE (KomaResultFeed, koma_result_feed, KOMA, RESULT_FEED, GObject)

KomaResultFeed *koma_result_feed_new (KomaWorker *worker);

GListModel             *koma_result_feed_get_items (KomaResultFeed *self);
const KomaFeedProgress *koma_result_feed_get_progress (KomaResultFeed *self);
/* (nullable) Of those that were last to be classified, the one that was answered first. */
KomaResultItem *koma_result_feed_get_first (KomaResultFeed *self);
gboolean        koma_result_feed_is_empty (KomaResultFeed *self);

/* The items of the list, then those that were removed and can come back. */
void koma_result_feed_foreach (KomaResultFeed *self, GFunc func, gpointer user_data);

void koma_result_feed_set_thumbnail_side (KomaResultFeed *self, guint side);
/* Those that wait are sent; others have their answers. */
void koma_result_feed_append (KomaResultFeed *self, GPtrArray *items);
/* Answers are kept by it, and what it knows is not computed. @keeper: (nullable) */
void koma_result_feed_set_keeper (KomaResultFeed *self, KomaCollectionKeeper *keeper);
/* While there is a keeper: the picture that is this whole file, also if it is not in the list yet.
 * (transfer none) (nullable) */
KomaResultItem *koma_result_feed_find (KomaResultFeed *self, const char *path);
/* Of the list: its file is another now. */
void koma_result_feed_ask_again (KomaResultFeed *self, KomaResultItem *item);
/* Returns how many of them were not in the list. */
guint koma_result_feed_open (KomaResultFeed *self, GPtrArray *items);
void  koma_result_feed_start (KomaResultFeed *self);  /* there is a model now, or another */
void  koma_result_feed_resume (KomaResultFeed *self); /* the same model, computed by another */
/* The same, with other labels. */
void koma_result_feed_name (KomaResultFeed *self, KomaModelInfo *info);

/* The same, with another range: returns how many pictures are asked again. */
guint koma_result_feed_renew (KomaResultFeed *self, KomaModelInfo *info);

/* The answers of the model before are remembered, and can take the place of those since. */
KomaModelInfo *koma_result_feed_get_earlier (KomaResultFeed *self); /* (nullable) that model */
gboolean       koma_result_feed_can_show_earlier (KomaResultFeed *self);
void           koma_result_feed_show_earlier (KomaResultFeed *self);

/* What the worker has is answered; nothing more is sent, until the run goes on, or ends. */
void koma_result_feed_set_paused (KomaResultFeed *self, gboolean is_paused);
void koma_result_feed_cancel (KomaResultFeed *self);
void koma_result_feed_retry (KomaResultFeed *self); /* what failed or was stopped */

/* Removals and corrections are remembered until they are undone, the last one first, or the list is
 * emptied again. These return the number of rows that were removed. */
guint koma_result_feed_remove (KomaResultFeed *self, GtkBitset *positions);
guint koma_result_feed_remove_items (KomaResultFeed *self, GPtrArray *items);
guint koma_result_feed_clear (KomaResultFeed *self);
/* Of each the feed emits "taken-out", and again when that is undone. */
guint koma_result_feed_take_out (KomaResultFeed *self, GPtrArray *items);
/* Without a way back: it is in the list otherwise, or does not belong there. */
void koma_result_feed_drop (KomaResultFeed *self, KomaResultItem *item);
void koma_result_feed_drop_items (KomaResultFeed *self, GPtrArray *items);
/* A person's word goes before the model's; these return of how many pictures it is another now. Of
 * each the feed emits "corrected", and when that is undone. */
guint koma_result_feed_correct (KomaResultFeed *self, GPtrArray *items, const char *label);
guint koma_result_feed_confirm (KomaResultFeed *self, GPtrArray *items);
/* Likewise, with "rated". @stars: see koma-rating.h */
guint    koma_result_feed_rate (KomaResultFeed *self, GPtrArray *items, int stars);
gboolean koma_result_feed_can_undo (KomaResultFeed *self);
gboolean koma_result_feed_can_undo_correction (KomaResultFeed *self);
void     koma_result_feed_undo (KomaResultFeed *self);

G_END_DECLS
