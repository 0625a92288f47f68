/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a graph of features is cut, and how its end learns. */
#include "engine/teach/fine-tune.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/teach/head-private.h"
#include "engine/teach/tail-private.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define SIDE       6
#define N_FEATURES 8
#define N_EACH     6
#define N_CLASSES  2
#define N          (N_EACH * N_CLASSES)

static const char *const names[] = { "a", "b" };

static KomaValueId
add_relu (KomaGraph  *graph,
          KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_RELU6, "relu", NULL, 1, x);
}

static KomaValueId
add_bias (KomaGraph  *graph,
          KomaValueId x,
          gint64      n)
{
  return graph_fixture_node (graph, KOMA_OP_ADD, "bias", NULL, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (n)));
}

/* A stem of three channels, a block with a way around it, a last convolution and a mean. */
static KomaGraph *
make_features (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, SIDE, SIDE, 3));
  KomaValueId       y = x, block = 0;

  y = add_relu (graph, graph_fixture_conv (graph, "stem", y, KOMA_SHAPE (3, 3, 3, 4), "SAME"));
  block = graph_fixture_conv (graph, "expand", y, KOMA_SHAPE (1, 1, 4, 6), "SAME");
  block = add_relu (graph, block);
  block = graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "depthwise",
                              graph_fixture_window (1, "SAME"), 2, block,
                              graph_fixture_constant (graph, KOMA_SHAPE (3, 3, 6, 1)));
  block = graph_fixture_conv (graph, "project", add_relu (graph, block), KOMA_SHAPE (1, 1, 6, 4),
                              "SAME");
  block = graph_fixture_node (graph, KOMA_OP_ADD, "around", NULL, 2, block, y);
  y = graph_fixture_conv (graph, "last", block, KOMA_SHAPE (1, 1, 4, N_FEATURES), "SAME");
  y = add_relu (graph, add_bias (graph, y, N_FEATURES));
  y = graph_fixture_node (graph, KOMA_OP_MEAN, "pool", NULL, 2, y,
                          graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 }));
  koma_graph_add_output (graph, "y", y);
  return graph;
}

static KomaSession *
make_session (const KomaGraph *graph)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = 1, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

static void
run (KomaSession *session,
     const float *x,
     gsize        n)
{
  g_autoptr (GError) error = NULL;

  memcpy (koma_session_get_input_data (session, 0), x, n * sizeof *x);
  koma_session_run (session, &error);
  g_assert_no_error (error);
}

static void
assert_near (const float *found,
             const float *expected,
             gsize        n,
             double       tolerance)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], tolerance);
}

static void
fill (float *values,
      gsize  n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (float) g_test_rand_double_range (-1, 1);
}

/* Stem and tail compute what the whole computes, as does the whole with the same weights. */
static void
test_cut (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) features = make_features ();
  g_autoptr (KomaTail) tail = koma_tail_new (features, &error);
  g_autoptr (KomaGraph) stem = NULL, rest = NULL, same = NULL;
  g_autoptr (KomaSession) whole = NULL, first = NULL, second = NULL, again = NULL;
  float x[SIDE * SIDE * 3];

  g_assert_no_error (error);
  g_assert_cmpuint (koma_tail_get_n_values (tail), ==, SIDE * SIDE * 4);
  g_assert_cmpuint (koma_tail_get_n_features (tail), ==, N_FEATURES);
  g_assert_cmpstr (koma_tail_get_node (tail), ==, "expand");
  g_assert_cmpuint (koma_tail_get_n_numbers (tail), ==,
                    4 * 6 + 9 * 6 + 6 * 4 + 4 * N_FEATURES + N_FEATURES);
  stem = koma_tail_make_stem (tail);
  rest = koma_tail_make_graph (tail, koma_tail_get_weights (tail), &error);
  g_assert_no_error (error);
  same = koma_tail_apply (tail, koma_tail_get_weights (tail));
  whole = make_session (features);
  first = make_session (stem);
  second = make_session (rest);
  again = make_session (same);
  fill (x, G_N_ELEMENTS (x));
  run (whole, x, G_N_ELEMENTS (x));
  run (again, x, G_N_ELEMENTS (x));
  run (first, x, G_N_ELEMENTS (x));
  run (second, koma_session_get_output_data (first, 0), SIDE * SIDE * 4);
  assert_near (koma_session_get_output_data (second, 0), koma_session_get_output_data (whole, 0),
               N_FEATURES, 1e-5);
  assert_near (koma_session_get_output_data (again, 0), koma_session_get_output_data (whole, 0),
               N_FEATURES, 1e-5);
}

static void
test_bytes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) features = make_features ();
  g_autoptr (KomaTail) tail = koma_tail_new (features, &error);
  KomaTunedWeights *weights = koma_tail_get_weights (tail);
  g_autoptr (GBytes) bytes = koma_tuned_weights_to_bytes (weights);
  g_autoptr (GBytes) shorter = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes) - 4);
  g_autoptr (KomaTunedWeights) same = koma_tail_read_weights (tail, bytes, &error);
  g_autoptr (GBytes) bytes_again = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (koma_tuned_weights_get_n (same), ==, koma_tuned_weights_get_n (weights));
  bytes_again = koma_tuned_weights_to_bytes (same);
  g_assert_true (g_bytes_equal (bytes, bytes_again));
  g_assert_null (koma_tail_read_weights (tail, shorter, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

/* ---- Examples ---- */

typedef struct
{
  KomaGraph         *features;
  KomaTail          *tail;
  KomaCutValues     *values;
  KomaFeatureVector *vectors[N];
  guint              classes[N];
  KomaExamples       examples;
} Case;

/* Pictures of class 1 have something in their middle. */
static void
case_init (Case *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) stem = NULL;
  g_autoptr (KomaSession) first = NULL, whole = NULL;

  self->features = make_features ();
  self->tail = koma_tail_new (self->features, &error);
  g_assert_no_error (error);
  stem = koma_tail_make_stem (self->tail);
  first = make_session (stem);
  whole = make_session (self->features);
  self->values = koma_cut_values_new (N, koma_tail_get_n_values (self->tail), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N; i++) {
    float x[SIDE * SIDE * 3];

    fill (x, G_N_ELEMENTS (x));
    self->classes[i] = i % N_CLASSES;
    for (guint k = 0; k < 3; k++)
      x[(2 * SIDE + 2) * 3 + k] += self->classes[i] * 2;
    run (first, x, G_N_ELEMENTS (x));
    run (whole, x, G_N_ELEMENTS (x));
    koma_cut_values_set (self->values, i, koma_session_get_output_data (first, 0));
    self->vectors[i] =
      koma_feature_vector_new (koma_session_get_output_data (whole, 0), N_FEATURES);
  }
  self->examples = (KomaExamples){ self->vectors, self->classes, N, names, N_CLASSES };
}

static void
case_clear (Case *self)
{
  for (guint i = 0; i < N; i++)
    koma_feature_vector_unref (self->vectors[i]);
  koma_cut_values_free (self->values);
  koma_tail_free (self->tail);
  koma_graph_free (self->features);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* ---- Learning ---- */

typedef struct
{
  guint  n_reports;
  guint  n_epochs;
  guint  stop_after; /* reports; 0: never */
  double first_loss, last_loss;
  double fraction;
} Seen;

static gboolean
progress_cb (const KomaFineTuneReport *report,
             gpointer                  user_data)
{
  Seen *seen = user_data;

  g_assert_cmpfloat (report->fraction, >=, seen->fraction);
  seen->fraction = report->fraction;
  seen->n_reports++;
  if (report->epoch.epoch > 0) {
    g_assert_cmpuint (report->epoch.epoch, ==, ++seen->n_epochs);
    g_assert_true (isfinite (report->epoch.validation_loss));
    if (seen->n_epochs == 1)
      seen->first_loss = report->epoch.loss;
    seen->last_loss = report->epoch.loss;
  }
  return seen->stop_after == 0 || seen->n_reports < seen->stop_after;
}

static void
test_learns (void)
{
  g_auto (Case) data = { 0 };
  const KomaFineTuneOptions options = { .n_epochs = 40, .rate = 3e-3, .seed = 7, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  Seen seen = { 0 };
  g_autoptr (KomaFineTuned) tuned = NULL, again = NULL;
  g_autoptr (GBytes) bytes = NULL, same = NULL, before = NULL;
  guint n_learned = 0;

  case_init (&data);
  tuned = koma_fine_tune (data.tail, &data.examples, data.values, &options, progress_cb, &seen,
                          &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seen.n_epochs, ==, 40);
  g_assert_cmpfloat (seen.fraction, ==, 1);
  g_assert_cmpfloat (seen.last_loss, <, seen.first_loss * 0.7);
  for (guint i = 0; i < N; i++)
    n_learned += tuned->is_learned[i];
  g_assert_cmpuint (n_learned, ==, N - N_CLASSES);
  g_assert_cmpuint (tuned->n_held_out, ==, N_CLASSES);
  g_assert_cmpuint (tuned->n_right_after, <=, tuned->n_held_out);
  again = koma_fine_tune (data.tail, &data.examples, data.values, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = koma_tuned_weights_to_bytes (tuned->weights);
  same = koma_tuned_weights_to_bytes (again->weights);
  before = koma_tuned_weights_to_bytes (koma_tail_get_weights (data.tail));
  g_assert_true (g_bytes_equal (bytes, same));
  g_assert_false (g_bytes_equal (bytes, before));
}

/* Mean cross-entropy of what is learned from, by the tail with some weights and a head. */
static double
compute_loss (const Case       *data,
              KomaTunedWeights *weights,
              const KomaHead   *head,
              const GArray     *learned)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = koma_tail_make_graph (data->tail, weights, &error);
  g_autoptr (KomaSession) session = make_session (graph);
  double loss = 0;

  for (guint i = 0; i < learned->len; i++) {
    const guint index = g_array_index (learned, guint, i);
    float       x[SIDE * SIDE * 4], scores[N_CLASSES];

    koma_cut_values_get (data->values, index, x);
    run (session, x, G_N_ELEMENTS (x));
    koma_head_score (head, koma_session_get_output_data (session, 0), 1, scores, NULL);
    loss -= log (scores[data->classes[index]]) / learned->len;
  }
  return loss;
}

static KomaTunedWeights *
nudge (KomaTunedWeights *weights,
       guint             w,
       gsize             k,
       double            by)
{
  GPtrArray *arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  for (guint i = 0; i < koma_tuned_weights_get_n (weights); i++) {
    const KomaArray *from = koma_tuned_weights_get (weights, i);
    KomaArray       *to = koma_array_new_from_data (from->dtype, &from->shape, from->data, NULL);

    if (i == w)
      ((float *) to->data)[k] += (float) by;
    g_ptr_array_add (arrays, to);
  }
  return koma_tuned_weights_new (arrays);
}

/* The first step of Adam goes against the gradient's sign by the rate, and the gradient is that of
 * the loss by differences. */
static void
test_step (void)
{
  g_auto (Case) data = { 0 };
  const double               rate = 1e-3, by = 1e-3;
  const KomaFineTuneOptions  options = { .n_epochs = 1, .rate = rate, .seed = 3, .n_threads = 1 };
  const KomaHeadTrainOptions head_options = { .seed = 3 };
  g_autoptr (GArray) learned = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) held_out = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaFineTuned) tuned = NULL;
  g_autoptr (KomaHead) head = NULL;
  KomaTunedWeights  *weights = NULL;
  KomaFeatureVector *vectors[N];
  guint              classes[N], n_checked = 0;
  KomaExamples       some;

  case_init (&data);
  weights = koma_tail_get_weights (data.tail);
  koma_examples_split (&data.examples, KOMA_FINE_TUNE_HELD_OUT, 3, learned, held_out);
  for (guint i = 0; i < learned->len; i++) {
    vectors[i] = data.vectors[g_array_index (learned, guint, i)];
    classes[i] = data.classes[g_array_index (learned, guint, i)];
  }
  some = (KomaExamples){ vectors, classes, learned->len, names, N_CLASSES };
  head = koma_head_train (&some, &head_options, NULL, NULL, &error);
  g_assert_no_error (error);
  tuned = koma_fine_tune (data.tail, &data.examples, data.values, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint w = 0; w < koma_tuned_weights_get_n (weights); w++) {
    const KomaArray *before = koma_tuned_weights_get (weights, w);
    const float     *after = koma_tuned_weights_get (tuned->weights, w)->data;

    for (gsize k = 0; k < before->count; k++) {
      g_autoptr (KomaTunedWeights) more = nudge (weights, w, k, by);
      g_autoptr (KomaTunedWeights) less = nudge (weights, w, k, -by);
      const double up = compute_loss (&data, more, head, learned);
      const double down = compute_loss (&data, less, head, learned);
      const double here = compute_loss (&data, weights, head, learned);
      const double slope = (up - down) / (2 * by);

      /* Not where it bends: Relu6 does. */
      if (fabs (slope) < 1e-3 || fabs (up - 2 * here + down) > 0.2 * fabs (up - down))
        continue;
      g_assert_cmpfloat_with_epsilon (after[k] - ((const float *) before->data)[k],
                                      slope > 0 ? -rate : rate, rate * 0.05);
      n_checked++;
    }
  }
  g_assert_cmpuint (n_checked, >=, 20);
}

static void
test_stopped (void)
{
  g_auto (Case) data = { 0 };
  g_autoptr (GError) error = NULL;
  Seen seen = { .stop_after = 3 };

  case_init (&data);
  g_assert_null (
    koma_fine_tune (data.tail, &data.examples, data.values, NULL, progress_cb, &seen, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (seen.n_reports, ==, 3);
}

static void
test_refused (void)
{
  g_auto (Case) data = { 0 };
  g_autoptr (GError) few = NULL, memory = NULL, nothing = NULL;
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 4, 4, 3));

  case_init (&data);
  data.examples.n = N - N_CLASSES * 2;
  g_assert_null (
    koma_fine_tune (data.tail, &data.examples, data.values, NULL, NULL, NULL, &few));
  g_assert_error (few, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (few->message, "5 pictures of each class"));
  g_assert_null (koma_cut_values_new (1000, 1000000, &memory));
  g_assert_error (memory, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_assert_nonnull (strstr (memory->message, "room for 256 pictures"));
  koma_graph_add_output (graph, "y", add_relu (graph, x));
  g_assert_null (koma_tail_new (graph, &nothing));
  g_assert_error (nothing, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fine-tune/cut", test_cut);
  g_test_add_func ("/fine-tune/bytes", test_bytes);
  g_test_add_func ("/fine-tune/learns", test_learns);
  g_test_add_func ("/fine-tune/step", test_step);
  g_test_add_func ("/fine-tune/stopped", test_stopped);
  g_test_add_func ("/fine-tune/refused", test_refused);
  return g_test_run ();
}
