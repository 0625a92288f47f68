/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures are sent, answered, removed and put back. */
#include "result-feed-fixture.h"

#include "tests/test-main.h"
#include "worker/koma-worker-private.h"

/* Requests that are with the worker. */
static guint
count_pending (Feed *fixture)
{
  return koma_worker_queue_get_n_unanswered (koma_worker_get_queue (fixture->worker));
}

static void
wait_until_finished (Feed *fixture)
{
  while (fixture->n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Rows come in slices, all of them, and wait for a model. */
static void
test_waits (Feed         *fixture,
            gconstpointer data)
{
  g_assert_true (koma_result_feed_is_empty (fixture->feed));
  feed_append (fixture, 1000);
  g_assert_false (koma_result_feed_is_empty (fixture->feed));
  g_assert_cmpuint (feed_get_n_rows (fixture), >, 0);
  g_assert_cmpuint (feed_get_n_rows (fixture), <, 50);

  feed_wait_for_rows (fixture, 1000);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_WAITING), ==, 1000);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 1000);
  g_assert_cmpuint (count_pending (fixture), ==, 0);
}

static void
test_answers (Feed         *fixture,
              gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);

  feed_append (fixture, 500);
  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);

  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_FAILED), ==, 500);
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
test_bounded (Feed         *fixture,
              gconstpointer data)
{
  feed_append (fixture, 2000);
  feed_wait_for_rows (fixture, 2000);
  koma_result_feed_start (fixture->feed);
  g_assert_cmpuint (count_pending (fixture), <=, 100);
}

/* That the worker has got, whether it has answered or not. */
static guint
count_sent (Feed *fixture)
{
  GListModel *items = koma_result_feed_get_items (fixture->feed);
  guint       n_sent = 0;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    n_sent += koma_result_item_get_key (item) != 0;
  }
  return n_sent;
}

/* What the worker has is answered, nothing else until it goes on; what comes later is not held. */
static void
test_paused (Feed         *fixture,
             gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_sent = 0;

  koma_result_feed_set_paused (fixture->feed, TRUE);
  g_assert_false (progress->is_paused);
  feed_append (fixture, 500);
  feed_wait_for_rows (fixture, 500);
  koma_result_feed_start (fixture->feed);
  koma_result_feed_set_paused (fixture->feed, TRUE);
  n_sent = count_sent (fixture);
  g_assert_cmpuint (n_sent, >, 0);
  g_assert_cmpuint (n_sent, <, 500);
  while (progress->n_done < n_sent)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (count_pending (fixture), ==, 0);
  g_assert_cmpuint (progress->n_open, ==, 500 - n_sent);
  koma_result_feed_set_paused (fixture->feed, FALSE);
  wait_until_finished (fixture);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_FAILED), ==, 500);
  fixture->n_finished = 0;
  feed_append (fixture, 1);
  wait_until_finished (fixture);
}

static void
test_cancel (Feed         *fixture,
             gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_rows = 0;

  feed_append (fixture, 2000);
  koma_result_feed_start (fixture->feed);
  koma_result_feed_cancel (fixture->feed);
  n_rows = feed_get_n_rows (fixture);

  g_assert_cmpuint (progress->n_open, ==, 0);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_STOPPED), ==, n_rows);
  /* What the worker still says changes nothing. */
  koma_worker_stop (fixture->worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_STOPPED), ==, n_rows);
  g_assert_cmpuint (fixture->n_finished, ==, 0);
}

static void
test_remove_and_undo (Feed         *fixture,
                      gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (5, 20);

  feed_append (fixture, 100);
  feed_wait_for_rows (fixture, 100);
  g_assert_cmpuint (koma_result_feed_remove (fixture->feed, some), ==, 20);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 80);
  g_assert_cmpuint (progress->n_open, ==, 80);

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 100);
  g_assert_cmpuint (progress->n_open, ==, 100);

  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_FAILED), ==, 100);
}

/* Items are removed wherever they are in the list; those that are not in it do not count. */
static void
test_remove_items (Feed         *fixture,
                   gconstpointer data)
{
  GListModel *list = koma_result_feed_get_items (fixture->feed);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  feed_append (fixture, 10);
  feed_wait_for_rows (fixture, 10);
  g_ptr_array_add (items, g_list_model_get_item (list, 7));
  g_ptr_array_add (items, g_list_model_get_item (list, 2));
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, items), ==, 2);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 8);
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, items), ==, 0);

  koma_result_feed_undo (fixture->feed);
  for (guint i = 0; i < items->len; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, i == 0 ? 7 : 2);

    g_assert_true (item == g_ptr_array_index (items, i));
  }
}

static KomaItemState
get_state (Feed *fixture,
           guint position)
{
  g_autoptr (KomaResultItem) item =
    g_list_model_get_item (koma_result_feed_get_items (fixture->feed), position);

  return koma_result_item_get_state (item);
}

/* The last removal comes back first; an emptied list forgets those before. */
static void
test_undo_in_order (Feed         *fixture,
                    gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);

  feed_append (fixture, 10);
  feed_wait_for_rows (fixture, 10);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 9);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 10);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  koma_result_feed_undo (fixture->feed);

  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_clear (fixture->feed);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 9);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
}

/* What was answered before it was removed is asked again of another model. */
static void
test_undo_after_model (Feed         *fixture,
                       gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);

  feed_append (fixture, 2);
  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);
  koma_result_feed_remove (fixture->feed, first);
  fixture->n_finished = 0;
  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);
  fixture->n_finished = 0;
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpint (get_state (fixture, 0), ==, KOMA_ITEM_WAITING);
  g_assert_cmpint (get_state (fixture, 1), ==, KOMA_ITEM_FAILED);
  wait_until_finished (fixture);
  g_assert_cmpint (get_state (fixture, 0), ==, KOMA_ITEM_FAILED);
}

/* Pictures that are with the worker when they go, and come back. */
static void
test_clear_while_busy (Feed         *fixture,
                       gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_rows = 0;

  feed_append (fixture, 600);
  koma_result_feed_start (fixture->feed);
  n_rows = feed_get_n_rows (fixture);
  g_assert_cmpuint (koma_result_feed_clear (fixture->feed), ==, n_rows);
  g_assert_true (koma_result_feed_is_empty (fixture->feed));
  g_assert_cmpuint (progress->n_open, ==, 0);

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, n_rows);
  wait_until_finished (fixture);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_FAILED), ==, n_rows);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  KomaModelInfo **ret_info = data;
  g_autoptr (GError) error = NULL;

  *ret_info = koma_worker_load_model_finish (KOMA_WORKER (source), result, &error);
  g_assert_no_error (error);
}

/* The model that tells red, green and blue, classes 0, 1 and 2. */
static void
load_colours (Feed *fixture)
{
  g_autofree char      *path = g_strconcat (g_getenv ("KOMA_SOURCE"), "/tests/data/colours", NULL);
  const KomaWorkerModel model = { .path = path, .backend = "cpu", .n_threads = 1 };
  g_autoptr (KomaModelInfo) info = NULL;

  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, loaded_cb, &info);
  while (info == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static KomaResultItem *
new_coloured_item (guint channel)
{
  const KomaCameraRegion whole = { KOMA_CAMERA_REGION_WHOLE, 0.0, 0.0, 0.0 };
  guint8                *rgb = g_malloc0 (8 * 8 * 3);
  g_autoptr (KomaCameraFrame) frame = NULL;

  for (guint i = 0; i < 8 * 8; i++)
    rgb[3 * i + channel] = 255;
  frame = koma_camera_frame_new (koma_picture_new_take (rgb, 8, 8, 24), 1, 0);
  return koma_result_item_new_for_frame (frame, &whole, "a colour");
}

static void
append_coloured (Feed *fixture,
                 guint n_items)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_items; i++)
    g_ptr_array_add (items, new_coloured_item (i % 3));
  koma_result_feed_append (fixture->feed, items);
  feed_wait_for_rows (fixture, n_items);
}

/* Each row gets its own answer, whatever becomes of rows, and of the requests
 * for them, while they are with the worker. */
static void
test_keys (Feed         *fixture,
           gconstpointer data)
{
  GListModel *items = koma_result_feed_get_items (fixture->feed);
  g_autoptr (GHashTable) answers = g_hash_table_new (NULL, NULL);
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (1, 40);

  load_colours (fixture);
  append_coloured (fixture, 200);
  koma_result_feed_start (fixture->feed);
  koma_result_feed_remove (fixture->feed, some);
  g_main_context_iteration (NULL, FALSE);
  koma_result_feed_start (fixture->feed);
  koma_result_feed_undo (fixture->feed);
  wait_until_finished (fixture);

  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_DONE), ==, 200);
  for (guint i = 0; i < 200; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    KomaResult *result = koma_result_item_get_result (item);

    g_assert_cmpuint (result->classes[0].index, ==, i % 3);
    g_assert_cmpuint (koma_result_item_get_key (item), ==, 0);
    g_assert_true (g_hash_table_add (answers, result));
  }
}

static KomaResult *
new_result (const char *model)
{
  return feed_create_result (model, NULL, 0);
}

/* The answers of the model before come back, while those since are still being computed, and for
 * removed pictures too; what had none yet is asked again when they go. */
static void
test_earlier (Feed         *fixture,
              gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  GListModel             *items = koma_result_feed_get_items (fixture->feed);
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (0, 10);

  feed_append (fixture, 100);
  feed_wait_for_rows (fixture, 100);
  for (guint i = 0; i < 100; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    koma_result_item_take_result (item, new_result ("one"));
  }
  koma_feed_progress_stop ((KomaFeedProgress *) progress);
  koma_result_feed_remove (fixture->feed, some);
  g_assert_null (koma_result_feed_get_earlier (fixture->feed));
  g_assert_false (koma_result_feed_can_show_earlier (fixture->feed));

  koma_result_feed_start (fixture->feed);
  g_assert_cmpstr (koma_result_feed_get_earlier (fixture->feed)->name, ==, "one");
  g_assert_cmpuint (progress->n_open, ==, 90);
  koma_result_feed_show_earlier (fixture->feed);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_DONE), ==, 90);
  g_assert_cmpuint (progress->n_open, ==, 0);
  g_assert_true (koma_result_feed_can_show_earlier (fixture->feed));
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_DONE), ==, 100);

  koma_result_feed_show_earlier (fixture->feed);
  g_assert_cmpuint (progress->n_open, ==, 100);
  fixture->n_finished = 0;
  wait_until_finished (fixture);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_FAILED), ==, 100);
  koma_result_feed_show_earlier (fixture->feed);
  g_assert_cmpuint (feed_count_state (fixture, KOMA_ITEM_DONE), ==, 100);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* Pictures that have their answers: nothing is to be done, and who looks at the list is told. */
static void
test_append_known (Feed         *fixture,
                   gconstpointer data)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/cat.jpg");
  KomaResultItem *item = koma_result_item_new_for_file (file);
  guint           n_told = 0;

  g_signal_connect_swapped (fixture->feed, "progress", G_CALLBACK (count_cb), &n_told);
  koma_result_item_take_error (
    item, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "it is gone"));
  g_ptr_array_add (items, item);
  koma_result_feed_append (fixture->feed, items);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 0);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/ui/result-feed/" path, Feed, NULL, feed_set_up, func, feed_tear_down)
  ADD ("append-known", test_append_known);
  ADD ("waits", test_waits);
  ADD ("answers", test_answers);
  ADD ("bounded", test_bounded);
  ADD ("paused", test_paused);
  ADD ("cancel", test_cancel);
  ADD ("remove-and-undo", test_remove_and_undo);
  ADD ("remove-items", test_remove_items);
  ADD ("undo-in-order", test_undo_in_order);
  ADD ("undo-after-model", test_undo_after_model);
  ADD ("clear-while-busy", test_clear_while_busy);
  ADD ("keys", test_keys);
  ADD ("earlier", test_earlier);
#undef ADD
  return g_test_run ();
}
