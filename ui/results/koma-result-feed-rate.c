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

static void
rating_unref (gpointer rating) /* (nullable) */
{
  koma_rating_unref (rating);
}

static void
give (KomaFeedChange *change,
      KomaResultItem *item,
      KomaRating     *rating) /* (nullable) */
{
  KomaRating *before = koma_result_item_get_rating (item);

  g_ptr_array_add (change->items, g_object_ref (item));
  g_ptr_array_add (change->ratings, before != NULL ? koma_rating_ref (before) : NULL);
  koma_result_item_set_rating (item, rating);
}

static guint
finish (KomaResultFeed *self,
        KomaFeedChange *change) /* (transfer full) */
{
  g_autoptr (GPtrArray) items = g_ptr_array_ref (change->items);

  g_ptr_array_add (self->changes, change);
  if (items->len == 0)
    g_ptr_array_remove (self->changes, change);
  tell (self, items);
  return items->len;
}

/**
 * koma_result_feed_rate:
 * @self: a feed
 * @items: (element-type KomaResultItem): pictures of its list
 * @stars: see koma-rating.h
 *
 * The user of this computer says so now. Remembers what was said before until it is undone.
 *
 * Returns: how many pictures have other stars now
 */
guint
koma_result_feed_rate (KomaResultFeed *self,
                       GPtrArray      *items,
                       int             stars)
{
  KomaFeedChange *change = g_new0 (KomaFeedChange, 1);
  g_autoptr (KomaRating) rating =
    stars != KOMA_RATING_NONE ? koma_rating_new_now (stars) : NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  change->items = g_ptr_array_new_with_free_func (g_object_unref);
  change->ratings = g_ptr_array_new_with_free_func (rating_unref);
  for (guint i = 0; i < items->len; i++) {
    KomaResultItem *item = g_ptr_array_index (items, i);

    if (koma_result_item_get_stars (item) != stars)
      give (change, item, rating);
  }
  return finish (self, change);
}

void
koma_result_feed_unrate (KomaResultFeed       *self,
                         const KomaFeedChange *change)
{
  for (guint i = 0; i < change->items->len; i++)
    koma_result_item_set_rating (g_ptr_array_index (change->items, i),
                                 g_ptr_array_index (change->ratings, i));
  tell (self, change->items);
}
