/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much persons like pictures. */

#include "koma-result-feed-private.h"

#include "worker/koma-thread.h"

/* Others are told once all are changed: they may look at the list. */
static void
tell (KomaResultFeed *self,
      GPtrArray      *items)
{
  for (guint i = 0; i < items->len; i++)
    koma_result_feed_emit_rated (self, g_ptr_array_index (items, i));
}

/**
 * koma_result_feed_rate:
 * @self: a feed
 * @items: (element-type KomaResultItem): pictures of its list
 * @stars: see koma-rating.h
 *
 * Remembers what stars they had until it is undone.
 *
 * Returns: how many pictures have other stars now
 */
guint
koma_result_feed_rate (KomaResultFeed *self,
                       GPtrArray      *items,
                       int             stars)
{
  g_autoptr (GPtrArray) rated = g_ptr_array_new_with_free_func (g_object_unref);
  KomaFeedChange *change = NULL;
  GArray         *before = g_array_new (FALSE, FALSE, sizeof (int));

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < items->len; i++) {
    KomaResultItem *item = g_ptr_array_index (items, i);
    const int       had = koma_result_item_get_stars (item);

    if (had == stars)
      continue;
    g_ptr_array_add (rated, g_object_ref (item));
    g_array_append_val (before, had);
    koma_result_item_set_stars (item, stars);
  }
  if (rated->len == 0) {
    g_array_unref (before);
    return 0;
  }
  change = g_new0 (KomaFeedChange, 1);
  change->items = g_ptr_array_ref (rated);
  change->stars = before;
  g_ptr_array_add (self->changes, change);
  tell (self, rated);
  return rated->len;
}

void
koma_result_feed_unrate (KomaResultFeed       *self,
                         const KomaFeedChange *change)
{
  for (guint i = 0; i < change->items->len; i++)
    koma_result_item_set_stars (g_ptr_array_index (change->items, i),
                                g_array_index (change->stars, int, i));
  tell (self, change->items);
}
