/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything at once, at random, from a seed that the test prints; `--seed`
 * repeats it. */
#include "worker-fixture.h"

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define N_REQUESTS     600
#define N_CANCELLABLES 40
#define N_THREADS      3
#define N_PER_THREAD   150

/* A flag of green between red: cropped it is green, stretched it is red. The
 * second model reads the same scores under other names. A picture prepared
 * for one model and run by the other would be red, or GREEN. */
static void
test_model_replaced (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *labels_path = g_build_filename (fixture->folder, "loud.txt", NULL);
  g_autoptr (KomaPicture) flag = make_flag (0x00ff00, 0xff0000);
  g_autoptr (Tally) tally = tally_new ();
  KomaWorkerModel crop = fixture_model (fixture);
  KomaWorkerModel stretch = fixture_model (fixture);
  guint           n_by_model[2] = { 0 };

  g_file_set_contents (labels_path, "RED\nGREEN\nBLUE\n", -1, NULL);
  crop.parts[KOMA_PART_FIT] = "crop";
  stretch.parts[KOMA_PART_FIT] = "stretch";
  stretch.parts[KOMA_PART_LABELS] = labels_path;
  fixture_load_colours (fixture);
  for (guint round = 0; round < 30; round++) {
    const KomaWorkerModel *model = g_test_rand_bit () ? &crop : &stretch;

    koma_worker_load_model_async (fixture->worker, model, NULL, NULL, NULL, NULL, NULL);
    for (guint i = 0; i < 50; i++) {
      KomaPriority priority = i % 10 == 0 ? KOMA_PRIORITY_INTERACTIVE : KOMA_PRIORITY_BULK;
      g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
        .key = 50 * round + i,
        .priority = priority,
        .picture = flag,
      });

      tally_send (tally, fixture->worker, request, NULL);
    }
    g_usleep (g_test_rand_int_range (0, 10000));
    g_main_context_iteration (NULL, FALSE);
  }
  tally_wait (tally);
  tally_check (tally);

  for (guint i = 0; i < tally->answers->len; i++) {
    const char *label = answer_label (tally->answers->pdata[i]);

    g_assert_true (g_str_equal (label, "green") || g_str_equal (label, "RED"));
    n_by_model[g_str_equal (label, "RED")]++;
  }
  g_test_message ("%u by the one model, %u by the other", n_by_model[0], n_by_model[1]);
}

static KomaRequest *
make_random_request (guint   key,
                     GBytes *png)
{
  KomaPriority priority = g_test_rand_bit () ? KOMA_PRIORITY_INTERACTIVE : KOMA_PRIORITY_BULK;

  if (g_test_rand_bit ()) {
    g_autoptr (KomaPicture) picture = make_picture (5, 5, 0x0000ff);

    return koma_request_new (&(KomaRequest){
      .key = key,
      .priority = priority,
      .picture = picture,
    });
  }
  return koma_request_new (&(KomaRequest){ .key = key, .priority = priority, .bytes = png });
}

/* Several requests share a key and several a cancellable. */
static void
test_random_cancels (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (GPtrArray) cancellables = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GBytes) png = make_png (20, 20, 0x0000ff);
  g_autoptr (Tally) tally = tally_new ();

  fixture_load_colours (fixture);
  for (guint i = 0; i < N_CANCELLABLES; i++)
    g_ptr_array_add (cancellables, g_cancellable_new ());
  for (guint i = 0; i < N_REQUESTS; i++) {
    g_autoptr (KomaRequest) request = make_random_request (g_test_rand_int_range (0, 200), png);
    GCancellable *cancellable = cancellables->pdata[g_test_rand_int_range (0, N_CANCELLABLES)];

    tally_send (tally, fixture->worker, request, g_test_rand_bit () ? cancellable : NULL);
    if (i % 17 == 0)
      g_cancellable_cancel (cancellables->pdata[g_test_rand_int_range (0, N_CANCELLABLES)]);
    if (g_test_rand_int_range (0, 8) == 0)
      g_main_context_iteration (NULL, FALSE);
    if (g_test_rand_int_range (0, 20) == 0)
      g_usleep (1000);
  }
  tally_wait (tally);
  tally_check (tally);
  g_test_message ("%u results, %u cancelled", tally->n_results, tally->n_cancelled);
  g_assert_cmpuint (tally->n_errors, ==, 0);
}

typedef struct
{
  Fixture      *fixture;
  GCancellable *cancellable;
  guint         n_ended;
  guint         n_results;
} Client;

static void
client_ended_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  Client *client = data;
  g_autoptr (KomaResult) answer =
    koma_worker_classify_finish (KOMA_WORKER (source), result, NULL, NULL);

  client->n_ended++;
  client->n_results += answer != NULL;
}

/* A thread with a main context of its own, answered there. */
static gpointer
client_main (gpointer data)
{
  Client *client = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (KomaPicture) picture = make_picture (9, 9, 0xff0000);

  g_main_context_push_thread_default (context);
  for (guint i = 0; i < N_PER_THREAD; i++) {
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .key = i, .priority = i % 2, .picture = picture });

    koma_worker_classify_async (client->fixture->worker, request,
                                i % 3 == 0 ? client->cancellable : NULL,
                                client_ended_cb, client);
  }
  while (client->n_ended < N_PER_THREAD)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* Clients on several threads, and one more that cancels what they sent. */
static void
test_threads (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Client   clients[N_THREADS] = { 0 };
  GThread *threads[N_THREADS] = { NULL };
  guint    n_results = 0;

  fixture_load_colours (fixture);
  for (guint i = 0; i < N_THREADS; i++) {
    clients[i].fixture = fixture;
    clients[i].cancellable = cancellable;
    threads[i] = g_thread_new ("client", client_main, &clients[i]);
  }
  g_usleep (g_test_rand_int_range (0, 3000));
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < N_THREADS; i++) {
    g_thread_join (threads[i]);
    g_assert_cmpuint (clients[i].n_ended, ==, N_PER_THREAD);
    n_results += clients[i].n_results;
  }
  g_test_message ("%u results of %u", n_results, N_THREADS * N_PER_THREAD);
  g_assert_cmpuint (n_results, >=, N_THREADS * N_PER_THREAD * 2 / 3);
}

/* Stopped at whatever moment. */
static void
test_random_stops (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (KomaPicture) picture = make_picture (40, 40, 0x00ff00);
  KomaWorkerModel model = fixture_model (fixture);

  for (guint round = 0; round < 20; round++) {
    g_autoptr (KomaWorker) worker = koma_worker_new ();
    g_autoptr (Tally) tally = tally_new ();

    koma_worker_load_model_async (worker, &model, NULL, NULL, NULL, NULL, NULL);
    for (guint i = 0; i < 100; i++) {
      g_autoptr (KomaRequest) request =
        koma_request_new (&(KomaRequest){ .key = i, .priority = i % 2, .picture = picture });

      tally_send (tally, worker, request, NULL);
    }
    g_usleep (g_test_rand_int_range (0, 15000));
    koma_worker_stop (worker);
    tally_wait (tally);
    tally_check (tally);
    g_assert_cmpuint (tally->n_errors, ==, 0);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker-stress/model-replaced", Fixture, NULL,
              fixture_set_up, test_model_replaced, fixture_tear_down);
  g_test_add ("/worker-stress/random-cancels", Fixture, NULL,
              fixture_set_up, test_random_cancels, fixture_tear_down);
  g_test_add ("/worker-stress/random-stops", Fixture, NULL,
              fixture_set_up, test_random_stops, fixture_tear_down);
  g_test_add ("/worker-stress/threads", Fixture, NULL,
              fixture_set_up, test_threads, fixture_tear_down);
  return g_test_run ();
}
