/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/agreement.h"
#include "engine/runtime/sample-input.h"

#include "tests/engine/backend-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaGraph *
make_graph (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 6, 5, 3));
  KomaValueId filter = graph_fixture_constant (graph, KOMA_SHAPE (3, 3, 4, 1));
  KomaValueId y = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 4), "SAME");

  y = graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "between",
                          graph_fixture_window (1, "SAME"), 2, y, filter);
  y = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, y);
  y = graph_fixture_conv (graph, "head", y, KOMA_SHAPE (1, 1, 4, 5), "VALID");
  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y));
  return graph;
}

static void
check (const char    *backend,
       double         tolerance,
       KomaAgreement *ret_agreement)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (GError) error = NULL;
  const KomaSessionOptions options = { .backend = backend, .batch = 2, .n_threads = 1 };
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  koma_sample_input_fill (session);
  g_assert_true (koma_agreement_check (session, &options, tolerance, ret_agreement, &error));
  g_assert_no_error (error);
}

/* Whatever else there is computes what plain C computes. */
static void
test_right (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_auto (KomaAgreement) agreement = { 0 };
    g_autofree char *device = NULL;

    if (backend == &backend_fixture_wrong || !backend->probe (&device, NULL))
      continue;
    check (backend->name, 1e-4, &agreement);
    g_assert_true (agreement.is_agreeing);
    g_assert_cmpfloat (agreement.difference, <, 1e-4);
    g_assert_null (agreement.node);
  }
}

static void
test_wrong (void)
{
  g_auto (KomaAgreement) agreement = { 0 };

  check ("wrong", 1e-4, &agreement);
  g_assert_false (agreement.is_agreeing);
  g_assert_cmpfloat (agreement.difference, >, 1e-4);
  g_assert_cmpstr (agreement.op, ==, "DepthwiseConv2dNative");
  g_assert_cmpstr (agreement.node, ==, "between");
}

/* What is asked for decides. */
static void
test_tolerant (void)
{
  g_auto (KomaAgreement) agreement = { 0 };

  check ("wrong", 1000, &agreement);
  g_assert_true (agreement.is_agreeing);
  g_assert_cmpfloat (agreement.difference, >, 1e-4);
}

static KomaValueId
round_trip (KomaGraph  *graph,
            KomaValueId x,
            double      scale)
{
  const KomaValueId grid[] = { graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, scale),
                               graph_fixture_scalar (graph, KOMA_DTYPE_UINT8, 128) };
  const KomaValueId integers =
    graph_fixture_node (graph, KOMA_OP_QUANTIZE, "quantize", NULL, 3, x, grid[0], grid[1]);

  return graph_fixture_node (graph, KOMA_OP_DEQUANTIZE, "dequantize", NULL, 3, integers, grid[0],
                             grid[1]);
}

/* Of values that are rounded to 8 bits, a step is a part of all their range, however near to each
 * other those of one run are; and more than one step may differ. */
static void
test_quantized (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass  *backend = koma_backends_get (i);
    const KomaSessionOptions options = { .backend = backend->name, .n_threads = 1 };
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    g_autoptr (KomaSession) session = NULL;
    g_auto (KomaAgreement) agreement = { 0 };
    g_autofree char *device = NULL;
    KomaValueId      x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 9));
    double           tolerance = 0;

    x = round_trip (graph, x, 0.01);
    koma_graph_add_output (
      graph, "y",
      round_trip (graph, graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, x, x), 0.02));
    if (!backend->probe (&device, NULL))
      continue;
    session = koma_session_new (graph, &options, NULL);
    tolerance = koma_agreement_get_tolerance (session);
    g_assert_cmpfloat (tolerance, >, 9.0 / 256);
    koma_sample_input_fill (session);
    g_assert_true (koma_agreement_check (session, &options, tolerance, &agreement, NULL));
    g_assert_true (agreement.is_agreeing);
  }
}

static void
test_sample_input (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  const KomaSessionOptions options = { .backend = "cpu", .batch = 1, .n_threads = 1 };
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, NULL);
  const float *data = koma_session_get_input_data (session, 0);
  float        min = 1;
  float        max = -1;

  koma_sample_input_fill (session);
  for (guint i = 0; i < 6 * 5 * 3; i++) {
    min = MIN (min, data[i]);
    max = MAX (max, data[i]);
  }
  g_assert_cmpfloat (min, >=, -1);
  g_assert_cmpfloat (max, <=, 1);
  g_assert_cmpfloat (max - min, >, 0.3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  koma_backends_add (&backend_fixture_wrong);
  g_test_add_func ("/agreement/right", test_right);
  g_test_add_func ("/agreement/wrong", test_wrong);
  g_test_add_func ("/agreement/tolerant", test_tolerant);
  g_test_add_func ("/agreement/quantized", test_quantized);
  g_test_add_func ("/agreement/sample-input", test_sample_input);
  return g_test_run ();
}
