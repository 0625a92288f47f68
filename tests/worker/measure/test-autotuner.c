/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/measure/koma-autotuner.h"

#include <glib/gstdio.h>

#include "engine/runtime/flags.h"
#include "tests/engine/backend-fixture.h"
#include "tests/remove-tree.h"
#include "worker/koma-thread.h"
#include "worker/measure/koma-autotune-store.h"
#include "tests/test-main.h"

static KomaModel *
load_colours (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours",
                                            "model.json", NULL);
  g_autoptr (GError) error = NULL;
  KomaModel *model = koma_model_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

static gpointer
run_all (gpointer data)
{
  KomaModel *model = data;
  g_autoptr (KomaAutotuner) autotuner = NULL;

  koma_thread_enter (KOMA_THREAD_INFERENCE);
  autotuner = koma_autotuner_new (model, &(KomaSessionOptions){ .n_threads = 1 }, TRUE);
  while (koma_autotuner_step (autotuner))
    ;
  return koma_autotune_report_ref (koma_autotuner_get_report (autotuner));
}

/* On a thread such as the worker's. */
static KomaAutotuneReport *
make_report (void)
{
  g_autoptr (KomaModel) model = load_colours ();

  return g_thread_join (g_thread_new ("autotuner", run_all, model));
}

static const KomaAutotuneEntry *
find_entry (const KomaAutotuneReport *report,
            const char               *backend)
{
  for (guint i = 0; i < report->n_entries; i++) {
    const KomaAutotuneEntry *entry = &report->entries[i];

    if (g_str_equal (entry->backend, backend))
      return entry;
  }
  return NULL;
}

/* What is wrong comes first by priority, is set aside, and the op is named. */
static void
test_wrong_is_set_aside (void)
{
  g_autoptr (KomaAutotuneReport) report = make_report ();
  const KomaAutotuneEntry *wrong = find_entry (report, "wrong");
  const KomaAutotuneEntry *cpu = find_entry (report, "cpu");

  g_assert_nonnull (wrong);
  g_assert_cmpint (wrong->state, ==, KOMA_BENCHMARK_DIFFERS);
  g_assert_cmpstr (wrong->op, ==, "Mean");
  g_assert_nonnull (wrong->node);
  g_assert_nonnull (cpu);
  g_assert_cmpint (cpu->state, ==, KOMA_BENCHMARK_MEASURED);
  g_assert_cmpstr (koma_autotune_report_get_best (report, 0), !=, "wrong");
  g_assert_nonnull (koma_autotune_report_get_best (report, 0));
}

/* Rasterisers on the processor are for those who name them. */
static void
test_software_is_not_measured (void)
{
  g_autoptr (KomaAutotuneReport) report = make_report ();
  g_autofree char        *device = NULL;
  const KomaBackendClass *gles = koma_backends_find ("gles", NULL);

  if (gles == NULL || !gles->probe (&device, NULL) || strstr (device, "software") == NULL) {
    g_test_skip ("there is no OpenGL ES in software");
    return;
  }
  g_assert_null (find_entry (report, "gles"));
}

static void
add (KomaAutotuneReport *report,
     const char         *backend,
     double              run_ms)
{
  const KomaBenchmarkResult result = { .state = KOMA_BENCHMARK_MEASURED, .min_ms = run_ms };

  koma_autotune_report_add (report, backend, &result);
}

static void
test_best (void)
{
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();

  g_assert_null (koma_autotune_report_get_best (report, 0));
  add (report, "a", 3);
  g_assert_cmpstr (koma_autotune_report_get_best (report, 0), ==, "a");
  add (report, "b", 2);
  add (report, "c", 2);
  g_assert_cmpstr (koma_autotune_report_get_best (report, 0), ==, "b");
}

/* What failed while it ran may have been the fastest. */
static void
test_best_of_others (void)
{
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
  const guint last = koma_backends_get_n () - 1;

  add (report, koma_backends_get (0)->name, 1);
  add (report, koma_backends_get (last)->name, 2);
  g_assert_cmpstr (koma_autotune_report_get_best (report, 1u << last), ==,
                   koma_backends_get (0)->name);
  g_assert_cmpstr (koma_autotune_report_get_best (report, 1u), ==, koma_backends_get (last)->name);
  g_assert_null (koma_autotune_report_get_best (report, 1u | 1u << last));
}

static void
test_kept (void)
{
  g_autoptr (KomaAutotuneReport) made = make_report ();
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_copy_with_batch (made, 8);
  g_autoptr (KomaAutotuneReport) found = NULL;
  g_autoptr (GError) error = NULL;
  const KomaAutotuneEntry *wrong = NULL;

  g_assert_null (koma_autotune_store_find ("0123", "machine"));
  g_assert_true (koma_autotune_store_keep ("0123", "machine", report, &error));
  g_assert_no_error (error);

  found = koma_autotune_store_find ("0123", "machine");
  g_assert_nonnull (found);
  g_assert_cmpstr (koma_autotune_report_get_best (found, 0), ==,
                   koma_autotune_report_get_best (report, 0));
  g_assert_cmpuint (found->batch, ==, 8);
  wrong = find_entry (found, "wrong");
  g_assert_cmpint (wrong->state, ==, KOMA_BENCHMARK_DIFFERS);
  g_assert_cmpstr (wrong->op, ==, "Mean");
  g_assert_cmpfloat (find_entry (found, "cpu")->run_ms, ==, find_entry (report, "cpu")->run_ms);

  g_assert_null (koma_autotune_store_find ("0123", "another driver"));
  g_assert_null (koma_autotune_store_find ("4567", "machine"));
  koma_autotune_store_forget ("0123");
  g_assert_null (koma_autotune_store_find ("0123", "machine"));
}

/* Damage costs a measurement, nothing else. */
static void
test_damaged (void)
{
  static const char *const texts[] = {
    "",
    "not a key file",
    "[0123]\nmachine=machine\n",
    "[0123]\nmachine=machine\nbackends=cpu;\n",
    "[0123]\nmachine=machine\nbackends=cpu;\ncpu=1;2;\n",
    "[0123]\nmachine=machine\nbackends=cpu;\ncpu=9;2;;;;\n",
    "[0123]\nmachine=machine\nbackends=cpu;\ncpu=0;2;;;;\n",
  };
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "koma", "autotune.ini", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
    g_autoptr (KomaAutotuneReport) found = NULL;

    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    g_assert_null (koma_autotune_store_find ("0123", "machine"));
    add (report, "cpu", 1.5);
    g_assert_true (koma_autotune_store_keep ("0123", "machine", report, NULL));
    found = koma_autotune_store_find ("0123", "machine");
    g_assert_cmpfloat (find_entry (found, "cpu")->run_ms, ==, 1.5);
  }
}

static void
test_bounded (void)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "koma", "autotune.ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize n_groups = 0;

  for (guint i = 0; i < 210; i++) {
    g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
    g_autofree char *hash = g_strdup_printf ("model-%u", i);

    add (report, "cpu", 1);
    g_assert_true (koma_autotune_store_keep (hash, "machine", report, NULL));
  }
  g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
  g_strfreev (g_key_file_get_groups (file, &n_groups));
  g_assert_cmpuint (n_groups, ==, 200);
  g_assert_true (g_key_file_has_group (file, "model-209"));
}

/* Another number of threads or precision, or a flag, is another machine. */
static void
test_machine (void)
{
  const KomaSessionOptions options[] = {
    { .n_threads = 1 },
    { .n_threads = 2 },
    { .n_threads = 1, .precision = KOMA_PRECISION_FLOAT16 },
  };
  g_autofree char *first = koma_autotune_store_describe_machine (&options[0]);
  g_autofree char *again = koma_autotune_store_describe_machine (&options[0]);
  g_autofree char *flagged = NULL;

  g_assert_cmpstr (first, ==, again);
  g_assert_nonnull (strstr (first, "cpu: "));
  for (guint i = 1; i < G_N_ELEMENTS (options); i++) {
    g_autofree char *other = koma_autotune_store_describe_machine (&options[i]);

    g_assert_cmpstr (first, !=, other);
  }
  g_assert_true (koma_flags_set (KOMA_FLAG_DEBUG, 1, NULL));
  flagged = koma_autotune_store_describe_machine (&options[0]);
  koma_flags_reset (KOMA_FLAG_DEBUG);
  g_assert_cmpstr (first, !=, flagged);
}

/* As a program that ends soon takes what is kept. */
static void
test_find_best (void)
{
  const KomaSessionOptions here = { .n_threads = 1 };
  const KomaSessionOptions elsewhere = { .n_threads = 2 };
  g_autofree char         *machine = koma_autotune_store_describe_machine (&here);
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
  char            *devices = strstr (machine, "; devices");
  g_autofree char *other_card = g_strdup_printf ("%.*s; devices; gles: another",
                                                 (int) (devices - machine), machine);

  add (report, "cpu", 1);
  add (report, "wrong", 2);
  g_assert_null (koma_autotune_store_find_best ("0123", &here));
  g_assert_true (koma_autotune_store_keep ("0123", machine, report, NULL));
  g_assert_cmpstr (koma_autotune_store_find_best ("0123", &here), ==, "cpu");
  g_assert_null (koma_autotune_store_find_best ("0123", &elsewhere));
  g_assert_null (koma_autotune_store_find_best ("4567", &here));

  /* A flag is another machine, except one that changes no backend's speed. */
  g_assert_true (koma_flags_set (KOMA_FLAG_BACKGROUND, 0, NULL));
  g_assert_cmpstr (koma_autotune_store_find_best ("0123", &here), ==, "cpu");
  koma_flags_reset (KOMA_FLAG_BACKGROUND);
  g_assert_true (koma_flags_set (KOMA_FLAG_DEBUG, 1, NULL));
  g_assert_null (koma_autotune_store_find_best ("0123", &here));
  koma_flags_reset (KOMA_FLAG_DEBUG);
  g_assert_true (koma_flags_set (KOMA_FLAG_MEASURE, 0, NULL));
  g_assert_null (koma_autotune_store_find_best ("0123", &here));
  koma_flags_reset (KOMA_FLAG_MEASURE);

  /* Another device counts where the best backend is on a device. */
  g_assert_true (koma_autotune_store_keep ("0123", other_card, report, NULL));
  g_assert_cmpstr (koma_autotune_store_find_best ("0123", &here), ==, "cpu");
  add (report, "wrong", 0.5);
  g_assert_true (koma_autotune_store_keep ("0123", machine, report, NULL));
  g_assert_cmpstr (koma_autotune_store_find_best ("0123", &here), ==, "wrong");
  g_assert_true (koma_autotune_store_keep ("0123", other_card, report, NULL));
  g_assert_null (koma_autotune_store_find_best ("0123", &here));
  koma_autotune_store_forget ("0123");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-autotuner-XXXXXX", NULL);
  int              status = 0;

  g_assert_true (g_setenv ("XDG_CACHE_HOME", home, TRUE));
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&backend_fixture_wrong);
  g_test_add_func ("/autotuner/wrong-is-set-aside", test_wrong_is_set_aside);
  g_test_add_func ("/autotuner/software-is-not-measured", test_software_is_not_measured);
  g_test_add_func ("/autotuner/best", test_best);
  g_test_add_func ("/autotuner/best-of-others", test_best_of_others);
  g_test_add_func ("/autotuner/kept", test_kept);
  g_test_add_func ("/autotuner/damaged", test_damaged);
  g_test_add_func ("/autotuner/bounded", test_bounded);
  g_test_add_func ("/autotuner/machine", test_machine);
  g_test_add_func ("/autotuner/find-best", test_find_best);
  status = g_test_run ();
  remove_tree (home);
  return status;
}
