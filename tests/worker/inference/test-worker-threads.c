/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When the threads of a session start: they take the processors from all others. */
#include "tests/test-main.h"
#include "tests/worker/worker-fixture.h"

#define N_THREADS 3

/* Those that compute a picture, the worker's own included: threads of XNNPACK have its name. */
static guint
count_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task = NULL;
  guint       n_threads = 0;

  g_assert_nonnull (tasks);
  while ((task = g_dir_read_name (tasks)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", task, "comm", NULL);
    g_autofree char *name = NULL;

    n_threads += g_file_get_contents (path, &name, NULL, NULL) &&
                 (g_str_equal (name, "koma-inference\n") || g_str_equal (name, "koma-team\n"));
  }
  return n_threads;
}

/* A thread that ends is still listed for a moment, and one that begins has its parent's name. */
static void
wait_for_threads (guint n_threads)
{
  while (count_threads () != n_threads)
    g_usleep (1000);
}

static gboolean
load (Fixture    *fixture,
      const char *backend)
{
  /* Plain C starts no threads for a model as small as that of the fixture. */
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "data", "models", "shogi",
                                            NULL);
  /* Batches are planned for after a few pictures; without a size, by the times of the model. */
  KomaWorkerModel model = { .path = path, .backend = backend, .n_threads = N_THREADS, .batch = 2 };
  g_autoptr (KomaModelInfo) info = NULL;
  g_autoptr (GError) error = NULL;

  if (koma_backends_find_available (backend, NULL) == NULL) {
    g_test_skip ("the backend is not there");
    return FALSE;
  }
  wait_for_threads (1);
  info = fixture_load (fixture, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (info->n_threads, ==, N_THREADS);
  g_assert_cmpuint (count_threads (), ==, 1);
  return TRUE;
}

static void
classify (Fixture     *fixture,
          KomaPriority priority,
          guint        n_pictures)
{
  g_autoptr (Tally) tally = tally_new ();

  for (guint i = 0; i < n_pictures; i++)
    fixture_send_picture (fixture, tally, i, priority, i % 2 == 0 ? 0xff0000 : 0x00ff00);
  tally_wait (tally);
  for (guint i = 0; i < n_pictures; i++)
    g_assert_nonnull (answer_label (tally->answers->pdata[i]));
}

/* One picture is answered sooner than threads are ready; who asks again asks on. */
static void
test_interactive (Fixture      *fixture,
                  gconstpointer data)
{
  if (!load (fixture, "cpu"))
    return;
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 1);
  g_assert_cmpuint (count_threads (), ==, 1);
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 1);
  wait_for_threads (N_THREADS);
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 5);
  classify (fixture, KOMA_PRIORITY_BULK, 100);
  wait_for_threads (N_THREADS);
}

/* XNNPACK's would spin: it computes a picture on one. */
static void
test_spinning (Fixture      *fixture,
               gconstpointer data)
{
  if (!load (fixture, "xnnpack"))
    return;
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 5);
  g_assert_cmpuint (count_threads (), ==, 1);
}

/* Bulk work has threads of its own, whose sessions have one each. */
static void
test_bulk (Fixture      *fixture,
           gconstpointer data)
{
  if (!load (fixture, "cpu"))
    return;
  classify (fixture, KOMA_PRIORITY_BULK, 100);
  g_assert_cmpuint (koma_worker_get_bulk_batch (fixture->worker), >=, N_THREADS);
  wait_for_threads (1);
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 5);
  wait_for_threads (N_THREADS);
  classify (fixture, KOMA_PRIORITY_INTERACTIVE, 5);
  classify (fixture, KOMA_PRIORITY_BULK, 100);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) \
  g_test_add ("/worker/threads/" name, Fixture, NULL, fixture_set_up, test, fixture_tear_down)
  ADD ("interactive", test_interactive);
  ADD ("spinning", test_spinning);
  ADD ("bulk", test_bulk);
  return g_test_run ();
}
