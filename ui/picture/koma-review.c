/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-review.h"

#include "worker/koma-thread.h"

static gboolean
is_doubtful (KomaResultItem  *item,
             KomaPreferences *preferences)
{
  const KomaResult *result = koma_result_item_get_result (item);

  return result != NULL && result->n_classes > 0 &&
         koma_result_item_get_correction (item) == NULL &&
         !koma_preferences_is_sure (preferences, result);
}

static int
compare_cb (gconstpointer one,
            gconstpointer other)
{
  KomaResultItem *a = *(KomaResultItem *const *) one, *b = *(KomaResultItem *const *) other;
  const float     score_a = koma_result_item_get_result (a)->classes[0].score;
  const float     score_b = koma_result_item_get_result (b)->classes[0].score;

  return (score_a > score_b) - (score_a < score_b);
}

GListModel *
koma_review_list_doubtful (GPtrArray       *items,
                           KomaPreferences *preferences)
{
  g_autoptr (GPtrArray) doubtful = g_ptr_array_new ();
  GListStore *store = g_list_store_new (KOMA_TYPE_RESULT_ITEM);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < items->len; i++)
    if (is_doubtful (g_ptr_array_index (items, i), preferences))
      g_ptr_array_add (doubtful, g_ptr_array_index (items, i));
  g_ptr_array_sort (doubtful, compare_cb);
  g_list_store_splice (store, 0, 0, doubtful->pdata, doubtful->len);
  return G_LIST_MODEL (store);
}

/**
 * koma_review_count:
 * @items: (element-type KomaResultItem): pictures that are reviewed
 * @n_seen: so many of them had their turn
 * @ret_counts: (out): what was said of all, and of how many that were seen nothing was said
 */
void
koma_review_count (GListModel       *items,
                   guint             n_seen,
                   KomaReviewCounts *ret_counts)
{
  KomaReviewCounts counts = { 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    KomaCorrection *correction = koma_result_item_get_correction (item);

    if (correction == NULL)
      counts.n_skipped += i < n_seen;
    else if (koma_correction_confirms (correction, koma_result_item_get_result (item)))
      counts.n_confirmed++;
    else
      counts.n_corrected++;
  }
  *ret_counts = counts;
}
