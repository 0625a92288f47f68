/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Takes pictures out of the list, and puts them back. */

#include "koma-result-feed-private.h"

static void
forget_item (gpointer data,
             gpointer user_data)
{
  KomaResultItem *item = data;
  KomaResultFeed *self = user_data;

  koma_result_item_set_removed (item, TRUE);
  if (koma_result_item_get_state (item) == KOMA_ITEM_WAITING)
    koma_feed_progress_take_away (&self->progress, 1);
  koma_result_feed_give_up (self, item);
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
  koma_result_feed_add_open (self, 1);
}

guint
koma_result_feed_remove (KomaResultFeed *self,
                         GtkBitset      *positions)
{
  KomaResultRemoval *removal = koma_result_removal_new (self->items, positions);
  KomaFeedChange    *change = g_new0 (KomaFeedChange, 1);

  koma_result_removal_foreach (removal, forget_item, self);
  /* No more is remembered than was added since the list was last empty. */
  if (koma_result_feed_is_empty (self)) {
    g_ptr_array_set_size (self->changes, 0);
    koma_file_names_clear (self->names);
  }
  change->removal = removal;
  g_ptr_array_add (self->changes, change);

  if (self->progress.n_open == 0)
    koma_result_feed_stop_progress (self);
  koma_result_feed_send_waiting (self);
  return koma_result_removal_get_n_items (removal);
}

/* (transfer full) Those of the list. */
static GtkBitset *
find_positions (KomaResultFeed *self,
                GPtrArray      *items)
{
  GListModel *list = G_LIST_MODEL (self->items);
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  g_autoptr (GtkBitset) positions = gtk_bitset_new_empty ();

  for (guint i = 0; i < items->len; i++)
    g_hash_table_add (chosen, g_ptr_array_index (items, i));
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, i);

    if (g_hash_table_contains (chosen, item))
      gtk_bitset_add (positions, i);
  }
  return g_steal_pointer (&positions);
}

/**
 * koma_result_feed_remove_items:
 * @self: a feed
 * @items: (element-type KomaResultItem): some of its list, in any order
 *
 * Returns: how many of @items were in the list
 */
guint
koma_result_feed_remove_items (KomaResultFeed *self,
                               GPtrArray      *items)
{
  g_autoptr (GtkBitset) positions = find_positions (self, items);

  return gtk_bitset_is_empty (positions) ? 0 : koma_result_feed_remove (self, positions);
}

static void
tell_out_cb (gpointer item,
             gpointer feed)
{
  koma_result_feed_emit_taken_out (feed, item, TRUE);
}

static void
tell_in_cb (gpointer item,
            gpointer feed)
{
  koma_result_feed_emit_taken_out (feed, item, FALSE);
}

/**
 * koma_result_feed_take_out:
 * @self: a feed
 * @items: (element-type KomaResultItem): some of its list, in any order
 *
 * Removes them, also from the collection that is open.
 *
 * Returns: how many of @items were in the list
 */
guint
koma_result_feed_take_out (KomaResultFeed *self,
                           GPtrArray      *items)
{
  const guint     n = koma_result_feed_remove_items (self, items);
  KomaFeedChange *change = NULL;

  if (n == 0)
    return 0;
  change = g_ptr_array_index (self->changes, self->changes->len - 1);
  change->is_out = TRUE;
  koma_result_removal_foreach (change->removal, tell_out_cb, self);
  return n;
}

void
koma_result_feed_drop (KomaResultFeed *self,
                       KomaResultItem *item)
{
  guint position = 0;

  if (!koma_item_store_find (self->items, item, &position))
    return;
  forget_item (item, self);
  koma_item_store_splice (self->items, position, 1, NULL, 0);
}

/**
 * koma_result_feed_drop_items:
 * @self: a feed
 * @items: (element-type KomaResultItem): some of its list, in any order
 */
void
koma_result_feed_drop_items (KomaResultFeed *self,
                             GPtrArray      *items)
{
  g_autoptr (GtkBitset) positions = find_positions (self, items);
  KomaResultRemoval *removal = koma_result_removal_new (self->items, positions);

  koma_result_removal_foreach (removal, forget_item, self);
  koma_result_removal_free (removal);
  if (self->progress.n_open == 0)
    koma_result_feed_stop_progress (self);
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

/* What @change took out is in the list again. */
void
koma_result_feed_put_back (KomaResultFeed       *self,
                           const KomaFeedChange *change)
{
  koma_result_removal_undo (change->removal, self->items);
  koma_result_removal_foreach (change->removal, remember_item, self);
  /* Before anybody is asked for them. */
  if (change->is_out)
    koma_result_removal_foreach (change->removal, tell_in_cb, self);
  koma_result_feed_send_waiting (self);
}
