/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which products of bytes XNNPACK computes, and which it leaves to plain C. */
#include <string.h>

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/backends/xnnpack/conv-2d.h"
#include "engine/runtime/flags.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Values are within ±2, and steps of this. */
#define SCALE 0.015625

static void
test_rule (void)
{
  static const struct
  {
    const char *cpu_level;
    gboolean    has_int8;
    gboolean    leaves_uint8;
    gboolean    leaves_int8;
  } facts[] = {
    { "baseline", FALSE, FALSE, FALSE },
    { "baseline", TRUE, FALSE, FALSE },
    { "avx2", FALSE, FALSE, FALSE },
    { "avx512", FALSE, FALSE, FALSE },
    { "avx512", TRUE, FALSE, FALSE },
    { "avx2vnni", FALSE, TRUE, TRUE },
    { "avx2vnni", TRUE, TRUE, FALSE },
    { "avx512vnni", FALSE, TRUE, TRUE },
    { "avx512vnni", TRUE, TRUE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++) {
    g_assert_cmpint (
      koma_xnn_leaves_products (KOMA_DTYPE_UINT8, facts[i].cpu_level, facts[i].has_int8), ==,
      facts[i].leaves_uint8);
    g_assert_cmpint (
      koma_xnn_leaves_products (KOMA_DTYPE_INT8, facts[i].cpu_level, facts[i].has_int8), ==,
      facts[i].leaves_int8);
  }
}

static KomaValueId
convert (KomaGraph  *graph,
         KomaOp      op,
         KomaValueId x)
{
  return graph_fixture_node (graph, op, "convert", NULL, 3, x,
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, SCALE),
                             graph_fixture_scalar (graph, KOMA_DTYPE_UINT8, 128));
}

static KomaValueId
round_trip (KomaGraph  *graph,
            KomaValueId x)
{
  return convert (graph, KOMA_OP_DEQUANTIZE, convert (graph, KOMA_OP_QUANTIZE, x));
}

static KomaValueId
add_weights (KomaGraph *graph,
             KomaShape  shape)
{
  g_autoptr (KomaArray) bytes = koma_array_new (KOMA_DTYPE_UINT8, &shape, NULL);

  for (gsize i = 0; i < bytes->count; i++)
    ((guint8 *) bytes->data)[i] = (guint8) g_test_rand_int_range (112, 145);
  return convert (graph, KOMA_OP_DEQUANTIZE, koma_graph_add_constant (graph, "bytes", bytes));
}

/* Each of the products, and an addition, in uint8. */
static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId axes = graph_fixture_ints (graph, KOMA_SHAPE (2), (gint32[]){ 1, 2 });
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 9, 9, 4));
  KomaValueId       y = round_trip (graph, x);

  y = round_trip (graph, graph_fixture_node (graph, KOMA_OP_CONV_2D, "conv",
                                             graph_fixture_window (1, "SAME"), 2, y,
                                             add_weights (graph, KOMA_SHAPE (3, 3, 4, 16))));
  y = round_trip (graph, graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "depthwise",
                                             graph_fixture_window (2, "SAME"), 2, y,
                                             add_weights (graph, KOMA_SHAPE (3, 3, 16, 1))));
  y = round_trip (graph, graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, y, y));
  y = round_trip (graph, graph_fixture_node (graph, KOMA_OP_MEAN, "mean", NULL, 2, y, axes));
  y = round_trip (graph, graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 2, y,
                                             add_weights (graph, KOMA_SHAPE (16, 10))));
  koma_graph_add_output (graph, "y", y);
  return g_steal_pointer (&graph);
}

static gboolean
is_product (KomaOp op)
{
  return op == KOMA_OP_CONV_2D || op == KOMA_OP_DEPTHWISE_CONV_2D || op == KOMA_OP_MAT_MUL;
}

/* Of this level: products where @backend is, with the reason, and all other steps on XNNPACK. */
static KomaSession *
run_at (const KomaGraph *graph,
        const char      *backend)
{
  const KomaSessionOptions options = { .backend = "xnnpack", .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);
  guint        n_products = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    const KomaSessionStep step = koma_session_get_step (session, i);
    const gboolean        is_left = is_product (step.node->op) && g_str_equal (backend, "cpu");

    g_assert_cmpstr (step.backend->name, ==, is_left ? "cpu" : "xnnpack");
    g_assert_true (is_left ? strstr (step.reason, "dot products") != NULL : step.reason == NULL);
    g_assert_true (step.is_integer || !is_product (step.node->op));
    n_products += is_product (step.node->op);
  }
  g_assert_cmpuint (n_products, ==, 3);
  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (session, &error));
  return session;
}

/* With the flag CPU_LEVEL below VNNI, XNNPACK keeps them; the results are the same to a step. */
static void
test_steps (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) kept = NULL;
  g_autoptr (KomaSession) best = NULL;
  const float *expected = NULL;
  const float *found = NULL;

  g_assert_true (koma_flags_set (KOMA_FLAG_CPU_LEVEL, 1, NULL));
  kept = run_at (graph, "xnnpack");
  koma_flags_reset (KOMA_FLAG_CPU_LEVEL);
  best = run_at (graph, g_str_has_suffix (koma_cpu_kernels_get_level (), "vnni") ? "cpu"
                                                                                 : "xnnpack");
  expected = koma_session_get_output_data (kept, 0);
  found = koma_session_get_output_data (best, 0);
  for (gsize i = 0; i < koma_shape_count (&koma_session_get_output (best, 0)->shape); i++)
    g_assert_cmpfloat (ABS (found[i] - expected[i]), <=, SCALE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/xnnpack-products/rule", test_rule);
  graph_fixture_add_test ("/xnnpack-products/steps", test_steps);
  return g_test_run ();
}
