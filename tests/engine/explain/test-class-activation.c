/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/explain/class-activation.h"

#include <math.h>

#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_FEATURES 5
#define N_CLASSES  3
#define N_PLACES   (4 * 4)

static KomaValueId
add_picture (KomaGraph *graph)
{
  return graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 4, 4, N_FEATURES));
}

static KomaValueId
add_mean (KomaGraph  *graph,
          KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_MEAN, "pool", NULL, 2, x,
                             graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 }));
}

static KomaValueId
add_mat_mul (KomaGraph  *graph,
             KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_MAT_MUL, "dense", NULL, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (N_FEATURES, N_CLASSES)));
}

static KomaValueId
add_bias (KomaGraph  *graph,
          KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_ADD, "bias", NULL, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (N_CLASSES)));
}

/* The mean of all places is the logit, but for a bias that is the same for every picture. */
static void
assert_exact (KomaGraph  *graph, /* (transfer full) */
              KomaValueId scores)
{
  g_autoptr (GError) error = NULL;
  g_auto (KomaClassActivation) activation = { 0 };
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1, .batch = 1 };
  g_autoptr (KomaGraph) found = NULL;
  g_autoptr (KomaSession) session = NULL;
  double bias[N_CLASSES] = { 0 };

  koma_graph_add_output (graph, "scores", scores);
  found = koma_class_activation_graph_new (graph, 0, &activation, &error);
  g_assert_no_error (error);
  session = koma_session_new (found, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (activation.rows * activation.columns, ==, N_PLACES);
  for (guint picture = 0; picture < 3; picture++) {
    g_autofree float *places = NULL;
    const float      *logits = NULL;
    float            *input = koma_session_get_input_data (session, 0);

    for (guint i = 0; i < N_PLACES * N_FEATURES; i++)
      input[i] = (float) g_test_rand_double_range (-1, 1);
    g_assert_true (koma_session_run (session, &error));
    logits = koma_session_get_output_data (session, 1);
    places = koma_class_activation_new_places (&activation,
                                               koma_session_get_output_data (session, 0));
    for (guint c = 0; c < N_CLASSES; c++) {
      double mean = 0;

      for (guint i = 0; i < N_PLACES; i++)
        mean += places[i * N_CLASSES + c] / N_PLACES;
      if (picture == 0)
        bias[c] = logits[c] - mean;
      g_assert_cmpfloat_with_epsilon (logits[c] - mean, bias[c], 1e-5);
    }
  }
  koma_graph_free (graph);
}

static void
test_dense (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId mean = add_mean (graph, add_picture (graph));

  assert_exact (graph, add_bias (graph, add_mat_mul (graph, mean)));
}

/* As in SqueezeNet: classes first, then their mean. */
static void
test_convolution (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x = add_picture (graph);
  const KomaValueId conv =
    graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (1, 1, N_FEATURES, N_CLASSES), "VALID");
  const KomaValueId relu = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, conv);

  assert_exact (graph, add_mean (graph, relu));
}

static void
assert_refused (KomaGraph  *graph, /* (transfer full) */
                KomaValueId scores,
                const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_auto (KomaClassActivation) activation = { 0 };

  koma_graph_add_output (graph, "scores", scores);
  g_assert_null (koma_class_activation_graph_new (graph, 0, &activation, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, reason));
  koma_graph_free (graph);
}

static void
test_refused (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = add_mat_mul (graph, add_mean (graph, add_picture (graph)));

  /* Two layers behind the mean. */
  x = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "second", NULL, 2, x,
                          graph_fixture_constant (graph, KOMA_SHAPE (N_CLASSES, N_CLASSES)));
  assert_refused (graph, x, "dense");

  graph = koma_graph_new ();
  x = graph_fixture_node (graph, KOMA_OP_RELU, "between", NULL, 1,
                          add_mean (graph, add_picture (graph)));
  assert_refused (graph, add_mat_mul (graph, x), "between");

  graph = koma_graph_new ();
  assert_refused (graph, add_picture (graph), "does not average");
}

/* Shares of the log-odds: for a small change of one place they tell by how much the log-odds
 * change. */
static void
test_map (void)
{
  float        places[N_PLACES * N_CLASSES], scores[N_CLASSES], map[N_PLACES];
  double       sum = 0, expected[N_PLACES], mean = 0;
  const double others = 0.3 + 0.1;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    places[i] = (float) g_test_rand_double_range (-2, 2);
  scores[0] = 0.3f;
  scores[1] = 0.6f;
  scores[2] = 0.1f;
  koma_class_activation_make_map (places, N_PLACES, scores, N_CLASSES, 1, map);
  for (guint i = 0; i < N_PLACES; i++) {
    const float *z = places + i * N_CLASSES;

    expected[i] = z[1] - (0.3 * z[0] + 0.1 * z[2]) / others;
    mean += expected[i] / N_PLACES;
  }
  for (guint i = 0; i < N_PLACES; i++) {
    g_assert_cmpfloat_with_epsilon (map[i], expected[i] - mean, 1e-5);
    sum += map[i];
  }
  g_assert_cmpfloat_with_epsilon (sum, 0, 1e-4);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/class-activation/dense", test_dense);
  g_test_add_func ("/class-activation/convolution", test_convolution);
  g_test_add_func ("/class-activation/refused", test_refused);
  g_test_add_func ("/class-activation/map", test_map);
  return g_test_run ();
}
