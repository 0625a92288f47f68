/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/classify/classifier.h"

#include <math.h>

#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define SIDE       2
#define N_VALUES   (SIDE * SIDE * 3)
#define N_PICTURES 100
#define BELOW      0.55f

static const KomaRecipe recipe = { .width = SIDE, .height = SIDE, .tta_below = BELOW };

/* ---- Graphs ---- */

static KomaValueId
add_ints (KomaGraph    *graph,
          const gint32 *values,
          gint64        n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor =
    koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values, NULL);

  return koma_graph_add_constant (graph, "ints", tensor);
}

static KomaValueId
add_node (KomaGraph  *graph,
          KomaOp      op,
          KomaValueId a,
          KomaValueId b)
{
  const KomaValueId inputs[] = { a, b };
  g_autoptr (GError) error = NULL;
  const guint     n_inputs = b == KOMA_VALUE_NONE ? 1 : 2;
  const KomaNode *node =
    koma_graph_add_node (graph, op, "node", inputs, n_inputs, koma_attrs_new (), &error);

  g_assert_no_error (error);
  return node->outputs[0];
}

/* [@n_pictures,2,2,3] → [@n_rows,12], softmax. */
static KomaGraph *
make_graph_of (gint64 n_pictures,
               gint32 n_rows)
{
  const KomaShape shape = KOMA_SHAPE (n_pictures, SIDE, SIDE, 3);
  const gint32    flat_shape[] = { n_rows, N_VALUES };
  KomaGraph      *graph = koma_graph_new ();
  KomaValueId     input = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId     flat = add_node (graph, KOMA_OP_RESHAPE, input, add_ints (graph, flat_shape, 2));

  koma_graph_add_output (graph, "scores", add_node (graph, KOMA_OP_SOFTMAX, flat, KOMA_VALUE_NONE));
  return graph;
}

/* Of any batch. */
static KomaGraph *
make_graph (void)
{
  return make_graph_of (KOMA_DIM_UNKNOWN, -1);
}

static KomaClassifier *
open_classifier (const KomaGraph *graph,
                 guint            n_threads,
                 guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1, .batch = batch };
  g_autoptr (GError) error = NULL;
  KomaClassifier *classifier = koma_classifier_new (graph, 0, &options, &error);

  g_assert_no_error (error);
  koma_classifier_spread (classifier, graph, n_threads);
  g_assert_cmpuint (koma_classifier_get_n_threads (classifier), ==, n_threads);
  g_assert_cmpuint (koma_classifier_get_batch (classifier), ==, batch);
  g_assert_cmpuint (koma_classifier_get_n_classes (classifier), ==, N_VALUES);
  g_assert_cmpuint (koma_classifier_get_input_size (classifier), ==, N_VALUES);
  return classifier;
}

/* ---- Pictures ---- */

static void
fill_picture (guint    index,
              float   *ret_input,
              gpointer user_data)
{
  for (guint i = 0; i < N_VALUES; i++)
    ret_input[i] = (float) ((index * 7 + i * 5) % 11) / (index % 2 == 0 ? 1 : 4);
}

/* What the graph makes of a picture, in place. */
static void
apply_softmax (const float *input,
               double      *ret_scores)
{
  double sum = 0;

  for (guint i = 0; i < N_VALUES; i++)
    sum += exp (input[i]);
  for (guint i = 0; i < N_VALUES; i++)
    ret_scores[i] = exp (input[i]) / sum;
}

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

static void
check_row (const float  *row,
           const double *expected)
{
  for (guint i = 0; i < N_VALUES; i++)
    g_assert_cmpfloat_with_epsilon (row[i], expected[i], 1e-6);
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

    fill_picture (i, input, NULL);
    apply_softmax (input, expected);
    check_row (pictures->scores[i], expected);
  }
}

static void
check_run (KomaClassifier *classifier,
           guint           n_pictures)
{
  check_run_of (classifier, n_pictures, fill_picture);
}

/* ---- Runs ---- */

static void
test_run (gconstpointer data)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, GPOINTER_TO_UINT (data), 1);

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
  g_autoptr (KomaGraph) graph = make_graph_of (KOMA_DIM_UNKNOWN, 1);
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, 3, 1);

  check_run (classifier, N_PICTURES);
}

/* The last batch of a run may have places that no picture takes. */
static void
test_batches (gconstpointer data)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, GPOINTER_TO_UINT (data), 4);

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
  fill_picture (index, ret_input, user_data);
  g_usleep (g_thread_self () == quick_thread ? 200 : 2000);
}

/* A run is over when the last thread has taken its scores, not when there is nothing left to
 * begin. */
static void
test_slow_threads (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, 3, 1);

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
  g_autoptr (KomaGraph) graph = make_graph ();
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
  g_autoptr (KomaGraph) graph = make_graph ();
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
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaGraph) two_inputs = koma_graph_new ();
  g_autoptr (KomaGraph) ints = koma_graph_new ();
  g_autoptr (KomaGraph) mean = koma_graph_new ();
  const KomaSessionOptions options = { .backend = "cpu", .batch = 2, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaValueId a = koma_graph_add_input (two_inputs, "a", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId b = koma_graph_add_input (two_inputs, "b", KOMA_DTYPE_FLOAT32, &shape);

  koma_graph_add_output (two_inputs, "y", add_node (two_inputs, KOMA_OP_ADD, a, b));
  a = koma_graph_add_input (ints, "pixels", KOMA_DTYPE_INT32, &shape);
  koma_graph_add_output (ints, "y", add_node (ints, KOMA_OP_ADD, a, a));
  a = koma_graph_add_input (mean, "a", KOMA_DTYPE_FLOAT32, &shape);
  koma_graph_add_output (mean, "y",
                         add_node (mean, KOMA_OP_MEAN, a, add_ints (mean, first_axis, 1)));

  assert_refused (graph, "none", KOMA_ERROR_BACKEND, NULL);
  assert_refused (two_inputs, "cpu", KOMA_ERROR_SHAPE, "2 inputs");
  assert_refused (ints, "cpu", KOMA_ERROR_SHAPE, "“pixels” is int32");
  g_assert_null (koma_classifier_new (mean, 0, &options, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

/* ---- Classifying ---- */

typedef struct
{
  guint        n_first;  /* runs */
  guint        n_second; /* runs of pictures that were turned */
  guint        n_asked;
  guint        n_most;   /* batches to go on for */
  guint        unwanted; /* a picture */
  const float *fills;    /* (nullable) of a picture */
  guint        filled;
  GThread     *thread;
} Told;

static gboolean
is_wanted (guint    index,
           gpointer user_data)
{
  return index != ((const Told *) user_data)->unwanted;
}

static void
ran (guint                    index,
     const KomaClassifierRun *run,
     gpointer                 user_data)
{
  Told *told = user_data;

  g_assert_true (g_thread_self () == told->thread);
  g_assert_cmpuint (run->n_pictures, >, 0);
  g_assert_cmpfloat (run->each_ms, >=, 0);
  told->n_first += !run->is_turned;
  told->n_second += run->is_turned;
}

static gboolean
go_on (double   fraction,
       gpointer user_data)
{
  Told *told = user_data;

  return told->n_asked++ < told->n_most;
}

static void
fill_told (guint    index,
           float   *ret_input,
           gpointer user_data)
{
  const Told *told = user_data;

  fill_picture (index, ret_input, NULL);
  if (told->fills != NULL && index == told->filled)
    memcpy (ret_input, told->fills, N_VALUES * sizeof *ret_input);
}

static Told
make_told (void)
{
  return (Told){ .n_most = G_MAXUINT, .unwanted = G_MAXUINT, .thread = g_thread_self () };
}

static KomaClassification
make_what (Told          *told,
           const KomaTta *tta) /* (nullable) */
{
  return (KomaClassification){ .recipe = &recipe,
                               .n_classes = N_VALUES,
                               .tta = tta,
                               .fill_input = fill_told,
                               .is_wanted = is_wanted,
                               .ran = ran,
                               .user_data = told };
}

static double
find_best (const double *scores)
{
  double best = 0;

  for (guint i = 0; i < N_VALUES; i++)
    best = MAX (best, scores[i]);
  return best;
}

/* Of the picture, and of the picture whose pixels are in reverse order: classes are swapped in
 * pairs. Returns whether it was looked at twice. */
static gboolean
expect (guint    index,
        gboolean may_turn,
        double  *ret_scores)
{
  float  upright[N_VALUES];
  float  turned[N_VALUES];
  double again[N_VALUES];

  fill_picture (index, upright, NULL);
  apply_softmax (upright, ret_scores);
  if (!may_turn || find_best (ret_scores) >= BELOW)
    return FALSE;
  for (guint i = 0; i < N_VALUES; i++)
    turned[i] = upright[(N_VALUES / 3 - 1 - i / 3) * 3 + i % 3];
  apply_softmax (turned, again);
  for (guint i = 0; i < N_VALUES; i++)
    ret_scores[i] = (ret_scores[i] + again[i ^ 1]) / 2;
  return TRUE;
}

static KomaTta
make_tta (guint *swap) /* [N_VALUES] */
{
  for (guint i = 0; i < N_VALUES; i++)
    swap[i] = i ^ 1;
  return (KomaTta){ N_VALUES, swap };
}

/* Unsure pictures are looked at again, turned: on any number of threads, in any batch. */
static void
test_augmentation (gconstpointer data)
{
  const guint   n_threads = GPOINTER_TO_UINT (data) / 10;
  const guint   batch = GPOINTER_TO_UINT (data) % 10;
  guint         swap[N_VALUES];
  const KomaTta tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, n_threads, batch);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, &tta);
  g_autoptr (GError) error = NULL;
  float scores[N_PICTURES][N_VALUES];
  guint n_twice = 0;

  told.unwanted = 1; /* which is unsure */
  g_assert_true (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++) {
    double expected[N_VALUES];

    n_twice += expect (i, i != told.unwanted, expected);
    check_row (scores[i], expected);
  }
  g_assert_cmpuint (n_twice, >, 0);
  g_assert_cmpuint (n_twice, <, N_PICTURES);
  g_assert_cmpuint (told.n_first, ==, N_PICTURES);
  g_assert_cmpuint (told.n_second, ==, n_twice);

  what.tta = NULL;
  g_assert_true (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
  g_assert_cmpuint (told.n_second, ==, n_twice);
  for (guint i = 0; i < N_PICTURES; i++) {
    double expected[N_VALUES];

    (void) expect (i, FALSE, expected);
    check_row (scores[i], expected);
  }
}

/* A recipe, classes or augmentation of another model write nowhere. */
static void
test_other_model (void)
{
  const KomaRecipe large = { .width = SIDE, .height = SIDE + 1 };
  guint            swap[N_VALUES];
  KomaTta          tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, 1, 1);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, &tta);
  KomaClassification wrong[] = { what, what, what };

  wrong[0].recipe = &large;
  wrong[0].tta = NULL;
  wrong[1].n_classes = N_VALUES - 1;
  wrong[1].tta = NULL;
  tta.n_classes = N_VALUES + 1;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    float scores[N_VALUES] = { -1 };
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_classifier_classify (classifier, 1, &wrong[i], scores, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
    g_assert_cmpfloat (scores[0], ==, -1);
  }
  g_assert_cmpuint (told.n_first, ==, 0);
}

/* What is no number is an error, of pictures that are looked at. */
static void
test_not_finite (gconstpointer data)
{
  const guint n_threads = GPOINTER_TO_UINT (data);
  const float nothing[N_VALUES] = { NAN };
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, n_threads, 4);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, NULL);
  g_autoptr (GError) error = NULL;
  float scores[N_PICTURES][N_VALUES];

  told.fills = nothing;
  for (told.filled = 0; told.filled < 10; told.filled++) {
    g_assert_false (koma_classifier_classify (classifier, 10, &what, scores[0], &error));
    g_assert_cmpint (error->domain, ==, KOMA_ERROR);
    g_clear_error (&error);
  }
  /* The third place of the batch still has it. */
  told.filled = 2;
  g_assert_false (koma_classifier_classify (classifier, 3, &what, scores[0], NULL));
  g_assert_true (koma_classifier_classify (classifier, 2, &what, scores[0], &error));
  g_assert_no_error (error);
}

/* Between two batches, or eight of each thread, somebody may stop it: in the second look, too. */
static void
test_cancelled (gconstpointer data)
{
  const guint   n_threads = GPOINTER_TO_UINT (data);
  const guint   n_at_once = n_threads > 1 ? 8 * 2 * n_threads : 2;
  guint         swap[N_VALUES];
  const KomaTta tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) classifier = open_classifier (graph, n_threads, 2);
  const guint n_parts = (N_PICTURES + n_at_once - 1) / n_at_once;

  for (guint n = 0; n <= n_parts; n++) {
    Told               told = make_told ();
    KomaClassification what = make_what (&told, &tta);
    const KomaProgress progress = { go_on, &told };
    g_autoptr (GError) error = NULL;
    float scores[N_PICTURES][N_VALUES];

    told.n_most = n;
    what.progress = &progress;
    g_assert_false (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (told.n_first, ==, MIN (n * n_at_once, N_PICTURES));
    g_assert_cmpuint (told.n_second, ==, 0);
  }
}

/* ---- Batches ---- */

/* The file fixes four pictures: fewer are padded, where the caller can do with that. */
static void
test_fixed_batch (void)
{
  KomaSessionOptions options = { .backend = "cpu", .batch = 1, .n_threads = 1 };
  g_autoptr (KomaGraph) graph = make_graph_of (4, 4);
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

/* Where neither batch can be, the error is that of the one asked for; one who gave up is not asked
 * again. */
static void
test_no_batch (void)
{
  Told               told = make_told ();
  const KomaProgress progress = { go_on, &told };
  KomaSessionOptions options = { .backend = "cpu", .batch = 3, .is_batch_flexible = TRUE };
  KomaSessionOptions as_asked = { .backend = "cpu", .batch = 3 };
  g_autoptr (KomaGraph) graph = make_graph_of (KOMA_DIM_UNKNOWN, 5);
  g_autoptr (KomaGraph) fixed = make_graph_of (4, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) expected = NULL;
  g_autoptr (GError) cancelled = NULL;

  g_assert_null (koma_classifier_new (graph, 0, &as_asked, &expected));
  g_assert_null (koma_classifier_new (graph, 0, &options, &error));
  g_assert_cmpstr (error->message, ==, expected->message);

  told.n_most = 0;
  options.batch = 4;
  options.progress = &progress;
  g_assert_null (koma_classifier_new (fixed, 0, &options, &cancelled));
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (told.n_asked, ==, 1);
}

/* One that never ran takes for ever. */
static void
test_choose (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaClassifier) single = open_classifier (graph, 1, 1);
  g_autoptr (KomaClassifier) bulk = open_classifier (graph, 1, 8);

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
    g_autofree char *cancelled = g_strdup_printf ("/classifier/cancelled/%u", i);
    g_autofree char *not_finite = g_strdup_printf ("/classifier/not-finite/%u", i);

    g_test_add_data_func (run, GUINT_TO_POINTER (i), test_run);
    g_test_add_data_func (batches, GUINT_TO_POINTER (i), test_batches);
    g_test_add_data_func (cancelled, GUINT_TO_POINTER (i), test_cancelled);
    g_test_add_data_func (not_finite, GUINT_TO_POINTER (i), test_not_finite);
    for (guint batch = 1; batch < 8; batch += 3) {
      const gpointer   data = GUINT_TO_POINTER (10 * i + batch);
      g_autofree char *path = g_strdup_printf ("/classifier/augmentation/%u-%u", i, batch);

      g_test_add_data_func (path, data, test_augmentation);
    }
  }
  g_test_add_func ("/classifier/borrowed", test_borrowed);
  g_test_add_func ("/classifier/choose", test_choose);
  g_test_add_func ("/classifier/fixed-batch", test_fixed_batch);
  g_test_add_func ("/classifier/no-batch", test_no_batch);
  g_test_add_func ("/classifier/one-at-a-time", test_one_at_a_time);
  g_test_add_func ("/classifier/other-model", test_other_model);
  g_test_add_func ("/classifier/refused", test_refused);
  g_test_add_func ("/classifier/slow-threads", test_slow_threads);
  g_test_add_func ("/classifier/not-ready", test_not_ready);
  return g_test_run ();
}
