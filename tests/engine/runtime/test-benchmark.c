/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/benchmark.h"

#include "tests/engine/backend-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaGraph *
make_graph (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 6, 5, 4));
  KomaValueId filter = graph_fixture_constant (graph, KOMA_SHAPE (3, 3, 4, 1));

  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "only",
                                             graph_fixture_window (1, "SAME"), 2, x, filter));
  return graph;
}

static KomaBenchmark *
try_all (const KomaGraph *graph,
         const char      *backend)
{
  const KomaBenchmarkOptions options = {
    .session = { .backend = backend, .batch = 1, .n_threads = 1 },
  };
  KomaBenchmark *benchmark = koma_benchmark_new (graph, &options);

  g_assert_cmpint (koma_benchmark_get_result (benchmark)->state, ==, KOMA_BENCHMARK_RUNNING);
  while (koma_benchmark_step (benchmark))
    g_assert_cmpint (koma_benchmark_get_result (benchmark)->state, ==, KOMA_BENCHMARK_RUNNING);
  g_assert_false (koma_benchmark_step (benchmark));
  return benchmark;
}

static void
test_measured (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaBenchmark) benchmark = try_all (graph, "cpu");
  const KomaBenchmarkResult *result = koma_benchmark_get_result (benchmark);

  g_assert_cmpint (result->state, ==, KOMA_BENCHMARK_MEASURED);
  g_assert_no_error (result->error);
  g_assert_cmpuint (result->n_runs, >=, 3);
  g_assert_cmpfloat (result->min_ms, >=, 0);
  g_assert_cmpfloat (result->low_ms, >=, result->min_ms);
  g_assert_cmpfloat (result->median_ms, >=, result->low_ms);
  g_assert_cmpfloat (result->high_ms, >=, result->median_ms);
  g_assert_cmpuint (result->memory_bytes, >=, 6 * 5 * 4 * sizeof (float));
  g_assert_cmpfloat (result->agreement.difference, ==, 0);
}

/* Each place of the batch gets the picture, and the numbers of runs are kept to. */
static void
test_picture (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autofree float          *picture = g_new0 (float, 6 * 5 * 4);
  const KomaBenchmarkOptions options = {
    .session = { .backend = "cpu", .batch = 3, .n_threads = 1 },
    .picture = picture,
    .min_runs = 2,
    .max_runs = 2,
    .is_uncompared = TRUE,
  };
  g_autoptr (KomaBenchmark) benchmark = koma_benchmark_new (graph, &options);
  const float *data = NULL;

  for (guint i = 0; i < 6 * 5 * 4; i++)
    picture[i] = i * 0.5f;
  g_assert_null (koma_benchmark_get_session (benchmark));
  while (koma_benchmark_step (benchmark))
    ;
  g_assert_cmpuint (koma_benchmark_get_result (benchmark)->n_runs, ==, 2);
  data = koma_session_get_input_data (koma_benchmark_get_session (benchmark), 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpmem (data + i * 6 * 5 * 4, 6 * 5 * 4 * sizeof (float), picture,
                     6 * 5 * 4 * sizeof (float));
}

static void
test_differs (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaBenchmark) benchmark = try_all (graph, "wrong");
  const KomaBenchmarkResult *result = koma_benchmark_get_result (benchmark);

  g_assert_cmpint (result->state, ==, KOMA_BENCHMARK_DIFFERS);
  g_assert_cmpstr (result->agreement.node, ==, "only");
  g_assert_cmpuint (result->n_runs, ==, 0);
}

static void
test_failed (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaBenchmark) benchmark = try_all (graph, "none");

  g_assert_cmpint (koma_benchmark_get_result (benchmark)->state, ==, KOMA_BENCHMARK_FAILED);
  g_assert_error (koma_benchmark_get_result (benchmark)->error, KOMA_ERROR, KOMA_ERROR_BACKEND);
}

/* Nothing is left behind by one that is given up. */
static void
test_given_up (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();

  for (guint n_steps = 0; n_steps < 5; n_steps++) {
    const KomaBenchmarkOptions options = {
      .session = { .backend = "cpu", .batch = 1, .n_threads = 1 },
    };
    g_autoptr (KomaBenchmark) benchmark = koma_benchmark_new (graph, &options);

    for (guint i = 0; i < n_steps; i++)
      g_assert_true (koma_benchmark_step (benchmark));
  }
  g_clear_pointer (&graph, koma_graph_free);
  graph_fixture_assert_no_memory ();
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&backend_fixture_wrong);
  g_test_add_func ("/trial/measured", test_measured);
  g_test_add_func ("/trial/picture", test_picture);
  g_test_add_func ("/trial/differs", test_differs);
  g_test_add_func ("/trial/failed", test_failed);
  g_test_add_func ("/trial/given-up", test_given_up);
  return g_test_run ();
}
