/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrivals.h"
#include "koma-known-answers.h"
#include "koma-result-feed.h"
#include "koma-result-removal.h"

G_BEGIN_DECLS

/* The feed is made of koma-result-feed.c (the list, what is sent, what is answered),
 * koma-result-feed-again.c (another model, another try) and koma-result-feed-remove.c. The last two
 * call the first alone. */
struct _KomaResultFeed
{
  GObject parent_instance;

  KomaWorker *worker;
  GListStore *items;
  guint       thumbnail_side;
  gboolean    is_ready;

  KomaFileNames *names; /* of those added since the list was last empty */

  KomaArrivals *arrivals;
  GQueue        waiting;
  GHashTable   *sent; /* key → Sent */
  guint64       last_key;

  KomaKnownAnswers *known;

  GPtrArray *removals; /* (element-type KomaResultRemoval) oldest first */

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

G_END_DECLS
