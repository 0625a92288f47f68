/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-feed-private.h"

#include "ui/preferences/koma-preferences.h"
#include "worker/koma-thread.h"

/* So many requests are with the worker at a time, and no more: cancelling
 * then costs the main loop no more than that many callbacks, and a list of
 * 100 000 holds no 100 000 requests. Enough to fill a few batches, and as many as
 * are compared where a model does not say its range. */
#define MIN_SENT      40
#define BATCHES_AHEAD 3

#define PROGRESS_INTERVAL_MS 250

/* An item whose request is with the worker. */
typedef struct
{
  guint64         key;
  KomaResultItem *item;
  GCancellable   *cancellable;
} Sent;

enum {
  SIGNAL_ANSWERED,
  SIGNAL_CORRECTED,
  SIGNAL_PROGRESS,
  SIGNAL_RATED,
  SIGNAL_FINISHED,
  SIGNAL_LEFT_OUT,
  SIGNAL_MOVED,
  SIGNAL_TAKEN_OUT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void arrived_cb (gpointer *items, guint n_items, gpointer user_data);

/**
 * KomaResultFeed:
 *
 * Owns the list of pictures and sends them to the worker, a bounded number at
 * a time, as soon as there is a model.
 *
 * An item goes this way: arrivals (not in the list yet) → waiting → sent →
 * answered. The waiting may hold items that were removed or answered
 * meanwhile; they are passed over when their turn comes, which is cheaper
 * than to search for them.
 *
 * Each request gets a key of its own, and its answer finds the item by that. A
 * request that is given up, because the row was removed or is to be asked for
 * anew, is cancelled and its key forgotten: an answer to it finds nothing.
 *
 * Thread: main
 */
G_DEFINE_FINAL_TYPE (KomaResultFeed, koma_result_feed, G_TYPE_OBJECT)

static void
sent_free (gpointer data)
{
  Sent *sent = data;

  koma_result_item_set_key (sent->item, 0);
  g_object_unref (sent->item);
  g_object_unref (sent->cancellable);
  g_free (sent);
}

static void
change_free (gpointer data)
{
  KomaFeedChange *change = data;

  g_clear_pointer (&change->removal, koma_result_removal_free);
  g_clear_pointer (&change->items, g_ptr_array_unref);
  g_clear_pointer (&change->corrections, g_ptr_array_unref);
  g_clear_pointer (&change->ratings, g_ptr_array_unref);
  g_free (change);
}

void
koma_result_feed_clear_waiting (KomaResultFeed *self)
{
  koma_known_answers_forget (self->known);
  g_queue_clear_full (&self->waiting, g_object_unref);
}

static void
koma_result_feed_finalize (GObject *object)
{
  KomaResultFeed *self = KOMA_RESULT_FEED (object);

  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_weak_pointer (&self->first);
  koma_arrivals_free (self->arrivals);
  koma_result_feed_clear_waiting (self);
  g_hash_table_unref (self->sent);
  koma_known_answers_free (self->known);
  koma_split_table_clear (&self->by_path);
  g_ptr_array_unref (self->changes);
  g_object_unref (self->names);
  g_clear_pointer (&self->earlier, koma_model_info_unref);
  g_clear_pointer (&self->renewed, koma_model_info_unref);
  g_object_unref (self->items);
  g_object_unref (self->worker);

  G_OBJECT_CLASS (koma_result_feed_parent_class)->finalize (object);
}

static void
koma_result_feed_class_init (KomaResultFeedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_result_feed_finalize;

  /* An item has a result or an error now. */
  signals[SIGNAL_ANSWERED] = g_signal_new ("answered", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, KOMA_TYPE_RESULT_ITEM);
  /* A person said something else of an item, or took it back: see its correction. */
  signals[SIGNAL_CORRECTED] = g_signal_new ("corrected", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                            0, NULL, NULL, NULL,
                                            G_TYPE_NONE, 1, KOMA_TYPE_RESULT_ITEM);
  /* A person gave an item other stars: see there. */
  signals[SIGNAL_RATED] = g_signal_new ("rated", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, KOMA_TYPE_RESULT_ITEM);
  /* A few times a second while there is something to do, and when it ends. */
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* All that was to be done has been done; not after a cancel. */
  signals[SIGNAL_FINISHED] = g_signal_new ("finished", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* What the collection knows of a picture by another path, where it is no longer. */
  signals[SIGNAL_MOVED] = g_signal_new ("moved", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /* Items that came, and that a person took out of the collection before. Whoever knows that they
   * came by hand takes them back in, and drops the others. */
  signals[SIGNAL_LEFT_OUT] = g_signal_new ("left-out", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
  /* An item belongs to the collection no more, or again. */
  signals[SIGNAL_TAKEN_OUT] = g_signal_new ("taken-out", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                            0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                            KOMA_TYPE_RESULT_ITEM, G_TYPE_BOOLEAN);
}

static void
koma_result_feed_init (KomaResultFeed *self)
{
  self->items = koma_item_store_new ();
  self->names = koma_file_names_new ();
  self->arrivals = koma_arrivals_new (self->items, arrived_cb, self);
  self->known = koma_known_answers_new (koma_result_feed_take_known, G_OBJECT (self));
  koma_split_table_init (&self->by_path, g_object_unref);
  self->sent = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, sent_free);
  self->changes = g_ptr_array_new_with_free_func (change_free);
  g_queue_init (&self->waiting);
}

KomaResultFeed *
koma_result_feed_new (KomaWorker *worker)
{
  KomaResultFeed *self = g_object_new (KOMA_TYPE_RESULT_FEED, NULL);

  self->worker = g_object_ref (worker);
  return self;
}

/* ---- Progress ---- */

void
koma_result_feed_stop_progress (KomaResultFeed *self)
{
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
}

static gboolean
progress_cb (gpointer user_data)
{
  KomaResultFeed *self = user_data;

  koma_feed_progress_estimate (&self->progress, g_get_monotonic_time ());
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
  return G_SOURCE_CONTINUE;
}

void
koma_result_feed_add_open (KomaResultFeed *self,
                           guint           n_items)
{
  koma_feed_progress_add (&self->progress, n_items);
  if (self->progress_source == 0 && n_items > 0)
    self->progress_source = g_timeout_add (PROGRESS_INTERVAL_MS, progress_cb, self);
}

static void
count_answer (KomaResultFeed *self,
              gboolean        is_failed)
{
  koma_feed_progress_answer (&self->progress, is_failed);
  if (self->progress.n_open > 0)
    return;

  koma_result_feed_stop_progress (self);
  g_signal_emit (self, signals[SIGNAL_FINISHED], 0);
}

/* ---- Sending and answers ---- */

/* Takes over the one of @result and @error that is not NULL. */
void
koma_result_feed_take_answer (KomaResultFeed *self,
                              KomaResultItem *item,
                              KomaResult     *result,
                              GError         *error)
{
  if (self->progress.n_done == 0)
    g_set_weak_pointer (&self->first, item);
  if (result != NULL)
    koma_result_item_take_result (item, result);
  else
    koma_result_item_take_error (item, error);

  g_signal_emit (self, signals[SIGNAL_ANSWERED], 0, item);
  count_answer (self, result == NULL);
}

/*< private >
 * koma_result_feed_is_outdated:
 *
 * Returns: whether @result is of the model in use, with the range that was guessed before
 */
gboolean
koma_result_feed_is_outdated (KomaResultFeed   *self,
                              const KomaResult *result)
{
  return self->renewed != NULL && g_strcmp0 (result->info->hash, self->renewed->hash) == 0 &&
         g_strcmp0 (result->info->recipe, self->renewed->recipe) != 0;
}

static void
wait_again (KomaResultFeed *self,
            KomaResultItem *item)
{
  koma_result_item_set_key (item, 0);
  g_queue_push_head (&self->waiting, g_object_ref (item));
}

static void
classified_cb (GObject      *source,
               GAsyncResult *async_result,
               gpointer      user_data)
{
  g_autoptr (KomaResultFeed) self = user_data;
  guint64 key = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaResult) result =
    koma_worker_classify_finish (KOMA_WORKER (source), async_result, &key, &error);
  const Sent *sent = g_hash_table_lookup (self->sent, &key);
  g_autoptr (KomaResultItem) item = sent != NULL ? g_object_ref (sent->item) : NULL;

  if (item == NULL)
    return;
  g_hash_table_remove (self->sent, &key);
  if (result != NULL && koma_result_feed_is_outdated (self, result)) {
    wait_again (self, item);
  } else {
    koma_known_answers_keep (self->known, item, result, error);
    koma_result_feed_take_answer (self, item, g_steal_pointer (&result), g_steal_pointer (&error));
  }
  koma_result_feed_send_waiting (self);
}

static void
send_item (KomaResultFeed *self,
           KomaResultItem *item) /* (transfer full) */
{
  const KomaRequest how = {
    .key = ++self->last_key,
    /* A single picture is one that somebody waits for. */
    .priority = self->progress.n_open == 1 ? KOMA_PRIORITY_INTERACTIVE : KOMA_PRIORITY_BULK,
    /* Whatever is shown now: more may be wanted later, and are there at once. */
    .top_k = KOMA_MAX_RESULTS,
    .thumbnail_side = self->thumbnail_side,
  };
  g_autoptr (KomaRequest) request = koma_result_item_create_request (item, &how);
  Sent *sent = g_new (Sent, 1);

  sent->key = how.key;
  sent->item = item;
  sent->cancellable = g_cancellable_new ();
  koma_result_item_set_key (item, sent->key);
  g_hash_table_insert (self->sent, &sent->key, sent);
  koma_worker_classify_async (self->worker, request, sent->cancellable, classified_cb,
                              g_object_ref (self));
}

gboolean
koma_result_feed_is_to_be_sent (KomaResultFeed *self,
                                KomaResultItem *item)
{
  return koma_result_item_get_state (item) == KOMA_ITEM_WAITING &&
         !koma_result_item_is_removed (item) &&
         koma_result_item_get_key (item) == 0;
}

void
koma_result_feed_send_waiting (KomaResultFeed *self)
{
  guint max_sent = MAX (MIN_SENT, BATCHES_AHEAD * koma_worker_get_bulk_batch (self->worker));

  while (self->is_ready && !self->progress.is_paused && self->waiting.length > 0 &&
         g_hash_table_size (self->sent) < max_sent) {
    KomaResultItem *item = g_queue_peek_head (&self->waiting);

    if (koma_result_feed_is_to_be_sent (self, item) &&
        koma_known_answers_ask (self->known, &self->waiting))
      return;
    g_queue_pop_head (&self->waiting);
    if (koma_result_feed_is_to_be_sent (self, item))
      send_item (self, item);
    else
      g_object_unref (item);
  }
}

void
koma_result_feed_set_paused (KomaResultFeed *self,
                             gboolean        is_paused)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->progress.n_open == 0 || self->progress.is_paused == is_paused)
    return;
  koma_feed_progress_set_paused (&self->progress, is_paused);
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
  koma_result_feed_send_waiting (self);
}

/* ---- New pictures ---- */

static void
arrived_cb (gpointer *items,
            guint     n_items,
            gpointer  user_data)
{
  KomaResultFeed *self = user_data;

  for (guint i = 0; i < n_items; i++)
    g_queue_push_tail (&self->waiting, g_object_ref (items[i]));
  koma_result_feed_send_waiting (self);
}

/**
 * koma_result_feed_append:
 * @self: a feed
 * @items: (element-type KomaResultItem): new pictures
 *
 * Adds pictures to the end of the list, over as many frames as it takes to
 * keep the window smooth.
 */
void
koma_result_feed_append (KomaResultFeed *self,
                         GPtrArray      *items)
{
  guint n_open = 0;

  if (items->len == 0)
    return;

  for (guint i = 0; i < items->len; i++) {
    n_open += koma_result_item_get_state (items->pdata[i]) == KOMA_ITEM_WAITING;
    koma_result_item_set_names (items->pdata[i], self->names);
    koma_result_feed_note_path (items->pdata[i], self);
  }
  koma_result_feed_add_open (self, n_open);
  koma_arrivals_append (self->arrivals, items);
  /* Else that comes by itself. */
  if (n_open == 0)
    g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
}

GListModel *
koma_result_feed_get_items (KomaResultFeed *self)
{
  return G_LIST_MODEL (self->items);
}

const KomaFeedProgress *
koma_result_feed_get_progress (KomaResultFeed *self)
{
  return &self->progress;
}

KomaResultItem *
koma_result_feed_get_first (KomaResultFeed *self)
{
  return self->first;
}

gboolean
koma_result_feed_is_empty (KomaResultFeed *self)
{
  return koma_arrivals_get_n_items (self->arrivals) == 0 &&
         g_list_model_get_n_items (G_LIST_MODEL (self->items)) == 0;
}

/**
 * koma_result_feed_set_thumbnail_side:
 * @self: a feed
 * @side: in device pixels; 0: no thumbnails
 */
void
koma_result_feed_set_thumbnail_side (KomaResultFeed *self,
                                     guint           side)
{
  self->thumbnail_side = side;
}

/* ---- For the other parts of the feed ---- */

void
koma_result_feed_give_up_all (KomaResultFeed *self)
{
  GHashTableIter iter;
  gpointer       sent = NULL;

  g_hash_table_iter_init (&iter, self->sent);
  while (g_hash_table_iter_next (&iter, NULL, &sent)) {
    g_cancellable_cancel (((Sent *) sent)->cancellable);
    g_hash_table_iter_remove (&iter);
  }
}

void
koma_result_feed_give_up (KomaResultFeed *self,
                          KomaResultItem *item)
{
  guint64     key = koma_result_item_get_key (item);
  const Sent *sent = g_hash_table_lookup (self->sent, &key);

  if (sent == NULL)
    return;
  g_cancellable_cancel (sent->cancellable);
  g_hash_table_remove (self->sent, &key);
}

void
koma_result_feed_emit_corrected (KomaResultFeed *self,
                                 KomaResultItem *item)
{
  g_signal_emit (self, signals[SIGNAL_CORRECTED], 0, item);
}

void
koma_result_feed_emit_taken_out (KomaResultFeed *self,
                                 KomaResultItem *item,
                                 gboolean        is_out)
{
  g_signal_emit (self, signals[SIGNAL_TAKEN_OUT], 0, item, is_out);
}

void
koma_result_feed_emit_rated (KomaResultFeed *self,
                             KomaResultItem *item)
{
  g_signal_emit (self, signals[SIGNAL_RATED], 0, item);
}

void
koma_result_feed_emit_moved (KomaResultFeed *self,
                             const char     *from)
{
  g_signal_emit (self, signals[SIGNAL_MOVED], 0, from);
}

void
koma_result_feed_emit_left_out (KomaResultFeed *self,
                                GPtrArray      *items)
{
  g_signal_emit (self, signals[SIGNAL_LEFT_OUT], 0, items);
}
