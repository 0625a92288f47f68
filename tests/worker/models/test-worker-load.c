/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Models that a worker loads, or does not. */
#include "tests/worker/worker-fixture.h"

#include "engine/koma/koma-error.h"
#include "tests/remove-tree.h"
#include "worker/net/koma-net-error.h"
#include "tests/test-main.h"

#define RED  0xff0000
#define BLUE 0x0000ff

static void
test_load_errors (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  KomaWorkerModel missing = { .path = "/nowhere/model.json" };
  KomaWorkerModel named = fixture_model (fixture);
  g_autoptr (GError) no_file = NULL;
  g_autoptr (GError) no_backend = NULL;
  const Answer *answer = NULL;

  fixture_load_colours (fixture);
  g_assert_null (fixture_load (fixture, &missing, &no_file));
  g_assert_nonnull (no_file);
  named.backend = "abacus";
  g_assert_null (fixture_load (fixture, &named, &no_backend));
  g_assert_error (no_backend, KOMA_ERROR, KOMA_ERROR_BACKEND);

  /* The model before still serves. */
  answer = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_BULK, BLUE);
  tally_wait (tally);
  g_assert_cmpstr (answer_label (answer), ==, "blue");
}

typedef struct
{
  KomaLoadStage stage;
  double        fraction;
  guint         n_calls;
  guint         n_warming; /* while a run was made that warms */
  gboolean      is_ended;
} Progress;

static void
progress_cb (KomaLoadStage stage,
             double        fraction,
             gpointer      data)
{
  Progress *progress = data;

  g_assert_false (progress->is_ended);
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_cmpint (stage, >=, progress->stage);
  if (stage == progress->stage)
    g_assert_cmpfloat (fraction, >=, progress->fraction);
  progress->stage = stage;
  progress->fraction = fraction;
  progress->n_calls++;
  progress->n_warming += stage == KOMA_LOAD_WARMING && fraction < 1;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  Progress *progress = data;
  g_autoptr (GError) error = NULL;
  KomaWorker *worker = KOMA_WORKER (source);
  g_autoptr (KomaModelInfo) info = koma_worker_load_model_finish (worker, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (info->n_classes, ==, 3);
  g_assert_cmpstr (info->backend, ==, "cpu");
  g_assert_nonnull (info->recipe);
  progress->is_ended = TRUE;
}

static void
test_progress (Fixture      *fixture,
               gconstpointer data)
{
  KomaWorkerModel model = fixture_model (fixture);
  Progress        progress = { 0 };

  koma_worker_load_model_async (fixture->worker, &model, progress_cb, &progress, NULL,
                                loaded_cb, &progress);
  while (!progress.is_ended)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (progress.stage, ==, KOMA_LOAD_WARMING);
  g_assert_cmpfloat (progress.fraction, ==, 1);
  g_assert_cmpuint (progress.n_calls, >=, 3);
  /* A first run is as fast as any other on a processor. */
  g_assert_cmpuint (progress.n_warming, ==, 0);
}

static void
count_load_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  guint *counts = data; /* [2] succeeded, cancelled */
  g_autoptr (GError) error = NULL;
  KomaWorker *worker = KOMA_WORKER (source);
  g_autoptr (KomaModelInfo) info = koma_worker_load_model_finish (worker, result, &error);

  if (info == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  counts[info != NULL ? 0 : 1]++;
}

static void
test_superseded_loads (Fixture      *fixture,
                       gconstpointer data)
{
  KomaWorkerModel model = fixture_model (fixture);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (Tally) tally = tally_new ();
  const Answer *answer = NULL;
  guint         counts[2] = { 0 };

  for (guint i = 0; i < 20; i++)
    koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, count_load_cb, counts);
  while (counts[0] + counts[1] < 20)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (counts[0], >=, 1);
  g_assert_cmpuint (counts[1], >=, 1);

  /* One that is cancelled leaves the model before. */
  g_cancellable_cancel (cancellable);
  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, cancellable,
                                count_load_cb, counts);
  while (counts[0] + counts[1] < 21)
    g_main_context_iteration (NULL, TRUE);
  answer = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, RED);
  tally_wait (tally);
  g_assert_cmpstr (answer_label (answer), ==, "red");
}

static KomaModelInfo *
load (Fixture         *fixture,
      KomaWorkerModel *model)
{
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = fixture_load (fixture, model, &error);

  g_assert_no_error (error);
  return info;
}

static void
assert_first_label (const KomaModelInfo *info,
                    const char          *expected)
{
  g_assert_cmpstr (koma_labels_get (info->labels, 0), ==, expected);
}

/* What is given is kept for loads that do not give it; "" forgets it; and without has_settings
 * nothing is looked up. */
static void
test_settings (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *labels_path = g_build_filename (fixture->folder, "mine.txt", NULL);
  KomaWorkerModel  plain = fixture_model (fixture);
  KomaWorkerModel  model = plain;
  g_autoptr (KomaModelInfo) chosen = NULL;
  g_autoptr (KomaModelInfo) kept = NULL;
  g_autoptr (KomaModelInfo) elsewhere = NULL;
  g_autoptr (KomaModelInfo) forgotten = NULL;

  g_assert_true (g_file_set_contents (labels_path, "a\nb\nc\n", -1, NULL));
  model.has_settings = TRUE;
  model.parts[KOMA_PART_LABELS] = labels_path;
  model.parts[KOMA_PART_RANGE] = "1,0";
  chosen = load (fixture, &model);
  assert_first_label (chosen, "a");
  g_assert_cmpstr (chosen->range, ==, "1,0");
  g_assert_cmpint (chosen->values.sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_OPTION);

  model.parts[KOMA_PART_LABELS] = model.parts[KOMA_PART_RANGE] = NULL;
  kept = load (fixture, &model);
  assert_first_label (kept, "a");
  g_assert_cmpstr (kept->labels_path, ==, labels_path);
  g_assert_cmpstr (kept->range, ==, "1,0");
  elsewhere = load (fixture, &plain);
  assert_first_label (elsewhere, "red");
  g_assert_cmpstr (elsewhere->range, ==, "0,1");

  model.parts[KOMA_PART_LABELS] = "";
  forgotten = load (fixture, &model);
  assert_first_label (forgotten, "red");
  g_assert_null (forgotten->labels_path);
  g_assert_cmpstr (forgotten->range, ==, "1,0");
}

/* The same model is not loaded again, unless something of it has changed. */
static void
test_kept_if_same (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *about = g_build_filename (fixture->folder, "koma.json", NULL);
  g_autofree char *copy = g_strdup_printf ("cp %s/model.json %s/weights.bin %s", fixture->model,
                                           fixture->model, fixture->folder);
  KomaWorkerModel  model = fixture_model (fixture);
  g_autoptr (KomaModelInfo) first = NULL;
  g_autoptr (KomaModelInfo) again = NULL;
  g_autoptr (KomaModelInfo) asked = NULL;
  g_autoptr (KomaModelInfo) changed = NULL;

  g_assert_true (g_spawn_command_line_sync (copy, NULL, NULL, NULL, NULL));
  model.path = fixture->folder;
  first = load (fixture, &model);
  model.is_kept_if_same = TRUE;
  again = load (fixture, &model);
  g_assert_true (again == first);
  model.is_kept_if_same = FALSE;
  asked = load (fixture, &model);
  g_assert_true (asked != first);
  model.is_kept_if_same = TRUE;
  g_assert_true (g_file_set_contents (about, "{\"range\": \"1,0\"}", -1, NULL));
  changed = load (fixture, &model);
  g_assert_true (changed != asked);
  g_assert_cmpstr (changed->range, ==, "1,0");
}

static void
test_stop_while_loading (Fixture      *fixture,
                         gconstpointer data)
{
  KomaWorkerModel model = fixture_model (fixture);

  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
  koma_worker_stop (fixture->worker);
}

static void
test_bad_addresses (Fixture      *fixture,
                    gconstpointer data)
{
  KomaWorkerModel unreadable = fixture_model (fixture);
  KomaWorkerModel no_catalogue = unreadable;
  g_autoptr (GError) no_address = NULL;
  g_autoptr (GError) no_file = NULL;
  g_autoptr (Tally) tally = tally_new ();
  const Answer *answer = NULL;

  fixture_load_colours (fixture);
  unreadable.path = "https://";
  g_assert_null (fixture_load (fixture, &unreadable, &no_address));
  g_assert_error (no_address, KOMA_NET_ERROR, KOMA_NET_ERROR_ADDRESS);
  no_catalogue.path = "catalogue:birds";
  g_assert_null (fixture_load (fixture, &no_catalogue, &no_file));
  g_assert_error (no_file, G_FILE_ERROR, G_FILE_ERROR_NOENT);

  /* The model before still serves. */
  answer = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_BULK, BLUE);
  tally_wait (tally);
  g_assert_cmpstr (answer_label (answer), ==, "blue");
}

static void
copy_to (const char *folder,
         const char *name,
         const char *from) /* folder */
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

/* A model that was downloaded is loaded by its address, without the network. */
static void
test_stored (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *folder =
    g_build_filename (g_get_user_data_dir (), "koma", "models", "paints", NULL);
  g_autofree char *path = g_build_filename (folder, "model.json", NULL);
  g_autofree char *record = g_build_filename (folder, "koma-record.ini", NULL);
  const char      *text =
    "[Model]\naddress=https://nowhere.invalid/paints/model.json\nfile=model.json\n";
  KomaWorkerModel model = fixture_model (fixture);
  g_autoptr (KomaModelInfo) info = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  copy_to (folder, "model.json", fixture->model);
  copy_to (folder, "weights.bin", fixture->model);
  g_assert_true (g_file_set_contents (record, text, -1, NULL));
  model.path = " https://nowhere.invalid/paints/";
  g_assert_null (fixture_load (fixture, &model, &error));
  g_clear_error (&error);
  model.path = "https://nowhere.invalid/paints/";
  info = fixture_load (fixture, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (info->path, ==, path);
  g_assert_cmpuint (info->n_classes, ==, 3);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *path;
    void (*function) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker-load/errors", test_load_errors },
    { "/worker-load/progress", test_progress },
    { "/worker-load/settings", test_settings },
    { "/worker-load/kept-if-same", test_kept_if_same },
    { "/worker-load/stopped", test_stop_while_loading },
    { "/worker-load/superseded", test_superseded_loads },
    { "/worker-load/bad-addresses", test_bad_addresses },
    { "/worker-load/stored", test_stored },
  };
  g_autofree char *state = g_dir_make_tmp ("koma-load-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_setenv ("XDG_DATA_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].function, fixture_tear_down);
  status = g_test_run ();
  remove_tree (state);
  return status;
}
