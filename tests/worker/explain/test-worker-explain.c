/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Explanations beside the thread that answers, with the model of colours, which tells red, green
 * and blue pictures apart by the mean of their pixels. */
#include "tests/worker/worker-fixture.h"

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "worker/explain/koma-worker-explain.h"
#include "tests/test-main.h"

#define RED   0xff0000
#define GREEN 0x00ff00
#define BLUE  0x0000ff

typedef struct
{
  Fixture       fixture;
  guint         n_told;
  guint         n_levels; /* of what was told last */
  guint         cancel_after;
  GCancellable *cancellable; /* (nullable) */
  GAsyncResult *result;      /* (nullable) */
} Explaining;

static void
set_up (Explaining   *explaining,
        gconstpointer data)
{
  fixture_set_up (&explaining->fixture, data);
  fixture_load_colours (&explaining->fixture);
}

/* Nothing is left of any session. */
static void
tear_down (Explaining   *explaining,
           gconstpointer data)
{
  KomaMemoryInfo info;

  g_clear_object (&explaining->cancellable);
  g_clear_object (&explaining->result);
  fixture_tear_down (&explaining->fixture, data);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
}

static void
progress_cb (gpointer so_far,
             gpointer data)
{
  Explaining *explaining = data;

  g_assert_null (explaining->result);
  g_assert_cmpuint (koma_explanation_get_n_levels (so_far), >=, explaining->n_levels);
  explaining->n_levels = koma_explanation_get_n_levels (so_far);
  if (++explaining->n_told == explaining->cancel_after)
    g_cancellable_cancel (explaining->cancellable);
}

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static KomaExplanation *
explain (Explaining        *explaining,
         const KomaRequest *values,
         KomaExplainMethod  method,
         GError           **error)
{
  g_autoptr (KomaRequest) request = koma_request_new (values);
  const KomaExplainOptions options = { .request = request, .method = method };

  g_clear_object (&explaining->result);
  explaining->n_told = explaining->n_levels = 0;
  koma_worker_explain_async (explaining->fixture.worker, &options, progress_cb, explaining,
                             explaining->cancellable, keep_cb, &explaining->result);
  while (explaining->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_worker_explain_finish (explaining->fixture.worker, explaining->result, error);
}

/* The class of a colour has index 0, 1, 2: its label says which. */
static guint
find_class (const KomaExplanation *explanation,
            const char            *label)
{
  for (guint i = 0; i < explanation->active_model->n_classes; i++)
    if (g_str_equal (koma_labels_get (explanation->active_model->labels, i), label))
      return i;
  g_assert_not_reached ();
}

static double
sample (const KomaExplanation *explanation,
        const char            *label,
        double                 x)
{
  g_auto (KomaExplanationMap) map = { 0 };

  koma_explanation_make_map (explanation, find_class (explanation, label), &map);
  return koma_explanation_map_sample (&map, x, 0.5);
}

/* A stripe of green between two of red: what speaks for green is in the middle. */
static void
test_stripes (Explaining   *explaining,
              gconstpointer data)
{
  g_autoptr (KomaPicture) picture = make_flag (GREEN, RED);
  const KomaRequest values = { .picture = picture, .fit = KOMA_REQUEST_FIT_STRETCH };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaExplanation) explanation =
    explain (explaining, &values, KOMA_EXPLAIN_OCCLUSION, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_explanation_get_n_levels (explanation), ==, KOMA_OCCLUSION_LEVELS);
  g_assert_cmpuint (explaining->n_told, >=, KOMA_OCCLUSION_LEVELS);
  g_assert_cmpfloat (explanation->fraction, ==, 1);
  g_assert_cmpfloat (explanation->first_ms, <=, explanation->total_ms);
  g_assert_cmpfloat (sample (explanation, "green", 0.5), >, 0);
  g_assert_cmpfloat (sample (explanation, "green", 0.1), <, 0);
  g_assert_cmpfloat (sample (explanation, "red", 0.5), <, 0);
  g_assert_cmpfloat (sample (explanation, "red", 0.9), >, 0);
}

/* A file, bytes, pixels, and a cell of a grid. */
static void
test_kinds (Explaining   *explaining,
            gconstpointer data)
{
  g_autofree char *path = fixture_write_png (&explaining->fixture, "blue.png", BLUE);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = make_png (40, 40, BLUE);
  g_autoptr (KomaPicture) picture = make_picture (40, 40, BLUE);
  g_autoptr (KomaGridPicture) grid =
    koma_grid_picture_new (&(KomaGridValues){ .file = file, .n_rows = 2, .n_columns = 2 });
  const KomaRequest kinds[] = {
    { .file = file },
    { .bytes = bytes },
    { .picture = picture },
    { .grid = grid, .cell = 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaExplanation) explanation =
      explain (explaining, &kinds[i], KOMA_EXPLAIN_OCCLUSION, &error);
    const float *scores = NULL;

    g_assert_no_error (error);
    scores = g_bytes_get_data (explanation->scores, NULL);
    g_assert_cmpfloat (scores[find_class (explanation, "blue")], >, 0.5f);
  }
}

static void
test_cancelled (Explaining   *explaining,
                gconstpointer data)
{
  g_autoptr (KomaPicture) picture = make_picture (40, 40, RED);
  const KomaRequest values = { .picture = picture };

  for (guint after = 0; after < 3; after++) {
    g_autoptr (GError) error = NULL;

    g_clear_object (&explaining->cancellable);
    explaining->cancellable = g_cancellable_new ();
    explaining->cancel_after = after;
    if (after == 0)
      g_cancellable_cancel (explaining->cancellable);
    g_assert_null (explain (explaining, &values, KOMA_EXPLAIN_OCCLUSION, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    /* What was on its way then is told, too. */
    g_assert_cmpuint (explaining->n_told, >=, after);
  }
}

/* Pictures are answered while it is explained. Whether the first of two explanations is cancelled;
 * one that is done before the second begins is not. */
static gboolean
explain_twice (Explaining *explaining)
{
  Fixture *fixture = &explaining->fixture;
  g_autoptr (KomaPicture) picture = make_picture (40, 40, RED);
  const KomaRequest values = { .picture = picture };
  g_autoptr (KomaRequest) request = koma_request_new (&values);
  const KomaExplainOptions options = { .request = request };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GError) cancelled = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaExplanation) first = NULL;
  g_autoptr (KomaExplanation) second = NULL;

  for (guint i = 0; i < 20; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK, GREEN);
  koma_worker_explain_async (fixture->worker, &options, NULL, NULL, NULL, keep_cb, &result);
  second = explain (explaining, &values, KOMA_EXPLAIN_OCCLUSION, &error);
  g_assert_no_error (error);
  tally_wait (tally);
  g_assert_cmpuint (tally->n_results, ==, 20);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  first = koma_worker_explain_finish (fixture->worker, result, &cancelled);
  if (first == NULL)
    g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  return first == NULL;
}

/* Of two explanations the later one goes on. */
static void
test_beside_others (Explaining   *explaining,
                    gconstpointer data)
{
  gboolean is_cancelled = FALSE;

  for (guint i = 0; i < 20 && !is_cancelled; i++)
    is_cancelled = explain_twice (explaining);
  g_assert_true (is_cancelled);
}

/* Each step of an answer has its time, and they add up to less than passed. */
static void
test_timing (Explaining   *explaining,
             gconstpointer data)
{
  const gint64 start_us = g_get_monotonic_time ();
  g_autoptr (Tally) tally = tally_new ();
  Answer *answer =
    fixture_send_picture (&explaining->fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, RED);
  const KomaResultTiming *timing = NULL;
  double                  all_ms = 0;

  tally_wait (tally);
  g_assert_no_error (answer->error);
  timing = &answer->result->timing;
  all_ms = timing->queue_ms + timing->decode_ms + timing->preprocess_ms + timing->ready_ms +
           timing->inference_ms + timing->post_ms;
  g_assert_cmpfloat (timing->ready_ms, >, 0);
  g_assert_cmpfloat (timing->post_ms, >, 0);
  g_assert_cmpfloat (all_ms, <=, (double) (g_get_monotonic_time () - start_us) / 1000);
}

/* What says whether class activation works is what it ends with. */
static void
test_activation (Explaining   *explaining,
                 gconstpointer data)
{
  g_autoptr (KomaPicture) picture = make_flag (GREEN, RED);
  const KomaRequest values = { .picture = picture, .fit = KOMA_REQUEST_FIT_STRETCH };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaExplanation) by_occlusion =
    explain (explaining, &values, KOMA_EXPLAIN_OCCLUSION, NULL);
  g_autoptr (KomaExplanation) by_activation =
    explain (explaining, &values, KOMA_EXPLAIN_ACTIVATION, &error);

  if (by_occlusion->no_activation != NULL) {
    g_assert_null (by_activation);
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    g_assert_cmpstr (error->message, ==, by_occlusion->no_activation);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpfloat (sample (by_activation, "green", 0.5), >, 0);
  g_assert_cmpfloat (sample (by_activation, "green", 0.1), <, 0);
}

static void
test_errors (Explaining   *explaining,
             gconstpointer data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("no picture", 10);
  const KomaRequest values = { .bytes = bytes };
  g_autoptr (GError) error = NULL;

  g_assert_null (explain (explaining, &values, KOMA_EXPLAIN_OCCLUSION, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
}

#define add(path, func) \
  g_test_add ("/worker-explain/" path, Explaining, NULL, set_up, func, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  add ("stripes", test_stripes);
  add ("kinds", test_kinds);
  add ("cancelled", test_cancelled);
  add ("beside-others", test_beside_others);
  add ("activation", test_activation);
  add ("timing", test_timing);
  add ("errors", test_errors);
  return g_test_run ();
}
