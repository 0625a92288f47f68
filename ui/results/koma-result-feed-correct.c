/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What persons say of pictures. */

#include "koma-result-feed-private.h"

#include "worker/koma-thread.h"

static void
correction_unref (gpointer correction) /* (nullable) */
{
  koma_correction_unref (correction);
}

static KomaFeedChange *
change_new (void)
{
  KomaFeedChange *change = g_new0 (KomaFeedChange, 1);

  change->items = g_ptr_array_new_with_free_func (g_object_unref);
  change->corrections = g_ptr_array_new_with_free_func (correction_unref);
  return change;
}

/* Who says the same again says nothing new. */
static void
say (KomaFeedChange *change,
     KomaResultItem *item,
     const char     *label) /* (nullable) */
{
  KomaCorrection *before = koma_result_item_get_correction (item);
  g_autoptr (KomaCorrection) correction = NULL;

  if (g_strcmp0 (before != NULL ? before->label : NULL, label) == 0)
    return;
  g_ptr_array_add (change->items, g_object_ref (item));
  g_ptr_array_add (change->corrections, before != NULL ? koma_correction_ref (before) : NULL);
  if (label != NULL)
    correction = koma_correction_new_now (label);
  koma_result_item_set_correction (item, correction);
}

/* Others are told once all are changed: they may look at the list. */
static guint
finish (KomaResultFeed *self,
        KomaFeedChange *change) /* (transfer full) */
{
  g_autoptr (GPtrArray) items = g_ptr_array_ref (change->items);

  g_ptr_array_add (self->changes, change);
  if (items->len == 0)
    g_ptr_array_remove (self->changes, change);
  for (guint i = 0; i < items->len; i++)
    koma_result_feed_emit_corrected (self, g_ptr_array_index (items, i));
  return items->len;
}

/**
 * koma_result_feed_correct:
 * @self: a feed
 * @items: (element-type KomaResultItem): pictures of its list
 * @label: (nullable): what they show, as the model has it where it is one of its classes; %NULL:
 *   take back what was said
 *
 * Remembers what was said before until it is undone.
 *
 * Returns: of how many pictures something else is said now
 */
guint
koma_result_feed_correct (KomaResultFeed *self,
                          GPtrArray      *items,
                          const char     *label)
{
  KomaFeedChange *change = change_new ();

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < items->len; i++)
    say (change, g_ptr_array_index (items, i), label);
  return finish (self, change);
}

/**
 * koma_result_feed_confirm:
 * @self: a feed
 * @items: (element-type KomaResultItem): pictures of its list
 *
 * The best class of each answer is right. Pictures without an answer stay as they are.
 *
 * Returns: of how many pictures something else is said now
 */
guint
koma_result_feed_confirm (KomaResultFeed *self,
                          GPtrArray      *items)
{
  KomaFeedChange *change = change_new ();

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < items->len; i++) {
    const KomaResult *result = koma_result_item_get_result (g_ptr_array_index (items, i));

    if (result != NULL && result->n_classes > 0)
      say (change, g_ptr_array_index (items, i), koma_result_get_class (result, 0).label);
  }
  return finish (self, change);
}

void
koma_result_feed_unsay (KomaResultFeed       *self,
                        const KomaFeedChange *change)
{
  for (guint i = 0; i < change->items->len; i++)
    koma_result_item_set_correction (g_ptr_array_index (change->items, i),
                                     g_ptr_array_index (change->corrections, i));
  for (guint i = 0; i < change->items->len; i++)
    koma_result_feed_emit_corrected (self, g_ptr_array_index (change->items, i));
}
