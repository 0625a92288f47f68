/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A backend that fails, at whatever moment: the others take over, each request
 * ends once, and right. test-worker-lost.c is the same with OpenGL ES. */
#include "failover-fixture.h"

#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "frail-backend.h"
#include "tests/remove-tree.h"
#include "worker/measure/koma-autotune-store.h"
#include "tests/test-main.h"

#define N_PICTURES 60

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  frail_backend_heal ();
  fixture_tear_down (fixture, data);
  /* What was chosen must not be known to the next test. */
  remove_tree (g_get_user_cache_dir ());
}

static void
fall (Fixture    *fixture,
      const char *backend, /* (nullable) chosen */
      guint       n_runs)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = failover_load (fixture, backend, &error);
  guint n_frail = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (info->backend, ==, "frail");
  g_assert_null (info->before);
  frail_backend_fail_run_after (n_runs);
  failover_send (fixture, tally, N_PICTURES);
  n_frail = failover_check (tally, "frail");
  g_test_message ("%u of %u on the frail one", n_frail, N_PICTURES);
  g_assert_cmpuint (n_frail, <, N_PICTURES);
  failover_check_told (tally, info, "Too frail to run");
}

/* At once, after some single pictures, and among batches or while they are
 * being measured. */
static void
test_run (Fixture      *fixture,
          gconstpointer data)
{
  static const guint n_runs[] = { 0, 1, 7, 20 };

  for (guint i = 0; i < G_N_ELEMENTS (n_runs); i++) {
    fall (fixture, "frail", n_runs[i]);
    frail_backend_heal ();
  }
}

static void
test_run_chosen (Fixture      *fixture,
                 gconstpointer data)
{
  fall (fixture, NULL, 3);
}

/* What took over goes on, until the model is loaded once more. */
static void
test_way_back (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (Tally) fallen = tally_new ();
  g_autoptr (Tally) healed = tally_new ();
  g_autoptr (KomaModelInfo) info = NULL;

  fall (fixture, "frail", 0);
  frail_backend_heal ();
  failover_send (fixture, fallen, N_PICTURES);
  g_assert_cmpuint (failover_check (fallen, "frail"), ==, 0);
  info = failover_load (fixture, "frail", NULL);
  g_assert_nonnull (info);
  failover_send (fixture, healed, N_PICTURES);
  g_assert_cmpuint (failover_check (healed, "frail"), ==, N_PICTURES);
}

/* As if it had been measured: the frail one is the fastest, plain C the next. */
static void
keep_report (const char *model_hash)
{
  static const struct
  {
    const char *backend;
    double      run_ms;
  } measured[] = { { "frail", 1 }, { "xnnpack", 3 }, { "cpu", 2 } };
  const KomaSessionOptions options = { .n_threads = 1 };
  g_autofree char         *machine = koma_autotune_store_describe_machine (&options);
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();

  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    koma_autotune_report_add (report, measured[i].backend,
                              &(KomaBenchmarkResult){ .state = KOMA_BENCHMARK_MEASURED,
                                                      .min_ms = measured[i].run_ms });
  g_assert_true (koma_autotune_store_keep (model_hash, machine, report, NULL));
}

static void
take_change_cb (KomaModelInfo *info,
                gpointer       user_data)
{
  g_ptr_array_add (user_data, koma_model_info_ref (info));
}

static char *
find_hash (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->model, "model.json", NULL);
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);

  g_assert_nonnull (model);
  return g_strdup (koma_model_get_hash (model));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  KomaModelInfo **ret_info = user_data;

  *ret_info = koma_worker_load_model_finish (KOMA_WORKER (source), result, NULL);
}

/* Who waited for the model sees the backend fail before automatic choice gets
 * its turn: the fastest in it is then the one that has failed. */
static void
test_before_choice (Fixture      *fixture,
                    gconstpointer data)
{
  KomaWorkerModel  model = fixture_model (fixture);
  g_autofree char *hash = find_hash (fixture);
  g_autoptr (KomaModelInfo) loaded = NULL;
  g_autoptr (GPtrArray) changes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_model_info_unref);
  g_autoptr (Tally) tally = tally_new ();
  const KomaModelInfo *last = NULL;

  keep_report (hash);
  koma_worker_watch_model (fixture->worker, take_change_cb, changes);
  frail_backend_fail_run_after (1); /* warms up */
  frail_backend_hold ();
  model.backend = NULL;
  model.is_measured = TRUE;
  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, loaded_cb, &loaded);
  failover_send (fixture, tally, N_PICTURES);
  frail_backend_let_go ();

  g_assert_cmpuint (failover_check (tally, "frail"), ==, 0);
  while (changes->len < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (koma_model_info_has_failed_over (changes->pdata[0]));
  last = changes->pdata[1];
  g_assert_nonnull (last->autotune);
  g_assert_cmpstr (last->backend, ==, "cpu");
  g_assert_false (koma_model_info_has_failed_over (last));
  koma_autotune_store_forget (hash);
}

/* An error for who named it; the others' turn, and a reason, for who did not. */
static void
expect_refused (Fixture    *fixture,
                const char *reason,
                int         code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = failover_load (fixture, "frail", &error);

  g_assert_null (info);
  g_assert_error (error, KOMA_ERROR, code);
  g_assert_nonnull (strstr (error->message, reason));
}

static void
expect_passed_over (Fixture    *fixture,
                    const char *reason)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = failover_load (fixture, NULL, &error);
  const char *const *warnings = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (info->backend, !=, "frail");
  g_assert_null (info->before);
  warnings = info->warnings;
  g_assert_nonnull (warnings[0]);
  g_assert_nonnull (strstr (warnings[0], reason));
  failover_send (fixture, tally, N_PICTURES);
  g_assert_cmpuint (failover_check (tally, "frail"), ==, 0);
}

static void
test_compile (Fixture      *fixture,
              gconstpointer data)
{
  static const int codes[] = { KOMA_ERROR_BACKEND, KOMA_ERROR_MEMORY };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++) {
    frail_backend_fail_compile_after (0, codes[i]);
    expect_refused (fixture, "Too frail to compile", codes[i]);
    expect_passed_over (fixture, "Too frail to compile");
  }
}

/* The first run is part of loading. */
static void
test_warm (Fixture      *fixture,
           gconstpointer data)
{
  frail_backend_fail_run_after (0);
  expect_refused (fixture, "Too frail to run", KOMA_ERROR_BACKEND);
  expect_passed_over (fixture, "Too frail to run");
}

/* For one picture it compiles, for a batch it does not. */
static void
test_compile_batch (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) info = failover_load (fixture, "frail", NULL);

  g_assert_nonnull (info);
  frail_backend_fail_compile_after (0, KOMA_ERROR_MEMORY);
  failover_send (fixture, tally, N_PICTURES);
  g_assert_cmpuint (failover_check (tally, "frail"), ==, N_PICTURES);
}

/* Again and again, at whatever moment, while models are loaded and requests
 * cancelled. */
static void
test_random (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  KomaWorkerModel model = fixture_model (fixture);
  guint           n_frail = 0;

  model.backend = "frail";
  for (guint round = 0; round < 20; round++) {
    frail_backend_heal ();
    koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
    failover_send (fixture, tally, N_PICTURES);
    if (g_test_rand_bit ())
      tally_wait (tally);
    frail_backend_fail_run_after (g_test_rand_int_range (0, 20));
    failover_send (fixture, tally, N_PICTURES);
    g_usleep (g_test_rand_int_range (0, 20000));
    g_main_context_iteration (NULL, FALSE);
  }
  n_frail = failover_check (tally, "frail");
  g_test_message ("%u of %u on the frail one", n_frail, tally->answers->len);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-failover-XXXXXX", NULL);

  /* (G_TEST_OPTION_ISOLATE_DIRS would do this, but leaks.) */
  g_assert_true (g_setenv ("XDG_CACHE_HOME", home, TRUE));
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&frail_backend);
#define ADD(name, function) \
  g_test_add ("/worker-failover/" name, Fixture, NULL, fixture_set_up, function, tear_down)
  ADD ("before-choice", test_before_choice);
  ADD ("compile", test_compile);
  ADD ("compile-batch", test_compile_batch);
  ADD ("random", test_random);
  ADD ("run", test_run);
  ADD ("run-chosen", test_run_chosen);
  ADD ("warm", test_warm);
  ADD ("way-back", test_way_back);
  return g_test_run ();
}
