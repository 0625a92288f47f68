/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrivals.h"
#include "koma-known-answers.h"
#include "koma-result-feed.h"
#include "koma-result-removal.h"
#include "koma-split-table.h"

G_BEGIN_DECLS

/* What can be undone: a removal, or what persons said of pictures before. */
typedef struct
{
  KomaResultRemoval *removal;     /* (nullable) */
  gboolean           is_out;      /* these were taken out of the collection, too */
  GPtrArray         *items;       /* (nullable) (element-type KomaResultItem) */
  GPtrArray         *corrections; /* (nullable) of each item, as it was; may be NULL … */
  GPtrArray         *ratings;     /* (nullable) … or its rating, likewise */
} KomaFeedChange;

/* The feed is made of koma-result-feed-items.c (all pictures, and those of a path),
 * koma-result-feed.c (what is sent, what is answered), koma-result-feed-known.c (what a collection
 * knows),
 * koma-result-feed-again.c (another model, another try), koma-result-feed-remove.c,
 * koma-result-feed-correct.c, koma-result-feed-rate.c and koma-result-feed-undo.c. The last one
 * calls the three before it; all call the first two alone. */
struct _KomaResultFeed
{
  GObject parent_instance;

  KomaWorker    *worker;
  KomaItemStore *items;
  guint          thumbnail_side;
  gboolean       is_ready;

  KomaFileNames *names; /* of those added since the list was last empty */

  KomaArrivals *arrivals;
  GQueue        waiting;
  GHashTable   *sent; /* key → Sent */
  guint64       last_key;

  KomaKnownAnswers *known;
  gboolean          is_indexed; /* with a keeper … */
  KomaSplitTable    by_path;    /* … filename (of the item) → KomaResultItem */

  GPtrArray *changes; /* (element-type KomaFeedChange) oldest first */

  KomaModelInfo *renewed;    /* (nullable) the model in use, where its range was found since */
  KomaModelInfo *earlier;    /* (nullable) of the results that items remember */
  gboolean       is_earlier; /* the results of the model before are shown */

  KomaFeedProgress progress;
  KomaResultItem  *first; /* (nullable) weak; of these, the one that was answered first */
  guint            progress_source;
};

/* Counts items that are to be answered. */
void     koma_result_feed_add_open (KomaResultFeed *self, guint n_items);
gboolean koma_result_feed_is_outdated (KomaResultFeed *self, const KomaResult *result);
void     koma_result_feed_stop_progress (KomaResultFeed *self);
void     koma_result_feed_send_waiting (KomaResultFeed *self);
void     koma_result_feed_clear_waiting (KomaResultFeed *self);
/* Cancels what is with the worker; an answer finds nothing then. */
void koma_result_feed_give_up (KomaResultFeed *self, KomaResultItem *item);
void koma_result_feed_give_up_all (KomaResultFeed *self);
/* Those that were removed and can come back. */
void koma_result_feed_foreach_removed (KomaResultFeed *self, GFunc func, gpointer user_data);
void koma_result_feed_emit_corrected (KomaResultFeed *self, KomaResultItem *item);
void koma_result_feed_emit_rated (KomaResultFeed *self, KomaResultItem *item);
void koma_result_feed_emit_taken_out (KomaResultFeed *self, KomaResultItem *item, gboolean is_out);

void koma_result_feed_emit_moved (KomaResultFeed *self, const char *from);
void koma_result_feed_emit_left_out (KomaResultFeed *self, GPtrArray *items);
/* Whether it waits, and nobody computes it. */
gboolean koma_result_feed_is_to_be_sent (KomaResultFeed *self, KomaResultItem *item);
/* Takes over the one of @result and @error that is not NULL. */
void koma_result_feed_take_answer (KomaResultFeed *self,
                                   KomaResultItem *item,
                                   KomaResult     *result,
                                   GError         *error);

/* koma-result-feed-items.c; the first is a GFunc */
void koma_result_feed_note_path (gpointer item, gpointer user_data);
void koma_result_feed_index_paths (KomaResultFeed *self, gboolean is_wanted);

/* koma-result-feed-known.c: of KomaKnownAnswers */
void koma_result_feed_take_known (GPtrArray *items, GArray *known, gpointer user_data);

/* koma-result-feed-remove.c, koma-result-feed-correct.c, koma-result-feed-rate.c */
void koma_result_feed_put_back (KomaResultFeed *self, const KomaFeedChange *change);
void koma_result_feed_unsay (KomaResultFeed *self, const KomaFeedChange *change);

void koma_result_feed_unrate (KomaResultFeed *self, const KomaFeedChange *change);

G_END_DECLS
