/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Metrics of small batches, computed by hand. */
#include "engine/runtime/session.h"
#include "engine/training/metric.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static gboolean
try (const char  *name,
     KomaLoss     loss,
     KomaShape    target,
     const float *t,
     KomaShape    prediction,
     const float *p,
     float       *ret_result,
     GError     **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  KomaValueId x = graph_fixture_input (graph, "t", target);
  KomaValueId y = graph_fixture_input (graph, "p", prediction);
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "metric");
  y = koma_metric_build (&builder, name, loss, x, y);
  g_assert_true (koma_builder_finish (&builder, NULL));
  g_assert_cmpuint (koma_builder_get_shape (&builder, y).rank, ==, 0);
  koma_graph_add_output (graph, "y", y);
  session = koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 },
                              NULL);
  memcpy (koma_session_get_input_data (session, 0), t, koma_shape_count (&target) * sizeof *t);
  memcpy (koma_session_get_input_data (session, 1), p, koma_shape_count (&prediction) * sizeof *p);
  if (!koma_session_run (session, error))
    return FALSE;
  *ret_result = *(const float *) koma_session_get_output_data (session, 0);
  return TRUE;
}

static float
compute (const char  *name,
         KomaLoss     loss,
         KomaShape    target,
         const float *t,
         KomaShape    prediction,
         const float *p)
{
  g_autoptr (GError) error = NULL;
  float result = NAN;

  try (name, loss, target, t, prediction, p, &result, &error);
  g_assert_no_error (error);
  return result;
}

#define CHECK(name, loss, target, t, prediction, p, expected) \
  g_assert_cmpfloat_with_epsilon (                            \
    compute ((name), (loss), (target), (t), (prediction), (p)), (expected), 1e-6)

static const float bits[] = { 0, 1, 1, 0 };
static const float scores[] = { 0.2f, 0.5f, 0.7f, 0.9f }; /* 1/2 is not above 1/2 */

static const float rows[] = { 1, 0, 0, 0, 0, 1 };
static const float row_scores[] = { 0.5f, 0.3f, 0.2f, 0.4f, 0.4f, 0.2f };
static const float classes[] = { 0, 2 };

static void
test_accuracy (void)
{
  const KomaShape column = KOMA_SHAPE (4, 1);
  const KomaShape matrix = KOMA_SHAPE (2, 3);
  const KomaLoss  mse = KOMA_LOSS_MEAN_SQUARED_ERROR;

  CHECK ("binaryAccuracy", mse, column, bits, column, scores, 0.5);
  CHECK ("categorical_accuracy", mse, matrix, rows, matrix, row_scores, 0.5);
  CHECK ("sparseCategoricalAccuracy", mse, KOMA_SHAPE (2, 1), classes, matrix, row_scores, 0.5);
  CHECK ("sparse_categorical_accuracy", mse, KOMA_SHAPE (2), classes, matrix, row_scores, 0.5);
}

/* A label that no class has is no wrong answer. */
static void
test_labels (void)
{
  static const char *const names[] = { "sparseCategoricalAccuracy",
                                       "sparseTopKCategoricalAccuracy",
                                       "sparseCategoricalCrossentropy" };
  static const float       wrong[] = { 3, -1, NAN };

  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (wrong); i++) {
    const float labels[] = { 0, wrong[i % G_N_ELEMENTS (wrong)] };
    g_autoptr (GError) error = NULL;
    float result = 0;

    g_assert_false (try (names[i / G_N_ELEMENTS (wrong)], KOMA_LOSS_MEAN_SQUARED_ERROR,
                         KOMA_SHAPE (2, 1), labels, KOMA_SHAPE (2, 3), row_scores, &result,
                         &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
    g_assert_nonnull (strstr (error->message, "label 1 is "));
    g_assert_nonnull (strstr (error->message, "expected 0 to 2"));
  }
}

/* Which one is meant follows from the loss and the shape. */
static void
test_chosen (void)
{
  const KomaShape column = KOMA_SHAPE (4, 1);
  const KomaShape pairs = KOMA_SHAPE (2, 2);
  const KomaShape matrix = KOMA_SHAPE (2, 3);

  CHECK ("accuracy", KOMA_LOSS_MEAN_SQUARED_ERROR, column, bits, column, scores, 0.5);
  CHECK ("acc", KOMA_LOSS_BINARY_CROSSENTROPY, pairs, bits, pairs, scores, 0.5);
  CHECK ("acc", KOMA_LOSS_CATEGORICAL_CROSSENTROPY, pairs, bits, pairs, scores, 0.5);
  CHECK ("accuracy", KOMA_LOSS_SPARSE_CATEGORICAL_CROSSENTROPY, KOMA_SHAPE (2, 1), classes, matrix,
         row_scores, 0.5);
  CHECK ("crossentropy", KOMA_LOSS_SPARSE_CATEGORICAL_CROSSENTROPY, KOMA_SHAPE (2, 1), classes,
         matrix, row_scores, -(log (0.5) + log (0.2)) / 2);
  CHECK ("ce", KOMA_LOSS_MEAN_SQUARED_ERROR, matrix, rows, matrix, row_scores,
         -(log (0.5) + log (0.2)) / 2);
  g_assert_cmpstr (koma_metric_get_label ("accuracy"), ==, "acc");
  g_assert_cmpstr (koma_metric_get_label ("crossentropy"), ==, "ce");
  g_assert_cmpstr (koma_metric_get_label ("mse"), ==, "mse");
}

static void
test_top_k (void)
{
  const float p[] = { 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1 };
  const float in[] = { 4, 5, 6 }; /* the fifth, the sixth, and one of equals */
  const float wide[21] = { [4] = 1, [7 + 5] = 1, [14 + 6] = 1 };

  CHECK ("sparseTopKCategoricalAccuracy", 0, KOMA_SHAPE (3, 1), in, KOMA_SHAPE (3, 7), p, 2 / 3.);
  CHECK ("top_k_categorical_accuracy", 0, KOMA_SHAPE (3, 7), wide, KOMA_SHAPE (3, 7), p, 2 / 3.);
}

static void
test_batch (void)
{
  const KomaShape column = KOMA_SHAPE (6, 1);
  const float     t[] = { 1, 1, 1, 0, 0, 0 };
  const float     p[] = { 1, 0, 0, 1, 0, 0 };
  const float     none[6] = { 0 };

  CHECK ("precision", 0, column, t, column, p, 1 / 2.);
  CHECK ("recall", 0, column, t, column, p, 1 / 3.);
  CHECK ("precision", 0, column, t, column, none, 0);
  CHECK ("recall", 0, column, none, column, p, 0);
  CHECK ("r2Score", 0, column, t, column, p, 1 - 3 / 1.5);
  CHECK ("mae", 0, column, t, column, p, 0.5);
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_metric_check ("accuracy", NULL));
  g_assert_true (koma_metric_check ("meanSquaredError", NULL));
  g_assert_true (koma_metric_check ("precision", NULL));
  g_assert_false (koma_metric_check ("luck", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, "There is no metric “luck”");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/metrics/accuracy", test_accuracy);
  graph_fixture_add_test ("/metrics/labels", test_labels);
  graph_fixture_add_test ("/metrics/chosen", test_chosen);
  graph_fixture_add_test ("/metrics/top-k", test_top_k);
  graph_fixture_add_test ("/metrics/batch", test_batch);
  graph_fixture_add_test ("/metrics/unknown", test_unknown);
  return g_test_run ();
}
