/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "result-feed-fixture.h"

#include "tests/unref-and-wait.h"

static void
finished_cb (Feed *fixture)
{
  fixture->n_finished++;
}

void
feed_set_up (Feed         *fixture,
             gconstpointer data)
{
  fixture->worker = koma_worker_new ();
  fixture->feed = koma_result_feed_new (fixture->worker);
  g_signal_connect_swapped (fixture->feed, "finished", G_CALLBACK (finished_cb), fixture);
}

void
feed_tear_down (Feed         *fixture,
                gconstpointer data)
{
  koma_result_feed_cancel (fixture->feed);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->feed);
  unref_and_wait (fixture->worker);
}

void
feed_append (Feed *fixture,
             guint n_items)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/cat.jpg");

    g_ptr_array_add (items, koma_result_item_new_for_file (file));
  }
  koma_result_feed_append (fixture->feed, items);
}

guint
feed_get_n_rows (Feed *fixture)
{
  return g_list_model_get_n_items (koma_result_feed_get_items (fixture->feed));
}

guint
feed_count_state (Feed         *fixture,
                  KomaItemState state)
{
  GListModel *items = koma_result_feed_get_items (fixture->feed);
  guint       n = 0;

  for (guint i = 0; i < feed_get_n_rows (fixture); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    n += koma_result_item_get_state (item) == state;
  }
  return n;
}

void
feed_wait_for_rows (Feed *fixture,
                    guint n_rows)
{
  while (feed_get_n_rows (fixture) < n_rows)
    g_main_context_iteration (NULL, TRUE);
}

KomaResult *
feed_create_result (const char           *model,
                    const KomaClassScore *top, /* (nullable) */
                    guint                 n_top)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  char         **names = g_strsplit ("cat,dog", ",", -1);
  KomaResult     values = { .info = info };
  KomaResult    *result = NULL;

  g_atomic_ref_count_init (&info->ref_count);
  info->name = g_strdup (model);
  info->hash = g_strdup (model);
  info->labels = koma_labels_new (names, "a list");
  values.labels = info->labels;
  result = koma_result_new (&values, top, n_top);
  koma_model_info_unref (info);
  return result;
}
