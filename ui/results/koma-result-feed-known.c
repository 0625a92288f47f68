/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-feed-private.h"

static void
take_known (KomaResultFeed      *self,
            KomaResultItem      *item,
            KomaCollectionKnown *known)
{
  if (known->moved_from != NULL)
    koma_result_feed_emit_moved (self, known->moved_from);
  if (known->correction != NULL && koma_result_item_get_correction (item) == NULL)
    koma_result_item_set_correction (item, known->correction);
  if (koma_result_item_get_rating (item) == NULL)
    koma_result_item_set_rating (item, known->rating);
  if (koma_result_item_get_ask (item) == KOMA_ASK_RESULT)
    g_clear_error (&known->failure);
  if (known->result != NULL || known->failure != NULL) {
    koma_result_feed_take_answer (self, item, g_steal_pointer (&known->result),
                                  g_steal_pointer (&known->failure));
    return;
  }
  koma_result_item_set_ask (item, KOMA_ASK_NOTHING);
  g_queue_push_head (&self->waiting, g_object_ref (item));
}

static void
tell_left_out (KomaResultFeed *self,
               GPtrArray      *items,
               const GArray   *known)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < items->len; i++)
    if (g_array_index (known, KomaCollectionKnown, i).is_left_out &&
        koma_result_feed_is_to_be_sent (self, items->pdata[i]))
      g_ptr_array_add (out, g_object_ref (items->pdata[i]));
  if (out->len > 0)
    koma_result_feed_emit_left_out (self, out);
}

/* From the last one on: what is not known waits in its order. */
void
koma_result_feed_take_known (GPtrArray *items,
                             GArray    *known,
                             gpointer   user_data)
{
  KomaResultFeed *self = user_data;

  if (known != NULL)
    tell_left_out (self, items, known);
  for (guint i = items->len; i > 0; i--) {
    KomaCollectionKnown nothing = { 0 };

    if (koma_result_feed_is_to_be_sent (self, items->pdata[i - 1]))
      take_known (self, items->pdata[i - 1],
                  known != NULL ? &g_array_index (known, KomaCollectionKnown, i - 1) : &nothing);
  }
  koma_result_feed_send_waiting (self);
}

/* What the one before was asked for is asked of this one, or computed. */
void
koma_result_feed_set_keeper (KomaResultFeed       *self,
                             KomaCollectionKeeper *keeper)
{
  g_autoptr (GPtrArray) asking = koma_known_answers_set_keeper (self->known, keeper);

  koma_result_feed_index_paths (self, keeper != NULL);
  for (guint i = asking != NULL ? asking->len : 0; i > 0; i--)
    g_queue_push_head (&self->waiting, g_object_ref (asking->pdata[i - 1]));
  koma_result_feed_send_waiting (self);
}
