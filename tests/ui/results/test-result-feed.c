/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-result-feed.h"
#include "tests/unref-and-wait.h"

/* Without a model the worker answers each request with an error: enough to
 * follow every picture to its one ending. */

typedef struct
{
  KomaWorker     *worker;
  KomaResultFeed *feed;
  guint           n_finished;
} Fixture;

static void
finished_cb (Fixture *fixture)
{
  fixture->n_finished++;
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->worker = koma_worker_new ();
  fixture->feed = koma_result_feed_new (fixture->worker);
  g_signal_connect_swapped (fixture->feed, "finished", G_CALLBACK (finished_cb), fixture);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_result_feed_cancel (fixture->feed);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->feed);
  unref_and_wait (fixture->worker);
}

static void
append (Fixture *fixture,
        guint    n_items)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_items; i++) {
    g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/cat.jpg");

    g_ptr_array_add (items, koma_result_item_new_for_file (file));
  }
  koma_result_feed_append (fixture->feed, items);
}

static guint
get_n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (koma_result_feed_get_items (fixture->feed));
}

static guint
count_state (Fixture      *fixture,
             KomaItemState state)
{
  GListModel *items = koma_result_feed_get_items (fixture->feed);
  guint       n = 0;

  for (guint i = 0; i < get_n_rows (fixture); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    n += koma_result_item_get_state (item) == state;
  }
  return n;
}

static void
wait_for_rows (Fixture *fixture,
               guint    n_rows)
{
  while (get_n_rows (fixture) < n_rows)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_finished (Fixture *fixture)
{
  while (fixture->n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Rows come in slices, all of them, and wait for a model. */
static void
test_waits (Fixture      *fixture,
            gconstpointer data)
{
  g_assert_true (koma_result_feed_is_empty (fixture->feed));
  append (fixture, 1000);
  g_assert_false (koma_result_feed_is_empty (fixture->feed));
  g_assert_cmpuint (get_n_rows (fixture), >, 0);
  g_assert_cmpuint (get_n_rows (fixture), <, 50);

  wait_for_rows (fixture, 1000);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_WAITING), ==, 1000);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 1000);
  g_assert_cmpuint (koma_worker_get_n_pending (fixture->worker), ==, 0);
}

static void
test_answers (Fixture      *fixture,
              gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);

  append (fixture, 500);
  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);

  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, 500);
  g_assert_cmpuint (progress->n_total, ==, 500);
  g_assert_cmpuint (progress->n_done, ==, 500);
  g_assert_cmpuint (progress->n_failed, ==, 500);
  g_assert_cmpuint (progress->n_open, ==, 0);

  /* Once more, from the start. */
  fixture->n_finished = 0;
  koma_result_feed_retry (fixture->feed);
  g_assert_cmpuint (progress->n_open, ==, 500);
  wait_until_finished (fixture);
  g_assert_cmpuint (progress->n_done, ==, 500);
  g_assert_cmpuint (fixture->n_finished, ==, 1);
}

static void
test_bounded (Fixture      *fixture,
              gconstpointer data)
{
  append (fixture, 2000);
  wait_for_rows (fixture, 2000);
  koma_result_feed_start (fixture->feed);
  g_assert_cmpuint (koma_worker_get_n_pending (fixture->worker), <=, 100);
}

static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_rows = 0;

  append (fixture, 2000);
  koma_result_feed_start (fixture->feed);
  koma_result_feed_cancel (fixture->feed);
  n_rows = get_n_rows (fixture);

  g_assert_cmpuint (progress->n_open, ==, 0);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_STOPPED), ==, n_rows);
  /* What the worker still says changes nothing. */
  koma_worker_stop (fixture->worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_STOPPED), ==, n_rows);
  g_assert_cmpuint (fixture->n_finished, ==, 0);
}

static void
test_remove_and_undo (Fixture      *fixture,
                      gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (5, 20);
  g_autoptr (KomaResultRemoval) removal = NULL;

  append (fixture, 100);
  wait_for_rows (fixture, 100);
  removal = koma_result_feed_remove (fixture->feed, some);
  g_assert_cmpuint (get_n_rows (fixture), ==, 80);
  g_assert_cmpuint (progress->n_open, ==, 80);

  koma_result_feed_undo (fixture->feed, removal);
  g_assert_cmpuint (get_n_rows (fixture), ==, 100);
  g_assert_cmpuint (progress->n_open, ==, 100);

  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, 100);
}

/* Pictures that are with the worker when they go, and come back. */
static void
test_clear_while_busy (Fixture      *fixture,
                       gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  g_autoptr (KomaResultRemoval) removal = NULL;
  guint n_rows = 0;

  append (fixture, 600);
  koma_result_feed_start (fixture->feed);
  n_rows = get_n_rows (fixture);
  removal = koma_result_feed_clear (fixture->feed);
  g_assert_true (koma_result_feed_is_empty (fixture->feed));
  g_assert_cmpuint (progress->n_open, ==, 0);

  koma_result_feed_undo (fixture->feed, removal);
  g_assert_cmpuint (get_n_rows (fixture), ==, n_rows);
  wait_until_finished (fixture);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, n_rows);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/ui/result-feed/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("waits", test_waits);
  ADD ("answers", test_answers);
  ADD ("bounded", test_bounded);
  ADD ("cancel", test_cancel);
  ADD ("remove-and-undo", test_remove_and_undo);
  ADD ("clear-while-busy", test_clear_while_busy);
#undef ADD
  return g_test_run ();
}
