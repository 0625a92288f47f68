/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Asks again: another model, or the same once more. The answers before are remembered. */

#include "koma-result-feed-private.h"

typedef gboolean (*ItemFilter) (KomaResultFeed *self, KomaResultItem *item);

/* Queues those items of the list again that @filter lets through. Returns: how many */
static guint
queue_again (KomaResultFeed *self,
             ItemFilter      filter,
             KomaItemAsk     ask)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  guint n_queued = 0;

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    if (!filter (self, item))
      continue;
    koma_result_item_set_waiting (item);
    koma_result_item_set_ask (item, ask);
    g_queue_push_tail (&self->waiting, g_steal_pointer (&item));
    n_queued++;
  }

  koma_result_feed_add_open (self, n_queued);
  koma_result_feed_send_waiting (self);
  return n_queued;
}

static gboolean
is_any (KomaResultFeed *self,
        KomaResultItem *item)
{
  return TRUE;
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
is_without_result (KomaResultFeed *self,
                   KomaResultItem *item)
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
  koma_result_feed_give_up_all (self);
  koma_result_feed_clear_waiting (self);
  koma_feed_progress_stop (&self->progress);
  g_clear_pointer (&self->earlier, koma_model_info_unref);
  g_clear_pointer (&self->renewed, koma_model_info_unref);
  self->is_earlier = FALSE;
  koma_result_feed_foreach (self, keep_earlier, self);

  koma_result_feed_foreach_removed (self, set_waiting, NULL);
  koma_result_feed_add_open (self, koma_arrivals_get_n_items (self->arrivals));
  queue_again (self, is_any, KOMA_ASK_ANY);
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
  koma_result_feed_send_waiting (self);
}

static gboolean
is_outdated (KomaResultFeed *self,
             KomaResultItem *item)
{
  const KomaResult *result = koma_result_item_get_result (item);

  return result != NULL && koma_result_feed_is_outdated (self, result);
}

/* When its removal is undone it is sent. */
static void
outdate (gpointer item,
         gpointer user_data)
{
  if (koma_result_item_is_removed (item) && is_outdated (user_data, item))
    koma_result_item_set_waiting (item);
}

/**
 * koma_result_feed_renew:
 * @self: a feed
 * @info: the model in use, whose range was a guess until now
 *
 * Asks again for those pictures that were answered with the guess, and for those whose answers are
 * on their way.
 *
 * Returns: how many of the list were answered
 */
guint
koma_result_feed_renew (KomaResultFeed *self,
                        KomaModelInfo  *info)
{
  g_clear_pointer (&self->renewed, koma_model_info_unref);
  self->renewed = koma_model_info_ref (info);
  koma_result_feed_foreach (self, outdate, self);
  return queue_again (self, is_outdated, KOMA_ASK_ANY);
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
  koma_result_feed_foreach (self, name_item, info);
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
  koma_result_feed_give_up (self, item);
  if (is_in_list && koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
    koma_feed_progress_take_away (&self->progress, 1);
  koma_result_item_show_earlier (item);
  note_earlier (self, item);
  if (!is_in_list || koma_result_item_get_state (item) != KOMA_ITEM_WAITING)
    return;
  g_queue_push_tail (&self->waiting, g_object_ref (item));
  koma_result_feed_add_open (self, 1);
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
  koma_result_feed_foreach (self, show_earlier, self);
  if (self->progress.n_open == 0)
    koma_result_feed_stop_progress (self);
  koma_result_feed_send_waiting (self);
}

/**
 * koma_result_feed_ask_again:
 * @self: a feed
 * @item: a picture of the list whose file is another now
 *
 * Its answer is of the file before.
 */
void
koma_result_feed_ask_again (KomaResultFeed *self,
                            KomaResultItem *item)
{
  if (koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
    return;
  koma_result_item_set_waiting (item);
  g_queue_push_tail (&self->waiting, g_object_ref (item));
  koma_result_feed_add_open (self, 1);
  koma_result_feed_send_waiting (self);
}

/**
 * koma_result_feed_open:
 * @self: a feed
 * @items: (element-type KomaResultItem): pictures that the user opened
 *
 * Adds pictures to the list. While there is a keeper, which knows each file once, a file that is in
 * the list is looked at again in its place.
 *
 * Returns: how many were added
 */
guint
koma_result_feed_open (KomaResultFeed *self,
                       GPtrArray      *items)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_full (items->len, g_object_unref);

  for (guint i = 0; i < items->len; i++) {
    KomaResultItem *item = g_ptr_array_index (items, i);
    const char     *path = koma_result_item_get_path (item);
    KomaResultItem *row = path != NULL ? koma_result_feed_find (self, path) : NULL;

    if (row == NULL) {
      koma_result_feed_note_path (item, self);
      g_ptr_array_add (added, g_object_ref (item));
    } else if (row != item) {
      koma_result_feed_ask_again (self, row);
    }
  }
  koma_result_feed_append (self, added);
  return added->len;
}

void
koma_result_feed_retry (KomaResultFeed *self)
{
  queue_again (self, is_without_result, KOMA_ASK_RESULT);
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

  koma_result_feed_give_up_all (self);
  koma_arrivals_clear (self->arrivals);
  koma_result_feed_clear_waiting (self);
  koma_feed_progress_stop (&self->progress);

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    if (koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
      koma_result_item_set_stopped (item);
  }
  koma_result_feed_stop_progress (self);
}
