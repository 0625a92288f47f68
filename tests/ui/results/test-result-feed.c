/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-result-feed.h"
#include "tests/unref-and-wait.h"
#include "worker/koma-worker-private.h"
#include "worker/take/koma-said.h"
#include "tests/test-main.h"

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

/* Requests that are with the worker. */
static guint
count_pending (Fixture *fixture)
{
  return koma_worker_queue_get_n_unanswered (koma_worker_get_queue (fixture->worker));
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
  g_assert_cmpuint (count_pending (fixture), ==, 0);
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
  g_assert_cmpuint (count_pending (fixture), <=, 100);
}

/* That the worker has got, whether it has answered or not. */
static guint
count_sent (Fixture *fixture)
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
test_paused (Fixture      *fixture,
             gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_sent = 0;

  koma_result_feed_set_paused (fixture->feed, TRUE);
  g_assert_false (progress->is_paused);
  append (fixture, 500);
  wait_for_rows (fixture, 500);
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
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, 500);
  fixture->n_finished = 0;
  append (fixture, 1);
  wait_until_finished (fixture);
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

  append (fixture, 100);
  wait_for_rows (fixture, 100);
  g_assert_cmpuint (koma_result_feed_remove (fixture->feed, some), ==, 20);
  g_assert_cmpuint (get_n_rows (fixture), ==, 80);
  g_assert_cmpuint (progress->n_open, ==, 80);

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 100);
  g_assert_cmpuint (progress->n_open, ==, 100);

  koma_result_feed_start (fixture->feed);
  wait_until_finished (fixture);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, 100);
}

/* Items are removed wherever they are in the list; those that are not in it do not count. */
static void
test_remove_items (Fixture      *fixture,
                   gconstpointer data)
{
  GListModel *list = koma_result_feed_get_items (fixture->feed);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  append (fixture, 10);
  wait_for_rows (fixture, 10);
  g_ptr_array_add (items, g_list_model_get_item (list, 7));
  g_ptr_array_add (items, g_list_model_get_item (list, 2));
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, items), ==, 2);
  g_assert_cmpuint (get_n_rows (fixture), ==, 8);
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, items), ==, 0);

  koma_result_feed_undo (fixture->feed);
  for (guint i = 0; i < items->len; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, i == 0 ? 7 : 2);

    g_assert_true (item == g_ptr_array_index (items, i));
  }
}

static KomaItemState
get_state (Fixture *fixture,
           guint    position)
{
  g_autoptr (KomaResultItem) item =
    g_list_model_get_item (koma_result_feed_get_items (fixture->feed), position);

  return koma_result_item_get_state (item);
}

/* The last removal comes back first; an emptied list forgets those before. */
static void
test_undo_in_order (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);

  append (fixture, 10);
  wait_for_rows (fixture, 10);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 9);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 10);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  koma_result_feed_undo (fixture->feed);

  koma_result_feed_remove (fixture->feed, first);
  koma_result_feed_clear (fixture->feed);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 9);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
}

/* What was answered before it was removed is asked again of another model. */
static void
test_undo_after_model (Fixture      *fixture,
                       gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);

  append (fixture, 2);
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
test_clear_while_busy (Fixture      *fixture,
                       gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  guint                   n_rows = 0;

  append (fixture, 600);
  koma_result_feed_start (fixture->feed);
  n_rows = get_n_rows (fixture);
  g_assert_cmpuint (koma_result_feed_clear (fixture->feed), ==, n_rows);
  g_assert_true (koma_result_feed_is_empty (fixture->feed));
  g_assert_cmpuint (progress->n_open, ==, 0);

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, n_rows);
  wait_until_finished (fixture);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, n_rows);
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
load_colours (Fixture *fixture)
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
append_coloured (Fixture *fixture,
                 guint    n_items)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_items; i++)
    g_ptr_array_add (items, new_coloured_item (i % 3));
  koma_result_feed_append (fixture->feed, items);
  wait_for_rows (fixture, n_items);
}

/* Each row gets its own answer, whatever becomes of rows, and of the requests
 * for them, while they are with the worker. */
static void
test_keys (Fixture      *fixture,
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

  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_DONE), ==, 200);
  for (guint i = 0; i < 200; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    KomaResult *result = koma_result_item_get_result (item);

    g_assert_cmpuint (result->classes[0].index, ==, i % 3);
    g_assert_cmpuint (koma_result_item_get_key (item), ==, 0);
    g_assert_true (g_hash_table_add (answers, result));
  }
}

static KomaResult *
new_result_of (const char           *model,
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

static KomaResult *
new_result (const char *model)
{
  return new_result_of (model, NULL, 0);
}

/* The answers of the model before come back, while those since are still being computed, and for
 * removed pictures too; what had none yet is asked again when they go. */
static void
test_earlier (Fixture      *fixture,
              gconstpointer data)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (fixture->feed);
  GListModel             *items = koma_result_feed_get_items (fixture->feed);
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (0, 10);

  append (fixture, 100);
  wait_for_rows (fixture, 100);
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
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_DONE), ==, 90);
  g_assert_cmpuint (progress->n_open, ==, 0);
  g_assert_true (koma_result_feed_can_show_earlier (fixture->feed));
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_DONE), ==, 100);

  koma_result_feed_show_earlier (fixture->feed);
  g_assert_cmpuint (progress->n_open, ==, 100);
  fixture->n_finished = 0;
  wait_until_finished (fixture);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_FAILED), ==, 100);
  koma_result_feed_show_earlier (fixture->feed);
  g_assert_cmpuint (count_state (fixture, KOMA_ITEM_DONE), ==, 100);
}

static void
corrected_cb (KomaResultFeed *feed,
              KomaResultItem *item,
              GString        *log)
{
  KomaCorrection *correction = koma_result_item_get_correction (item);

  g_string_append_printf (log, "%s ", correction != NULL ? correction->label : "-");
}

static GPtrArray *
dup_items (Fixture *fixture)
{
  GListModel *list = koma_result_feed_get_items (fixture->feed);
  GPtrArray  *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < get_n_rows (fixture); i++)
    g_ptr_array_add (items, g_list_model_get_item (list, i));
  return items;
}

/* What persons say and what they remove goes back one way, the last change first. */
static void
test_correct_and_undo (Fixture      *fixture,
                       gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;

  append (fixture, 2);
  wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  g_signal_connect (fixture->feed, "corrected", G_CALLBACK (corrected_cb), log);
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, "cat"), ==, 2);
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, "cat"), ==, 0);
  g_assert_true (koma_result_feed_can_undo_correction (fixture->feed));
  koma_result_feed_remove (fixture->feed, first);
  g_assert_false (koma_result_feed_can_undo_correction (fixture->feed));
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, NULL), ==, 2);
  g_assert_cmpstr (log->str, ==, "cat cat - - ");

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 1);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (get_n_rows (fixture), ==, 2);
  koma_result_feed_undo (fixture->feed);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpstr (log->str, ==, "cat cat - - cat cat - - ");
}

/* Each answer is right as it is; where there is none nothing is said. */
static void
test_confirm (Fixture      *fixture,
              gconstpointer data)
{
  const KomaClassScore dog = { .index = 1, .score = 0.3f };
  g_autoptr (GPtrArray) items = NULL;
  KomaResultItem *answered = NULL;

  append (fixture, 2);
  wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  answered = g_ptr_array_index (items, 1);
  koma_result_item_take_result (answered, new_result_of ("one", &dog, 1));
  g_assert_cmpuint (koma_result_feed_confirm (fixture->feed, items), ==, 1);
  g_assert_null (koma_result_item_get_correction (g_ptr_array_index (items, 0)));
  g_assert_cmpstr (koma_result_item_get_correction (answered)->label, ==, "dog");
  g_assert_cmpstr (koma_result_item_get_correction (answered)->author, ==,
                   koma_said_get_user ());
  koma_result_feed_undo (fixture->feed);
  g_assert_null (koma_result_item_get_correction (answered));
}

static void
taken_out_cb (KomaResultFeed *feed,
              KomaResultItem *item,
              gboolean        is_out,
              GString        *log)
{
  g_assert_cmpint (koma_result_item_is_removed (item), ==, is_out);
  g_string_append (log, is_out ? "out " : "in ");
}

/* Others hear of what is taken out, and of what is put back; of what is removed or dropped, they
 * do not. */
static void
test_take_out (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) rest = NULL;

  append (fixture, 4);
  wait_for_rows (fixture, 4);
  items = dup_items (fixture);
  g_ptr_array_remove_range (items, 1, 2);
  g_signal_connect (fixture->feed, "taken-out", G_CALLBACK (taken_out_cb), log);
  g_assert_cmpuint (koma_result_feed_take_out (fixture->feed, items), ==, 2);
  g_assert_cmpuint (koma_result_feed_take_out (fixture->feed, items), ==, 0);
  g_assert_cmpuint (get_n_rows (fixture), ==, 2);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 2);
  rest = dup_items (fixture);
  g_ptr_array_set_size (rest, 1);
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, rest), ==, 1);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "out out ");
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "out out in in ");
  g_assert_cmpuint (get_n_rows (fixture), ==, 4);
  koma_result_feed_drop_items (fixture->feed, items);
  g_assert_cmpuint (get_n_rows (fixture), ==, 2);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 2);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpstr (log->str, ==, "out out in in ");
}

static void
rated_cb (KomaResultFeed *feed,
          KomaResultItem *item,
          GString        *log)
{
  g_string_append_printf (log, "%d ", koma_result_item_get_stars (item));
}

/* Those that have these stars already are left alone; each goes back to what it had. */
static void
test_rate (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  append (fixture, 2);
  wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  g_ptr_array_add (one, g_ptr_array_index (items, 0));
  g_signal_connect (fixture->feed, "rated", G_CALLBACK (rated_cb), log);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, one, 0), ==, 0);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, one, 5), ==, 1);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, items, 5), ==, 1);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, items, KOMA_RATING_REJECTED), ==, 2);
  g_assert_cmpstr (log->str, ==, "5 5 -1 -1 ");
  g_assert_true (koma_result_feed_can_undo_correction (fixture->feed));
  koma_result_feed_undo (fixture->feed);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "5 5 -1 -1 5 5 0 ");
  g_assert_cmpint (koma_result_item_get_stars (g_ptr_array_index (items, 0)), ==, 5);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* Pictures that have their answers: nothing is to be done, and who looks at the list is told. */
static void
test_append_known (Fixture      *fixture,
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
  g_assert_cmpuint (get_n_rows (fixture), ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/ui/result-feed/" path, Fixture, NULL, set_up, func, tear_down)
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
  ADD ("correct-and-undo", test_correct_and_undo);
  ADD ("take-out", test_take_out);
  ADD ("rate", test_rate);
  ADD ("confirm", test_confirm);
  ADD ("clear-while-busy", test_clear_while_busy);
  ADD ("keys", test_keys);
  ADD ("earlier", test_earlier);
#undef ADD
  return g_test_run ();
}
