/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker-fixture.h"

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "tests/test-main.h"

#include <glib/gstdio.h>

#define RED   0xff0000
#define GREEN 0x00ff00
#define BLUE  0x0000ff

static Answer *
send_path (Fixture    *fixture,
           Tally      *tally,
           guint64     key,
           const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .key = key, .priority = KOMA_PRIORITY_BULK, .file = file });

  return tally_send (tally, fixture->worker, request, NULL);
}

static void
test_finalize (Fixture      *fixture,
               gconstpointer data)
{
  KomaWorker *never_stopped = koma_worker_new ();

  g_assert_finalize_object (never_stopped);
}

static void
test_stop_twice (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  const Answer *answer = NULL;

  koma_worker_stop (fixture->worker);
  koma_worker_stop (fixture->worker);
  answer = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_BULK, RED);
  tally_wait (tally);
  assert_cancelled (answer);
}

static void
test_no_model (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  const Answer *answer = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, RED);

  tally_wait (tally);
  g_assert_error (answer->error, KOMA_ERROR, KOMA_ERROR_NO_MODEL);
}

static void
test_result (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GBytes) png = make_png (50, 30, BLUE);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .key = 7, .top_k = 2, .thumbnail_side = 16, .bytes = png });
  const Answer     *answer = NULL;
  const KomaResult *result = NULL;

  fixture_load_colours (fixture);
  answer = tally_send (tally, fixture->worker, request, NULL);
  tally_wait (tally);

  g_assert_cmpstr (answer_label (answer), ==, "blue");
  result = answer->result;
  g_assert_cmpuint (result->n_classes, ==, 2);
  g_assert_cmpuint (result->classes[0].index, ==, 2);
  g_assert_cmpfloat (result->classes[0].score, >, 0.9);
  g_assert_cmpfloat (result->classes[0].score, <=, 1);
  g_assert_cmpstr (result->info->backend, ==, "cpu");
  g_assert_cmpuint (result->batch, ==, 1);
  g_assert_cmpuint (result->source_width, ==, 50);
  g_assert_cmpuint (result->source_height, ==, 30);
  g_assert_nonnull (result->thumbnail);
  g_assert_cmpfloat (result->timing.inference_ms, >=, 0);
}

/* The picture comes back from the model's own input: of its size, in its order of colours, its
 * light and dark exchanged where it has them so. */
static void
test_seen (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GBytes) png = make_png (50, 30, BLUE);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .is_seen = TRUE, .bytes = png });
  static const guint blue_place[] = { 2, 0, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (blue_place); i++) {
    KomaWorkerModel model = fixture_model (fixture);
    g_autoptr (Tally) tally = tally_new ();
    g_autoptr (KomaModelInfo) info = NULL;
    const Answer     *answer = NULL;
    const KomaResult *result = NULL;
    const guint8     *pixel = NULL;

    model.parts[KOMA_PART_CHANNELS] = i == 1 ? "bgr" : NULL;
    model.parts[KOMA_PART_INVERT] = i == 2 ? "true" : NULL;
    info = fixture_load (fixture, &model, NULL);
    g_assert_nonnull (info);
    answer = tally_send (tally, fixture->worker, request, NULL);
    tally_wait (tally);
    g_assert_no_error (answer->error);
    result = answer->result;
    g_assert_cmpuint (result->seen->picture->width, ==, 32);
    g_assert_cmpuint (result->seen->picture->height, ==, 32);
    pixel = result->seen->picture->rgb + 5 * result->seen->picture->stride + 5 * 3;
    if (i < 2)
      g_assert_cmpuint (pixel[blue_place[i]], >, pixel[2 - blue_place[i]]);
    else
      g_assert_cmpuint (pixel[blue_place[i]], <, pixel[2 - blue_place[i]]);
    g_assert_cmpuint (result->seen->painted.n_outside, ==, 0);
    g_assert_cmpfloat (result->seen->painted.least, <, result->seen->painted.greatest);
    g_assert_cmpfloat (result->seen->painted.least, >=, 0);
    g_assert_cmpfloat (result->seen->painted.greatest, <=, 1);
  }
}

/* Bad pictures among good ones, and more classes than there are. */
static void
test_errors (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autofree char *good = fixture_write_png (fixture, "good.png", GREEN);
  g_autofree char *missing = g_build_filename (fixture->folder, "missing.png", NULL);
  g_autoptr (GBytes) noise = g_bytes_new_static ("not a picture", 13);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .key = 3, .priority = KOMA_PRIORITY_BULK, .bytes = noise });
  const Answer *first = NULL;
  const Answer *no_file = NULL;
  const Answer *no_picture = NULL;
  const Answer *last = NULL;

  fixture_load_colours (fixture);
  first = send_path (fixture, tally, 1, good);
  no_file = send_path (fixture, tally, 2, missing);
  no_picture = tally_send (tally, fixture->worker, request, NULL);
  last = send_path (fixture, tally, 4, good);
  tally_wait (tally);

  g_assert_cmpstr (answer_label (first), ==, "green");
  g_assert_error (no_file->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_error (no_picture->error, KOMA_ERROR, KOMA_ERROR_DECODE);
  g_assert_cmpstr (answer_label (last), ==, "green");
}

static void
test_removed_while_queued (Fixture      *fixture,
                           gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autofree char *path = fixture_write_png (fixture, "brief.png", RED);
  KomaWorkerModel  model = fixture_model (fixture);
  const Answer    *answer = NULL;
  const Answer    *other = NULL;

  /* It waits for the model that is being loaded, and is gone by then. */
  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
  answer = send_path (fixture, tally, 1, path);
  other = fixture_send_picture (fixture, tally, 2, KOMA_PRIORITY_BULK, RED);
  if (g_remove (path) != 0)
    g_test_skip ("can not remove a file");
  tally_wait (tally);
  if (answer->error != NULL)
    g_assert_error (answer->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (answer_label (other), ==, "red");
}

static void
test_cancel_before (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) picture = make_picture (8, 8, RED);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .priority = KOMA_PRIORITY_BULK, .picture = picture });
  const Answer *answer = NULL;

  fixture_load_colours (fixture);
  g_cancellable_cancel (cancellable);
  answer = tally_send (tally, fixture->worker, request, cancellable);
  g_assert_cmpuint (fixture_count_pending (fixture), ==, 0);
  tally_wait (tally);
  assert_cancelled (answer);
}

/* No model will ever come: nothing but the cancelling can end it. */
static void
test_cancel_during (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) picture = make_picture (8, 8, RED);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .priority = KOMA_PRIORITY_BULK, .picture = picture });
  KomaWorkerModel model = fixture_model (fixture);
  const Answer   *answer = NULL;

  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
  answer = tally_send (tally, fixture->worker, request, cancellable);
  g_cancellable_cancel (cancellable);
  tally_wait (tally);
  tally_check (tally);
  assert_cancelled (answer);
}

static void
test_cancel_after (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) picture = make_picture (8, 8, RED);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .priority = KOMA_PRIORITY_BULK, .picture = picture });
  const Answer *answer = NULL;

  fixture_load_colours (fixture);
  answer = tally_send (tally, fixture->worker, request, cancellable);
  tally_wait (tally);
  g_cancellable_cancel (cancellable);
  tally_check (tally);
  g_assert_cmpstr (answer_label (answer), ==, "red");
}

/* Nobody's callback runs inside the call that cancels. */
static void
test_cancel_all (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) picture = make_picture (40, 40, RED);
  g_autoptr (Tally) tally = tally_new ();

  fixture_load_colours (fixture);
  for (guint i = 0; i < 500; i++) {
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .key = i, .priority = i % 2, .picture = picture });

    tally_send (tally, fixture->worker, request, cancellable);
  }
  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (fixture_count_pending (fixture), ==, 0);
  g_assert_cmpuint (tally->n_ended, ==, 0);
  tally_wait (tally);
  tally_check (tally);
  g_assert_cmpuint (tally->n_cancelled, >, 0);
  g_assert_cmpuint (tally->n_errors, ==, 0);
}

/* A key is the sender's own: to the worker, requests of one key are as different
 * as others. */
static void
test_same_key (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  KomaWorkerModel model = fixture_model (fixture);
  const Answer   *red = NULL;
  const Answer   *green = NULL;

  /* Both wait for the model. */
  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
  red = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, RED);
  green = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, GREEN);
  tally_wait (tally);

  g_assert_cmpstr (answer_label (red), ==, "red");
  g_assert_cmpstr (answer_label (green), ==, "green");
}

static void
test_stop_with_full_queue (Fixture      *fixture,
                           gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();

  fixture_load_colours (fixture);
  for (guint i = 0; i < 2000; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK, BLUE);
  koma_worker_stop (fixture->worker);
  g_assert_cmpuint (fixture_count_pending (fixture), ==, 0);
  tally_wait (tally);
  tally_check (tally);
  g_assert_cmpuint (tally->n_cancelled, >, 0);
}

/* The last reference is dropped by a callback, while others are under way. */
static void
drop_worker_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  KomaWorker  **worker = data;
  G_GNUC_UNUSED g_autoptr (KomaResult) answer =
    koma_worker_classify_finish (KOMA_WORKER (source), result, NULL, NULL);

  g_clear_object (worker);
}

static void
test_drop_in_callback (Fixture      *fixture,
                       gconstpointer data)
{
  KomaWorker *worker = koma_worker_new ();
  gpointer    gone = worker;

  g_object_add_weak_pointer (G_OBJECT (worker), &gone);
  for (guint i = 0; i < 20; i++) {
    g_autoptr (KomaPicture) picture = make_picture (8, 8, RED);
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .priority = KOMA_PRIORITY_BULK, .picture = picture });

    koma_worker_classify_async (worker, request, NULL, drop_worker_cb, &worker);
  }
  while (gone != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (worker);
}

static double
get_queue_ms (const Tally *tally,
              guint        index)
{
  const Answer *answer = g_ptr_array_index (tally->answers, index);

  g_assert_no_error (answer->error);
  return answer->result->timing.queue_ms;
}

/* Interactive ones, sent last, wait less than half of the bulk does. */
static void
test_overtaking (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  double longest_ms = 0;
  guint  n_overtaken = 0;

  fixture_load_colours (fixture);
  for (guint i = 0; i < 2000; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK, RED);
  for (guint i = 0; i < 5; i++)
    fixture_send_picture (fixture, tally, 5000 + i, KOMA_PRIORITY_INTERACTIVE, GREEN);
  tally_wait (tally);

  for (guint i = 2000; i < 2005; i++)
    longest_ms = MAX (longest_ms, get_queue_ms (tally, i));
  for (guint i = 0; i < 2000; i++)
    n_overtaken += get_queue_ms (tally, i) > longest_ms;
  g_test_message ("Interactive pictures waited %.2f ms at most, less than %u of 2000 in bulk",
                  longest_ms, n_overtaken);
  g_assert_cmpuint (n_overtaken, >, 1000);
}

/* Sends 203 pictures in three colours. Returns: the largest batch they were in. */
static guint
send_many (Fixture *fixture)
{
  g_autoptr (Tally) tally = tally_new ();
  guint largest = 0;

  for (guint i = 0; i < 203; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK, 0xff0000 >> 8 * (i % 3));
  tally_wait (tally);
  for (guint i = 0; i < 203; i++) {
    const Answer *answer = tally->answers->pdata[i];

    g_assert_cmpuint (answer->result->classes[0].index, ==, i % 3);
    largest = MAX (largest, answer->result->batch);
  }
  return largest;
}

static void
test_batches (Fixture      *fixture,
              gconstpointer data)
{
  KomaWorkerModel model = fixture_model (fixture);
  g_autoptr (KomaModelInfo) info = NULL;
  guint largest = 0;

  model.batch = 5;
  info = fixture_load (fixture, &model, NULL);
  g_assert_nonnull (info);
  g_assert_cmpuint (koma_worker_get_bulk_batch (fixture->worker), ==, 0);
  /* Where the processors are busy with other things pictures may come one at
   * a time, faster than which this model is. */
  for (guint i = 0; i < 20 && largest < 5; i++)
    largest = MAX (largest, send_many (fixture));
  g_assert_cmpuint (largest, ==, 5);
  g_assert_cmpuint (koma_worker_get_bulk_batch (fixture->worker), ==, 5);
}

static void
test_memory_returns (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo after = { 0 };

  koma_memory_get_info (&before);
  fixture_load_colours (fixture);
  for (guint i = 0; i < 100; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK, RED);
  tally_wait (tally);
  koma_worker_stop (fixture->worker);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *path;
    void (*function) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker/batches", test_batches },
    { "/worker/cancel/after", test_cancel_after },
    { "/worker/cancel/all", test_cancel_all },
    { "/worker/cancel/before", test_cancel_before },
    { "/worker/cancel/during", test_cancel_during },
    { "/worker/drop-in-callback", test_drop_in_callback },
    { "/worker/errors", test_errors },
    { "/worker/finalize", test_finalize },
    { "/worker/memory-returns", test_memory_returns },
    { "/worker/no-model", test_no_model },
    { "/worker/overtaking", test_overtaking },
    { "/worker/removed-while-queued", test_removed_while_queued },
    { "/worker/result", test_result },
    { "/worker/seen", test_seen },
    { "/worker/same-key", test_same_key },
    { "/worker/stop/full-queue", test_stop_with_full_queue },
    { "/worker/stop/twice", test_stop_twice },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].function, fixture_tear_down);
  return g_test_run ();
}
