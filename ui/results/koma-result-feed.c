/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-feed.h"

#include "koma-arrivals.h"
#include "koma-result-removal.h"
#include "ui/preferences/koma-preferences.h"

/* So many requests are with the worker at a time, and no more: cancelling
 * then costs the main loop no more than that many callbacks, and a list of
 * 100 000 holds no 100 000 requests. Enough to fill a few batches. */
#define MIN_SENT      32
#define BATCHES_AHEAD 3

#define PROGRESS_INTERVAL_MS 250

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
  GPtrArray    *removals; /* (element-type KomaResultRemoval) oldest first */

  KomaModelInfo *earlier;    /* (nullable) of the results that items remember */
  gboolean       is_earlier; /* the results of the model before are shown */

  KomaFeedProgress progress;
  guint            progress_source;
};

/* An item whose request is with the worker. */
typedef struct
{
  guint64         key;
  KomaResultItem *item;
  GCancellable   *cancellable;
} Sent;

enum {
  SIGNAL_PROGRESS,
  SIGNAL_FINISHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void arrived_cb (gpointer *items, guint n_items, gpointer user_data);

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
clear_items (GQueue *queue)
{
  g_queue_clear_full (queue, g_object_unref);
}

static void
koma_result_feed_finalize (GObject *object)
{
  KomaResultFeed *self = KOMA_RESULT_FEED (object);

  g_clear_handle_id (&self->progress_source, g_source_remove);
  koma_arrivals_free (self->arrivals);
  clear_items (&self->waiting);
  g_hash_table_unref (self->sent);
  g_ptr_array_unref (self->removals);
  g_object_unref (self->names);
  g_clear_pointer (&self->earlier, koma_model_info_unref);
  g_object_unref (self->items);
  g_object_unref (self->worker);

  G_OBJECT_CLASS (koma_result_feed_parent_class)->finalize (object);
}

static void
koma_result_feed_class_init (KomaResultFeedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_result_feed_finalize;

  /* A few times a second while there is something to do, and when it ends. */
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* All that was to be done has been done; not after a cancel. */
  signals[SIGNAL_FINISHED] = g_signal_new ("finished", KOMA_TYPE_RESULT_FEED, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_result_feed_init (KomaResultFeed *self)
{
  self->items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  self->names = koma_file_names_new ();
  self->arrivals = koma_arrivals_new (self->items, arrived_cb, self);
  self->sent = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, sent_free);
  self->removals = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_result_removal_free);
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

static void
stop_progress (KomaResultFeed *self)
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

static void
add_open (KomaResultFeed *self,
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

  stop_progress (self);
  g_signal_emit (self, signals[SIGNAL_FINISHED], 0);
}

/* ---- Sending and answers ---- */

static void send_waiting (KomaResultFeed *self);

/* Takes over the one of @result and @error that is not NULL. */
static void
take_answer (KomaResultFeed *self,
             KomaResultItem *item,
             KomaResult     *result,
             GError         *error)
{
  if (result != NULL)
    koma_result_item_take_result (item, result);
  else
    koma_result_item_take_error (item, error);

  count_answer (self, result == NULL);
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
  take_answer (self, item, g_steal_pointer (&result), g_steal_pointer (&error));
  send_waiting (self);
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

static gboolean
is_to_be_sent (KomaResultFeed *self,
               KomaResultItem *item)
{
  return koma_result_item_get_state (item) == KOMA_ITEM_WAITING &&
         !koma_result_item_is_removed (item) &&
         koma_result_item_get_key (item) == 0;
}

static void
send_waiting (KomaResultFeed *self)
{
  guint max_sent = MAX (MIN_SENT, BATCHES_AHEAD * koma_worker_get_bulk_batch (self->worker));

  while (self->is_ready && self->waiting.length > 0 && g_hash_table_size (self->sent) < max_sent) {
    g_autoptr (KomaResultItem) item = g_queue_pop_head (&self->waiting);

    if (is_to_be_sent (self, item))
      send_item (self, g_steal_pointer (&item));
  }
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
  send_waiting (self);
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
  if (items->len == 0)
    return;

  add_open (self, items->len);
  for (guint i = 0; i < items->len; i++)
    koma_result_item_set_names (g_ptr_array_index (items, i), self->names);
  koma_arrivals_append (self->arrivals, items);
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

/* ---- Starting over, cancelling ---- */

static void
give_up_sent (KomaResultFeed *self)
{
  GHashTableIter iter;
  gpointer       sent = NULL;

  g_hash_table_iter_init (&iter, self->sent);
  while (g_hash_table_iter_next (&iter, NULL, &sent)) {
    g_cancellable_cancel (((Sent *) sent)->cancellable);
    g_hash_table_iter_remove (&iter);
  }
}

typedef gboolean (*ItemFilter) (KomaResultItem *item);

/* Queues those items of the list again that @filter lets through. */
static void
queue_again (KomaResultFeed *self,
             ItemFilter      filter)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  guint n_queued = 0;

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    if (!filter (item))
      continue;
    koma_result_item_set_waiting (item);
    g_queue_push_tail (&self->waiting, g_steal_pointer (&item));
    n_queued++;
  }

  add_open (self, n_queued);
  send_waiting (self);
}

static gboolean
is_any (KomaResultItem *item)
{
  return TRUE;
}

/* Those of the list, then those that were removed and can come back. */
static void
foreach_item (KomaResultFeed *self,
              GFunc           func,
              gpointer        user_data)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    func (item, user_data);
  }
  for (guint i = 0; i < self->removals->len; i++)
    koma_result_removal_foreach (g_ptr_array_index (self->removals, i), func, user_data);
}

static void
note_earlier (KomaResultFeed *self,
              KomaResultItem *item)
{
  KomaResult *result = koma_result_item_get_earlier (item);

  if (self->earlier == NULL && result != NULL)
    self->earlier = koma_model_info_ref (result->info);
}

static void
keep_earlier (gpointer item,
              gpointer user_data)
{
  koma_result_item_keep_earlier (item);
  note_earlier (user_data, item);
}

static gboolean
is_without_result (KomaResultItem *item)
{
  KomaItemState state = koma_result_item_get_state (item);

  return state == KOMA_ITEM_FAILED || state == KOMA_ITEM_STOPPED;
}

static void
set_waiting (gpointer item,
             gpointer user_data)
{
  koma_result_item_set_waiting (item);
}

/**
 * koma_result_feed_start:
 * @self: a feed
 *
 * To be called when the worker has got a model: sends all pictures of the
 * list, again if another model has answered before; those answers are
 * remembered. Removed ones are sent when their removal is undone.
 */
void
koma_result_feed_start (KomaResultFeed *self)
{
  self->is_ready = TRUE;
  give_up_sent (self);
  clear_items (&self->waiting);
  koma_feed_progress_stop (&self->progress);
  g_clear_pointer (&self->earlier, koma_model_info_unref);
  self->is_earlier = FALSE;
  foreach_item (self, keep_earlier, self);

  for (guint i = 0; i < self->removals->len; i++)
    koma_result_removal_foreach (g_ptr_array_index (self->removals, i), set_waiting, NULL);
  add_open (self, koma_arrivals_get_n_items (self->arrivals));
  queue_again (self, is_any);
}

/**
 * koma_result_feed_resume:
 * @self: a feed
 *
 * To be called when the same model has been loaded once more: what it has
 * answered stays, what is with the worker will be answered.
 */
void
koma_result_feed_resume (KomaResultFeed *self)
{
  self->is_ready = TRUE;
  send_waiting (self);
}

static void
name_item (gpointer item,
           gpointer info)
{
  koma_result_item_name (item, info);
}

/**
 * koma_result_feed_name:
 * @self: a feed
 * @info: the model in use, loaded once more
 *
 * Calls the classes of its answers as @info does, where that is another name than so far.
 */
void
koma_result_feed_name (KomaResultFeed *self,
                       KomaModelInfo  *info)
{
  foreach_item (self, name_item, info);
}

static void
give_up (KomaResultFeed *self,
         KomaResultItem *item)
{
  guint64     key = koma_result_item_get_key (item);
  const Sent *sent = g_hash_table_lookup (self->sent, &key);

  if (sent == NULL)
    return;
  g_cancellable_cancel (sent->cancellable);
  g_hash_table_remove (self->sent, &key);
}

static void
show_earlier (gpointer data,
              gpointer user_data)
{
  KomaResultItem *item = data;
  KomaResultFeed *self = user_data;
  gboolean        is_in_list = !koma_result_item_is_removed (item);

  /* Of a picture that came since there is none. */
  if (koma_result_item_get_earlier (item) == NULL && !koma_result_item_is_earlier (item))
    return;
  give_up (self, item);
  if (is_in_list && koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
    koma_feed_progress_take_away (&self->progress, 1);
  koma_result_item_show_earlier (item);
  note_earlier (self, item);
  if (!is_in_list || koma_result_item_get_state (item) != KOMA_ITEM_WAITING)
    return;
  g_queue_push_tail (&self->waiting, g_object_ref (item));
  add_open (self, 1);
}

/**
 * koma_result_feed_get_earlier:
 * @self: a feed
 *
 * Returns: (transfer none) (nullable): the model whose answers are remembered
 */
KomaModelInfo *
koma_result_feed_get_earlier (KomaResultFeed *self)
{
  return self->earlier;
}

/**
 * koma_result_feed_can_show_earlier:
 * @self: a feed
 *
 * Returns: whether koma_result_feed_show_earlier() would change anything
 */
gboolean
koma_result_feed_can_show_earlier (KomaResultFeed *self)
{
  return self->earlier != NULL || self->is_earlier;
}

/**
 * koma_result_feed_show_earlier:
 * @self: a feed
 *
 * Shows the answers of the model before in place of those of the model since, without computing
 * them; a second call does the reverse. A picture that the model since has not answered yet is
 * asked again then.
 */
void
koma_result_feed_show_earlier (KomaResultFeed *self)
{
  g_clear_pointer (&self->earlier, koma_model_info_unref);
  self->is_earlier = !self->is_earlier;
  foreach_item (self, show_earlier, self);
  if (self->progress.n_open == 0)
    stop_progress (self);
  send_waiting (self);
}

void
koma_result_feed_retry (KomaResultFeed *self)
{
  queue_again (self, is_without_result);
}

/**
 * koma_result_feed_cancel:
 * @self: a feed
 *
 * Stops all that is not yet answered; what is not yet in the list stays out.
 */
void
koma_result_feed_cancel (KomaResultFeed *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  give_up_sent (self);
  koma_arrivals_clear (self->arrivals);
  clear_items (&self->waiting);
  koma_feed_progress_stop (&self->progress);

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    if (koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
      koma_result_item_set_stopped (item);
  }
  stop_progress (self);
}

/* ---- Taking out and putting back ---- */

static void
forget_item (gpointer data,
             gpointer user_data)
{
  KomaResultItem *item = data;
  KomaResultFeed *self = user_data;

  koma_result_item_set_removed (item, TRUE);
  if (koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
    koma_feed_progress_take_away (&self->progress, 1);
  give_up (self, item);
}

static void
remember_item (gpointer data,
               gpointer user_data)
{
  KomaResultItem *item = data;
  KomaResultFeed *self = user_data;

  koma_result_item_set_removed (item, FALSE);
  koma_result_item_set_names (item, self->names);
  if (koma_result_item_get_state (item) != KOMA_ITEM_WAITING)
    return;

  g_queue_push_tail (&self->waiting, g_object_ref (item));
  add_open (self, 1);
}

guint
koma_result_feed_remove (KomaResultFeed *self,
                         GtkBitset      *positions)
{
  KomaResultRemoval *removal = koma_result_removal_new (self->items, positions);

  koma_result_removal_foreach (removal, forget_item, self);
  /* No more is remembered than was added since the list was last empty. */
  if (koma_result_feed_is_empty (self)) {
    g_ptr_array_set_size (self->removals, 0);
    koma_file_names_clear (self->names);
  }
  g_ptr_array_add (self->removals, removal);

  if (self->progress.n_open == 0)
    stop_progress (self);
  send_waiting (self);
  return koma_result_removal_get_n_items (removal);
}

/**
 * koma_result_feed_clear:
 * @self: a feed
 *
 * Removes all; what is not yet in the list stays out.
 *
 * Returns: how many were in the list
 */
guint
koma_result_feed_clear (KomaResultFeed *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_items);

  koma_feed_progress_take_away (&self->progress, koma_arrivals_get_n_items (self->arrivals));
  koma_arrivals_clear (self->arrivals);
  return koma_result_feed_remove (self, all);
}

gboolean
koma_result_feed_can_undo (KomaResultFeed *self)
{
  return self->removals->len > 0;
}

/**
 * koma_result_feed_undo:
 * @self: a feed
 *
 * Puts back what the last removal took out.
 */
void
koma_result_feed_undo (KomaResultFeed *self)
{
  g_autoptr (KomaResultRemoval) removal = NULL;

  if (self->removals->len == 0)
    return;

  removal = g_ptr_array_steal_index (self->removals, self->removals->len - 1);
  koma_result_removal_undo (removal, self->items);
  koma_result_removal_foreach (removal, remember_item, self);
  send_waiting (self);
}
