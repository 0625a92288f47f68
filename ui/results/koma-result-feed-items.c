/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-feed-private.h"

void
koma_result_feed_foreach_removed (KomaResultFeed *self,
                                  GFunc           func,
                                  gpointer        user_data)
{
  for (guint i = 0; i < self->changes->len; i++) {
    const KomaFeedChange *change = g_ptr_array_index (self->changes, i);

    if (change->removal != NULL)
      koma_result_removal_foreach (change->removal, func, user_data);
  }
}

/* Those of the list, then those that were removed and can come back. */
void
koma_result_feed_foreach (KomaResultFeed *self,
                          GFunc           func,
                          gpointer        user_data)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

    func (item, user_data);
  }
  koma_result_feed_foreach_removed (self, func, user_data);
}

KomaResultItem *
koma_result_feed_find (KomaResultFeed *self,
                       const char     *path)
{
  KomaResultItem *item = koma_split_table_lookup (&self->by_path, path);

  return item != NULL && !koma_result_item_is_removed (item) ? item : NULL;
}

void
koma_result_feed_note_path (gpointer item,
                            gpointer user_data)
{
  KomaResultFeed *self = user_data;
  const char     *path = koma_result_item_get_path (item);

  /* One of the list goes before one that was removed from it. */
  if (path != NULL && self->is_indexed &&
      !(koma_result_item_is_removed (item) && koma_result_feed_find (self, path) != NULL))
    koma_split_table_replace (&self->by_path, path, g_object_ref (item));
}

void
koma_result_feed_index_paths (KomaResultFeed *self,
                              gboolean        is_wanted)
{
  if (is_wanted == self->is_indexed)
    return;
  self->is_indexed = is_wanted;
  koma_split_table_remove_all (&self->by_path);
  if (is_wanted)
    koma_result_feed_foreach (self, koma_result_feed_note_path, self);
}
