/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Closer looks at a model beside the thread that answers; one of the backends
 * there are computes wrongly. */
#include "tests/worker/worker-fixture.h"

#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "tests/engine/backend-fixture.h"
#include "worker/evaluation/koma-worker-evaluate.h"
#include "worker/measure/koma-worker-measure.h"
#include "tests/test-main.h"

#define QUICK ((KomaMeasurementOptions){ .max_batch = 4, .runs_ms = 20 })

typedef struct
{
  Fixture         fixture;
  KomaComparison *last; /* (nullable) of what was told */
  guint           n_told;
  GCancellable   *cancellable;  /* (nullable) */
  guint           cancel_after; /* so many were told; 0: never */
  GAsyncResult   *result;       /* (nullable) */
  GAsyncResult   *other;        /* (nullable) of a second one */
} Measuring;

static void
set_up (Measuring    *measurement,
        gconstpointer data)
{
  fixture_set_up (&measurement->fixture, data);
  fixture_load_colours (&measurement->fixture);
}

static void
forget (Measuring *measurement)
{
  g_clear_pointer (&measurement->last, koma_comparison_unref);
  g_clear_object (&measurement->cancellable);
  g_clear_object (&measurement->result);
  g_clear_object (&measurement->other);
}

/* Nor is anything kept for more of them. */
static void
check_devices (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    KomaBackendMemory memory;

    koma_backends_get_memory (koma_backends_get (i), &memory);
    g_assert_cmpuint (memory.n_objects, ==, 0);
    g_assert_cmpuint (memory.n_kept, ==, 0);
  }
}

/* Nothing is left of any session. */
static void
tear_down (Measuring    *measurement,
           gconstpointer data)
{
  KomaMemoryInfo info;

  forget (measurement);
  fixture_tear_down (&measurement->fixture, data);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
  check_devices ();
}

static void
progress_cb (gpointer so_far,
             gpointer user_data)
{
  Measuring *measurement = user_data;

  g_assert_null (measurement->result);
  if (measurement->last != NULL)
    g_assert_cmpfloat (koma_comparison_get_fraction (so_far), >=,
                       koma_comparison_get_fraction (measurement->last));
  g_clear_pointer (&measurement->last, koma_comparison_unref);
  measurement->last = koma_comparison_ref (so_far);
  if (++measurement->n_told == measurement->cancel_after)
    g_cancellable_cancel (measurement->cancellable);
}

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  GAsyncResult **ret_result = data;

  g_assert_null (*ret_result);
  *ret_result = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
begin_compare (Measuring                    *measurement,
               const KomaMeasurementOptions *options)
{
  koma_worker_compare_async (measurement->fixture.worker, options, progress_cb, measurement,
                             measurement->cancellable, keep_cb, &measurement->result);
}

static KomaComparison *
end_compare (Measuring *measurement,
             GError   **error)
{
  wait_for (&measurement->result);
  return koma_worker_compare_finish (measurement->fixture.worker, measurement->result, error);
}

static const KomaComparedBackend *
find_backend (const KomaComparison *comparison,
              const char           *name)
{
  for (guint i = 0; i < comparison->n_backends; i++)
    if (g_str_equal (comparison->backends[i].name, name))
      return &comparison->backends[i];
  g_assert_not_reached ();
}

static void
check_measured (const KomaComparedBackend *backend)
{
  g_assert_null (backend->reason);
  g_assert_cmpuint (backend->n_batches, ==, 3);
  for (guint i = 0; i < backend->n_batches; i++) {
    const KomaComparedBatch *batch = &backend->batches[i];

    g_assert_cmpuint (batch->batch, ==, 1u << i);
    g_assert_cmpint (batch->state, ==, KOMA_COMPARED_MEASURED);
    g_assert_cmpuint (batch->n_runs, >=, 5);
    g_assert_cmpfloat (batch->low_ms, <=, batch->median_ms);
    g_assert_cmpfloat (batch->median_ms, <=, batch->high_ms);
    g_assert_cmpfloat (koma_compared_batch_get_pictures_per_second (batch), >, 0);
  }
}

static void
test_compare (Measuring    *measurement,
              gconstpointer data)
{
  const KomaMeasurementOptions options = QUICK;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaComparison) found = NULL;
  const KomaComparedBackend *wrong = NULL;

  begin_compare (measurement, &options);
  found = end_compare (measurement, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->n_backends, ==, koma_backends_get_n ());
  g_assert_cmpuint (found->n_threads, ==, 1);
  g_assert_cmpfloat (koma_comparison_get_fraction (found), ==, 1);
  g_assert_cmpfloat (koma_comparison_get_fraction (measurement->last), ==, 1);
  g_assert_false (found->is_disturbed);
  g_assert_null (found->picture);

  check_devices ();
  check_measured (find_backend (found, "cpu"));
  g_assert_true (find_backend (found, "cpu")->is_agreeing);
  g_assert_null (find_backend (found, "cpu")->answer);
  wrong = find_backend (found, "wrong");
  check_measured (wrong);
  g_assert_true (wrong->is_compared);
  g_assert_false (wrong->is_agreeing);
  g_assert_cmpstr (wrong->op, ==, "Mean");
}

/* The first batch of a backend that agrees with plain C, with these times. */
static void
set_times (KomaComparedBackend *backend,
           double               low_ms,
           double               median_ms,
           double               high_ms)
{
  KomaComparedBatch *batch = &backend->batches[0];

  backend->is_compared = backend->is_agreeing = TRUE;
  batch->state = KOMA_COMPARED_MEASURED;
  batch->low_ms = low_ms;
  batch->median_ms = median_ms;
  batch->high_ms = high_ms;
}

/* Only one whose runs take less time than those of all others, and that computes the same. */
static void
test_fastest (void)
{
  g_autoptr (KomaComparison) comparison = koma_comparison_new ("model", NULL, 1, 1);
  KomaComparedBackend *one = (KomaComparedBackend *) find_backend (comparison, "cpu");
  KomaComparedBackend *other = (KomaComparedBackend *) find_backend (comparison, "wrong");

  g_assert_null (koma_comparison_get_fastest (comparison));
  set_times (one, 9, 10, 11);
  g_assert_true (koma_comparison_get_fastest (comparison) == one);
  set_times (other, 11.5, 12, 12.5);
  g_assert_true (koma_comparison_get_fastest (comparison) == one);
  set_times (other, 11, 12, 13);
  g_assert_null (koma_comparison_get_fastest (comparison));
  set_times (other, 7, 8, 8.9);
  g_assert_true (koma_comparison_get_fastest (comparison) == other);
  other->is_agreeing = FALSE;
  g_assert_true (koma_comparison_get_fastest (comparison) == one);
}

static KomaRequest *
make_request (guint32 rgb)
{
  g_autoptr (KomaPicture) picture = make_picture (40, 30, rgb);

  return koma_request_new (&(KomaRequest){ .picture = picture });
}

/* The user's own picture, and other threads than the model has. */
static void
test_picture (Measuring    *measurement,
              gconstpointer data)
{
  g_autoptr (KomaRequest) request = make_request (0x00ff00);
  const KomaMeasurementOptions options = {
    .request = request,
    .name = "lawn.png",
    .max_batch = 1,
    .runs_ms = 20,
  };
  g_autoptr (KomaComparison) found = NULL;

  begin_compare (measurement, &options);
  found = end_compare (measurement, NULL);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->picture, ==, "lawn.png");
  g_assert_cmpstr (find_backend (found, "cpu")->answer, ==, "green");
  g_assert_cmpfloat (find_backend (found, "cpu")->score, >, 0.5);
}

static void
test_bad_picture (Measuring    *measurement,
                  gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent.png");
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .file = file });
  const KomaMeasurementOptions options = { .request = request };
  g_autoptr (GError) error = NULL;

  begin_compare (measurement, &options);
  g_assert_null (end_compare (measurement, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (measurement->n_told, ==, 0);
}

static void
test_no_model (void)
{
  Measuring measurement = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_set_up (&measurement.fixture, NULL);
  begin_compare (&measurement, &QUICK);
  g_assert_null (end_compare (&measurement, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL);
  tear_down (&measurement, NULL);
}

/* In the middle of it; nothing is told after the end. */
static void
test_cancelled (Measuring    *measurement,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  measurement->cancellable = g_cancellable_new ();
  measurement->cancel_after = 2;
  begin_compare (measurement, &QUICK);
  g_assert_null (end_compare (measurement, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (koma_comparison_get_fraction (measurement->last), <, 1);
}

/* One that runs and one that waits end for a third. */
static void
test_superseded (Measuring    *measurement,
                 gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) skipped = NULL;
  g_autoptr (KomaProfileReport) report = NULL;
  const KomaMeasurementOptions options = { .backend = "cpu" };

  begin_compare (measurement, &QUICK);
  while (measurement->n_told == 0)
    g_main_context_iteration (NULL, TRUE);
  koma_worker_profile_async (measurement->fixture.worker, &options, NULL, keep_cb, &skipped);
  koma_worker_profile_async (measurement->fixture.worker, &options, NULL, keep_cb,
                             &measurement->other);
  g_assert_null (end_compare (measurement, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  wait_for (&skipped);
  g_assert_null (koma_worker_profile_finish (measurement->fixture.worker, skipped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  wait_for (&measurement->other);
  report = koma_worker_profile_finish (measurement->fixture.worker, measurement->other, NULL);
  g_assert_nonnull (report);
}

static KomaProfileReport *
profile (Measuring  *measurement,
         const char *backend,
         GError    **error)
{
  const KomaMeasurementOptions options = { .backend = backend, .n_runs = 3 };

  g_clear_object (&measurement->other);
  koma_worker_profile_async (measurement->fixture.worker, &options, NULL, keep_cb,
                             &measurement->other);
  wait_for (&measurement->other);
  return koma_worker_profile_finish (measurement->fixture.worker, measurement->other, error);
}

static void
test_profile (Measuring    *measurement,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaProfileReport) report = profile (measurement, NULL, &error);
  double share = 0;

  g_assert_no_error (error);
  g_assert_cmpstr (report->backend, ==, "cpu");
  g_assert_cmpuint (report->n_runs, ==, 3);
  g_assert_cmpuint (report->n_rows, >, 1);
  for (guint i = 0; i < report->n_rows; i++) {
    const KomaProfileRow *row = &report->rows[i];

    g_assert_cmpuint (row->size_bytes, ==, 4 * koma_shape_count (&row->shape));
    g_assert_cmpstr (row->backend, ==, "cpu");
    share += row->share;
  }
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-9);

  g_assert_null (profile (measurement, "abacus", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
}

/* Pictures are answered meanwhile, another model takes over, and the
 * comparison, which says so, is of the one before. */
static void
test_disturbed (Measuring    *measurement,
                gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaComparison) found = NULL;

  begin_compare (measurement, &QUICK);
  for (guint64 key = 0; measurement->result == NULL; key++) {
    g_autoptr (KomaRequest) request = make_request (0x0000ff);

    tally_send (tally, measurement->fixture.worker, request, NULL);
    if (key == 5)
      fixture_load_colours (&measurement->fixture);
    g_main_context_iteration (NULL, FALSE);
  }
  found = end_compare (measurement, NULL);
  tally_wait (tally);
  g_assert_true (found->is_disturbed);
  g_assert_cmpuint (tally->n_results, ==, tally->answers->len);
}

static void
test_stopped (Measuring    *measurement,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  begin_compare (measurement, &QUICK);
  while (measurement->n_told == 0)
    g_main_context_iteration (NULL, TRUE);
  koma_worker_stop (measurement->fixture.worker);
  g_assert_null (end_compare (measurement, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_clear_error (&error);
  g_clear_object (&measurement->result);
  begin_compare (measurement, &QUICK);
  g_assert_null (end_compare (measurement, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
evaluate_progress_cb (double   fraction,
                      gpointer user_data)
{
}

/* A comparison does not end an evaluation, nor is it ended by one. */
static void
test_beside_evaluation (Measuring    *measurement,
                        gconstpointer data)
{
  const KomaMeasurementOptions options = QUICK;
  KomaWorker                  *worker = measurement->fixture.worker;
  g_autofree char             *red = g_build_filename (measurement->fixture.folder, "red", NULL);
  g_autofree char             *picture = NULL;
  g_autoptr (KomaGroundTruth) truth = koma_ground_truth_new (measurement->fixture.folder, FALSE);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluated) evaluated = NULL;
  g_autoptr (KomaComparison) comparison = NULL;

  g_assert_no_errno (g_mkdir (red, 0777));
  picture = fixture_write_png (&measurement->fixture, "red/1.png", 0xff0000);
  begin_compare (measurement, &options);
  koma_worker_evaluate_async (worker, truth, evaluate_progress_cb, NULL, NULL, keep_cb, &result);
  wait_for (&result);
  evaluated = koma_worker_evaluate_finish (worker, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (evaluated->n, ==, 1);
  comparison = end_compare (measurement, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (koma_comparison_get_fraction (comparison), ==, 1);
  g_assert_no_errno (g_remove (picture));
  g_assert_no_errno (g_rmdir (red));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&backend_fixture_wrong);
#define ADD(name, test) g_test_add ("/worker/study/" name, Measuring, NULL, set_up, test, tear_down)
  ADD ("beside-evaluation", test_beside_evaluation);
  ADD ("compare", test_compare);
  ADD ("picture", test_picture);
  ADD ("bad-picture", test_bad_picture);
  g_test_add_func ("/worker/measure/no-model", test_no_model);
  g_test_add_func ("/worker/measure/fastest", test_fastest);
  ADD ("cancelled", test_cancelled);
  ADD ("superseded", test_superseded);
  ADD ("profile", test_profile);
  ADD ("disturbed", test_disturbed);
  ADD ("stopped", test_stopped);
  return g_test_run ();
}
