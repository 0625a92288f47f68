/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a classifier runs pictures: on threads, in batches, in a session of somebody else. */
#include "classifier-fixture.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

typedef struct
{
  guint n_taken[N_PICTURES];
  float scores[N_PICTURES][N_VALUES];
} Pictures;

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  Pictures *pictures = user_data;

  pictures->n_taken[index]++;
  memcpy (pictures->scores[index], scores, sizeof pictures->scores[index]);
}

typedef void (*Fill) (guint index, float *ret_input, gpointer user_data);

/* Every picture once, with the scores that it has for itself. */
static void
check_run_of (KomaClassifier *classifier,
              guint           n_pictures,
              Fill            fill)
{
  g_autofree Pictures  *pictures = g_new0 (Pictures, 1);
  const KomaPictureWork work = { fill, take_scores, pictures };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_classifier_run (classifier, n_pictures, &work, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++)
    g_assert_cmpuint (pictures->n_taken[i], ==, i < n_pictures ? 1 : 0);
  for (guint i = 0; i < n_pictures; i++) {
    float  input[N_VALUES];
    double expected[N_VALUES];

    classifier_fill (i, input, NULL);
    classifier_apply_softmax (input, expected);
    classifier_check_row (pictures->scores[i], expected);
  }
}

static void
check_run (KomaClassifier *classifier,
           guint           n_pictures)
{
  check_run_of (classifier, n_pictures, classifier_fill);
}

/* ---- Runs ---- */

static void
test_run (gconstpointer data)
{
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, GPOINTER_TO_UINT (data), 1);

  g_assert_cmpfloat (koma_classifier_get_run_ms (classifier), ==, INFINITY);
  check_run (classifier, N_PICTURES);
  check_run (classifier, 1);
  g_assert_cmpfloat (koma_classifier_get_run_ms (classifier), <, INFINITY);
  check_run (classifier, 0);
  check_run (classifier, 2);
  for (guint i = 0; i < 50; i++)
    check_run (classifier, 3 + i % 5);
}

/* A model that takes one picture at a time only is one for several threads too. */
static void
test_one_at_a_time (void)
{
  g_autoptr (KomaGraph) graph = classifier_make_graph_of (KOMA_DIM_UNKNOWN, 1);
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, 3, 1);

  check_run (classifier, N_PICTURES);
}

/* The last batch of a run may have places that no picture takes. */
static void
test_batches (gconstpointer data)
{
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, GPOINTER_TO_UINT (data), 4);

  for (guint n_pictures = 0; n_pictures < 30; n_pictures++)
    check_run (classifier, n_pictures);
  check_run (classifier, N_PICTURES);
}

static GThread *quick_thread;

static void
fill_slowly (guint    index,
             float   *ret_input,
             gpointer user_data)
{
  classifier_fill (index, ret_input, user_data);
  g_usleep (g_thread_self () == quick_thread ? 200 : 2000);
}

/* A run is over when the last thread has taken its scores, not when there is nothing left to
 * begin. */
static void
test_slow_threads (void)
{
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, 3, 1);

  quick_thread = g_thread_self ();
  for (guint i = 0; i < 50; i++)
    check_run_of (classifier, 20, fill_slowly);
}

/* Plain C that compiles on other threads than the test's only once the gate is open. */
static struct
{
  KomaBackendClass backend;
  GThread         *owner;
  GMutex           lock;
  GCond            changed;
  gboolean         is_open;
  guint            n_waiting;
} gate;

static KomaSegment *
gated_compile (const KomaSegmentSpec *spec,
               const KomaProgress    *progress,
               GError               **error)
{
  g_mutex_lock (&gate.lock);
  gate.n_waiting += g_thread_self () != gate.owner;
  g_cond_broadcast (&gate.changed);
  while (g_thread_self () != gate.owner && !gate.is_open)
    g_cond_wait (&gate.changed, &gate.lock);
  g_mutex_unlock (&gate.lock);
  return koma_backends_find ("cpu", NULL)->compile (spec, progress, error);
}

static void
open_gate (guint n_waiting)
{
  g_mutex_lock (&gate.lock);
  while (gate.n_waiting < n_waiting)
    g_cond_wait (&gate.changed, &gate.lock);
  gate.is_open = TRUE;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
}

/* Threads that are not ready leave all to the one that is, and join later. */
static void
test_not_ready (void)
{
  const KomaSessionOptions options = { .backend = "gated", .n_threads = 1 };
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = NULL;
  g_autoptr (GError) error = NULL;

  gate.owner = g_thread_self ();
  gate.backend = *koma_backends_find ("cpu", NULL);
  gate.backend.name = "gated";
  gate.backend.compile = gated_compile;
  koma_backends_add (&gate.backend);

  classifier = koma_classifier_new (graph, 0, &options, &error);
  g_assert_no_error (error);
  koma_classifier_spread (classifier, graph, 3);
  check_run (classifier, N_PICTURES);
  open_gate (2);
  for (guint i = 0; i < 50; i++)
    check_run (classifier, N_PICTURES);
}

/* A borrowed session is its owner's before and after. */
static void
test_borrowed (void)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1, .batch = 3 };
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);
  KomaClassifier *classifier = NULL;

  g_assert_no_error (error);
  classifier = koma_classifier_borrow (session, 0, &error);
  g_assert_no_error (error);
  g_assert_true (koma_classifier_get_session (classifier) == session);
  check_run (classifier, 10);
  koma_classifier_free (classifier);
  g_assert_true (koma_session_run (session, NULL));
}

/* ---- What can not be ---- */

static void
assert_refused (const KomaGraph *graph,
                const char      *backend,
                int              code,
                const char      *words)
{
  const KomaSessionOptions options = { .backend = backend, .batch = 1, .n_threads = 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_classifier_new (graph, 0, &options, &error));
  g_assert_error (error, KOMA_ERROR, code);
  if (words != NULL)
    g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (void)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, 4);
  const gint32    first_axis[] = { 0 };
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaGraph) two_inputs = koma_graph_new ();
  g_autoptr (KomaGraph) ints = koma_graph_new ();
  g_autoptr (KomaGraph) mean = koma_graph_new ();
  const KomaSessionOptions options = { .backend = "cpu", .batch = 2, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaValueId a = koma_graph_add_input (two_inputs, "a", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId b = koma_graph_add_input (two_inputs, "b", KOMA_DTYPE_FLOAT32, &shape);

  koma_graph_add_output (two_inputs, "y", classifier_add_node (two_inputs, KOMA_OP_ADD, a, b));
  a = koma_graph_add_input (ints, "pixels", KOMA_DTYPE_INT32, &shape);
  koma_graph_add_output (ints, "y", classifier_add_node (ints, KOMA_OP_ADD, a, a));
  a = koma_graph_add_input (mean, "a", KOMA_DTYPE_FLOAT32, &shape);
  b = classifier_add_ints (mean, first_axis, 1);
  koma_graph_add_output (mean, "y", classifier_add_node (mean, KOMA_OP_MEAN, a, b));

  assert_refused (graph, "none", KOMA_ERROR_BACKEND, NULL);
  assert_refused (two_inputs, "cpu", KOMA_ERROR_SHAPE, "2 inputs");
  assert_refused (ints, "cpu", KOMA_ERROR_SHAPE, "“pixels” is int32");
  g_assert_null (koma_classifier_new (mean, 0, &options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

/* ---- Batches ---- */

/* The file fixes four pictures: fewer are padded, where the caller can do with that. */
static void
test_fixed_batch (void)
{
  KomaSessionOptions options = { .backend = "cpu", .batch = 1, .n_threads = 1 };
  g_autoptr (KomaGraph) graph = classifier_make_graph_of (4, 4);
  g_autoptr (KomaClassifier) classifier = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_classifier_new (graph, 0, &options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);

  options.is_batch_flexible = TRUE;
  classifier = koma_classifier_new (graph, 0, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_classifier_get_batch (classifier), ==, 4);
  for (guint n_pictures = 1; n_pictures < 10; n_pictures++)
    check_run (classifier, n_pictures);
  koma_classifier_spread (classifier, graph, 3);
  check_run (classifier, N_PICTURES);
}

/* One that never ran takes for ever. */
static void
test_choose (void)
{
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) single = classifier_open (graph, 1, 1);
  g_autoptr (KomaClassifier) bulk = classifier_open (graph, 1, 8);

  check_run (single, 1);
  g_assert_true (koma_classifier_choose (single, NULL, 3) == single);
  g_assert_true (koma_classifier_choose (bulk, NULL, 3) == bulk);
  g_assert_true (koma_classifier_choose (bulk, single, 3) == single);
  g_assert_true (koma_classifier_choose (bulk, single, 8) == bulk);
  g_assert_true (koma_classifier_choose (bulk, single, 9) == bulk);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i < 6; i += 2) {
    g_autofree char *run = g_strdup_printf ("/classifier/run/%u", i);
    g_autofree char *batches = g_strdup_printf ("/classifier/batches/%u", i);

    g_test_add_data_func (run, GUINT_TO_POINTER (i), test_run);
    g_test_add_data_func (batches, GUINT_TO_POINTER (i), test_batches);
  }
  g_test_add_func ("/classifier/borrowed", test_borrowed);
  g_test_add_func ("/classifier/choose", test_choose);
  g_test_add_func ("/classifier/fixed-batch", test_fixed_batch);
  g_test_add_func ("/classifier/one-at-a-time", test_one_at_a_time);
  g_test_add_func ("/classifier/refused", test_refused);
  g_test_add_func ("/classifier/slow-threads", test_slow_threads);
  g_test_add_func ("/classifier/not-ready", test_not_ready);
  return g_test_run ();
}
