/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Automatic choice while a worker answers: a backend that is wrong comes first
 * by priority, serves at once as any would, and has to go. */
#include "tests/worker/worker-fixture.h"

#include <string.h>

#include "engine/runtime/cpu-count.h"
#include "tests/engine/backend-fixture.h"
#include "tests/remove-tree.h"
#include "worker/measure/koma-autotune-store.h"
#include "tests/test-main.h"

typedef struct
{
  Fixture        fixture;
  KomaModelInfo *loaded;
  KomaModelInfo *changed; /* (nullable) */
} Choice;

static void
changed_cb (KomaModelInfo *info,
            gpointer       user_data)
{
  Choice *choice = user_data;

  g_assert_null (choice->changed);
  choice->changed = koma_model_info_ref (info);
}

static void
set_up (Choice       *choice,
        gconstpointer data)
{
  KomaWorkerModel model = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_set_up (&choice->fixture, data);
  koma_worker_watch_model (choice->fixture.worker, changed_cb, choice);
  model = fixture_model (&choice->fixture);
  model.backend = NULL;
  model.is_measured = TRUE;
  choice->loaded = fixture_load (&choice->fixture, &model, &error);
  g_assert_no_error (error);
}

static void
tear_down (Choice       *choice,
           gconstpointer data)
{
  koma_autotune_store_forget (choice->loaded->hash);
  g_clear_pointer (&choice->loaded, koma_model_info_unref);
  g_clear_pointer (&choice->changed, koma_model_info_unref);
  fixture_tear_down (&choice->fixture, data);
}

static void
wait_for_change (Choice *choice)
{
  while (choice->changed == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static const KomaAutotuneEntry *
find_wrong (const KomaAutotuneReport *autotune)
{
  for (guint i = 0; i < autotune->n_entries; i++)
    if (g_str_equal (autotune->entries[i].backend, "wrong"))
      return &autotune->entries[i];
  return NULL;
}

static Answer *
send (Tally       *tally,
      KomaWorker  *worker,
      guint64      key,
      KomaPriority priority,
      guint32      rgb)
{
  g_autoptr (KomaPicture) picture = make_picture (32, 32, rgb);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .key = key, .priority = priority, .picture = picture });

  return tally_send (tally, worker, request, NULL);
}

/* It answers before the choice, and from then on with another backend. */
static void
test_replaced (Choice       *choice,
               gconstpointer data)
{
  const KomaAutotuneReport *autotune = NULL;
  g_autoptr (Tally) tally = tally_new ();
  Answer *answer = NULL;

  g_assert_cmpstr (choice->loaded->backend, ==, "wrong");
  g_assert_null (choice->loaded->autotune);
  wait_for_change (choice);

  autotune = choice->changed->autotune;
  g_assert_nonnull (autotune);
  g_assert_cmpint (find_wrong (autotune)->state, ==, KOMA_BENCHMARK_DIFFERS);
  g_assert_cmpstr (find_wrong (autotune)->op, ==, "Mean");
  g_assert_cmpstr (choice->changed->backend, ==,
                   koma_autotune_report_get_best (autotune, 0));
  g_assert_true (koma_model_info_comes_from (choice->changed, choice->loaded));
  g_assert_false (koma_model_info_has_failed_over (choice->changed));

  answer = send (tally, choice->fixture.worker, 1, KOMA_PRIORITY_INTERACTIVE, 0x00ff00);
  tally_wait (tally);
  g_assert_cmpstr (answer_label (answer), ==, "green");
  g_assert_cmpstr (answer->result->info->backend, !=, "wrong");
}

/* The second start looks at what is kept, and comes to the same. */
static void
test_kept (Choice       *choice,
           gconstpointer data)
{
  KomaWorkerModel model = fixture_model (&choice->fixture);
  g_autoptr (KomaModelInfo) first = NULL;
  g_autoptr (KomaModelInfo) again = NULL;

  model.backend = NULL;
  model.is_measured = TRUE;
  wait_for_change (choice);
  first = g_steal_pointer (&choice->changed);
  again = fixture_load (&choice->fixture, &model, NULL);
  wait_for_change (choice);
  for (guint i = 0; i < first->autotune->n_entries;
       i++)
    g_assert_cmpfloat (
      first->autotune->entries[i].run_ms, ==,
      choice->changed->autotune->entries[i].run_ms);
}

/* What is kept is no matter to who asks for it, and is replaced. */
static void
test_anew (Choice       *choice,
           gconstpointer data)
{
  static const KomaBenchmarkResult fast = { .state = KOMA_BENCHMARK_MEASURED, .min_ms = 1e-6 };
  const KomaSessionOptions         options = { .n_threads = 1 };
  KomaWorkerModel                  model = fixture_model (&choice->fixture);
  const char                      *hash = choice->loaded->hash;
  g_autofree char                 *machine = koma_autotune_store_describe_machine (&options);
  g_autoptr (KomaAutotuneReport) wrong_report = koma_autotune_report_new ();
  g_autoptr (KomaAutotuneReport) kept = NULL;
  g_autoptr (KomaModelInfo) again = NULL;

  wait_for_change (choice);
  g_clear_pointer (&choice->changed, koma_model_info_unref);
  koma_autotune_report_add (wrong_report, "wrong", &fast);
  g_assert_true (koma_autotune_store_keep (hash, machine, wrong_report, NULL));

  model.backend = NULL;
  model.is_measured = TRUE;
  model.is_measured_anew = TRUE;
  again = fixture_load (&choice->fixture, &model, NULL);
  wait_for_change (choice);
  g_assert_cmpint (find_wrong (choice->changed->autotune)->state, ==,
                   KOMA_BENCHMARK_DIFFERS);
  g_assert_cmpstr (choice->changed->backend, !=, "wrong");
  kept = koma_autotune_store_find (hash, machine);
  g_assert_nonnull (kept);
  g_assert_cmpint (find_wrong (kept)->state, ==, KOMA_BENCHMARK_DIFFERS);
}

/* Who does not measure starts with what is kept, and without it with the first. */
static void
test_taken (Choice       *choice,
            gconstpointer data)
{
  static const KomaBenchmarkResult measured = { .state = KOMA_BENCHMARK_MEASURED, .min_ms = 1 };
  const KomaSessionOptions         options = { .n_threads = koma_cpu_count_for_one_picture () };
  KomaWorkerModel                  model = fixture_model (&choice->fixture);
  g_autofree char                 *machine = koma_autotune_store_describe_machine (&options);
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
  g_autoptr (KomaModelInfo) taken = NULL;
  g_autoptr (KomaModelInfo) first = NULL;

  wait_for_change (choice);
  koma_autotune_report_add (report, "cpu", &measured);
  g_assert_true (koma_autotune_store_keep (choice->loaded->hash, machine, report, NULL));
  model.backend = NULL;
  model.n_threads = 0;
  taken = fixture_load (&choice->fixture, &model, NULL);
  g_assert_cmpstr (taken->backend, ==, "cpu");

  koma_autotune_store_forget (choice->loaded->hash);
  first = fixture_load (&choice->fixture, &model, NULL);
  g_assert_cmpstr (first->backend, ==, koma_backends_get (0)->name);
}

/* Pictures that stream in meanwhile are all answered, once. */
static void
test_while_busy (Choice       *choice,
                 gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();

  for (guint round = 0; round < 40; round++) {
    const KomaPriority priority = round % 4 != 0 ? KOMA_PRIORITY_BULK : KOMA_PRIORITY_INTERACTIVE;

    send (tally, choice->fixture.worker, round, priority, 0xff0000);
    if (round % 5 == 0)
      tally_wait (tally);
  }
  tally_wait (tally);
  wait_for_change (choice);
  tally_check (tally);
  g_assert_cmpuint (tally->n_results, ==, 40);
}

/* Who names a backend gets it, right or wrong, and nothing is tried. */
static void
test_named (void)
{
  Fixture         fixture = { 0 };
  KomaWorkerModel model = { 0 };
  g_autoptr (KomaModelInfo) info = NULL;
  g_autoptr (Tally) tally = tally_new ();
  Answer *answer = NULL;

  fixture_set_up (&fixture, NULL);
  model = fixture_model (&fixture);
  model.is_measured = TRUE;
  model.backend = "wrong";
  info = fixture_load (&fixture, &model, NULL);
  answer = send (tally, fixture.worker, 1, KOMA_PRIORITY_INTERACTIVE, 0x00ff00);
  tally_wait (tally);
  g_assert_cmpstr (answer->result->info->backend, ==, "wrong");
  g_assert_null (info->autotune);
  g_clear_pointer (&tally, tally_free);
  fixture_tear_down (&fixture, NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-choice-XXXXXX", NULL);
  int              status = 0;

  g_assert_true (g_setenv ("XDG_CACHE_HOME", home, TRUE));
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&backend_fixture_wrong);
#define ADD(name, test) g_test_add ("/worker/choice/" name, Choice, NULL, set_up, test, tear_down)
  ADD ("replaced", test_replaced);
  ADD ("anew", test_anew);
  ADD ("kept", test_kept);
  ADD ("taken", test_taken);
  ADD ("while-busy", test_while_busy);
  g_test_add_func ("/worker/choice/named", test_named);
  status = g_test_run ();
  remove_tree (home);
  return status;
}
