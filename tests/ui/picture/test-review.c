/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/koma-review.h"
#include "tests/test-main.h"

/* (transfer full) @score: 0: there is no answer */
static KomaResultItem *
new_item (double score)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("cat,dog", ",", -1);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_steal_pointer (&names), "a list");
  const KomaResult     values = { .info = info, .labels = labels };
  const KomaClassScore top[] = { { .index = 1, .score = (float) score } };
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  KomaResultItem *item = koma_result_item_new_for_file (file);

  g_atomic_ref_count_init (&info->ref_count);
  info->name = g_strdup ("Animals");
  info->hash = g_strdup ("hash");
  info->values.sure_from = 0.8;
  if (score > 0)
    koma_result_item_take_result (item, koma_result_new (&values, top, 1));
  koma_model_info_unref (info);
  return item;
}

static void
say (KomaResultItem *item,
     const char     *label)
{
  g_autoptr (KomaCorrection) correction = koma_correction_new (label, "Ada", 0);

  koma_result_item_set_correction (item, correction);
}

/* The list has it, too. */
static KomaResultItem *
get_item (GListModel *items,
          guint       position)
{
  KomaResultItem *item = g_list_model_get_item (items, position);

  g_object_unref (item);
  return item;
}

/* The least sure first; neither what is sure, nor what has no answer, nor what has a correction. */
static void
test_doubtful (void)
{
  const double scores[] = { 0.7, 0.9, 0.3, 0, 0.5, 0.2 };
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GListModel) doubtful = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (scores); i++)
    g_ptr_array_add (items, new_item (scores[i]));
  say (items->pdata[5], "cat");
  doubtful = koma_review_list_doubtful (items, preferences);
  g_assert_cmpuint (g_list_model_get_n_items (doubtful), ==, 3);
  g_assert_true (get_item (doubtful, 0) == items->pdata[2]);
  g_assert_true (get_item (doubtful, 1) == items->pdata[4]);
  g_assert_true (get_item (doubtful, 2) == items->pdata[0]);
}

/* What was not seen is not skipped. */
static void
test_count (void)
{
  GListStore      *items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  KomaReviewCounts counts;

  for (guint i = 0; i < 5; i++) {
    g_autoptr (KomaResultItem) item = new_item (0.5);

    if (i < 2)
      say (item, i == 0 ? "dog" : "cat");
    g_list_store_append (items, item);
  }
  koma_review_count (G_LIST_MODEL (items), 4, &counts);
  g_assert_cmpuint (counts.n_confirmed, ==, 1);
  g_assert_cmpuint (counts.n_corrected, ==, 1);
  g_assert_cmpuint (counts.n_skipped, ==, 2);
  g_assert_finalize_object (items);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/review/doubtful", test_doubtful);
  g_test_add_func ("/ui/review/count", test_count);
  return g_test_run ();
}
