/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Quantize or Dequantize. */
static KomaValueId
convert (KomaGraph  *graph,
         KomaOp      op,
         KomaValueId x,
         double      scale,
         KomaDType   dtype,
         double      zero_point)
{
  return graph_fixture_node (graph, op, "convert", NULL, 3, x,
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, scale),
                             graph_fixture_scalar (graph, dtype, zero_point));
}

static KomaValueId
round_trip (KomaGraph  *graph,
            KomaValueId x,
            double      scale,
            double      zero_point)
{
  return convert (graph, KOMA_OP_DEQUANTIZE,
                  convert (graph, KOMA_OP_QUANTIZE, x, scale, KOMA_DTYPE_INT8, zero_point), scale,
                  KOMA_DTYPE_INT8, zero_point);
}

static KomaGraph *
fuse (const KomaGraph *graph)
{
  g_autoptr (GError) error = NULL;
  KomaGraph *after = graph_fixture_apply (graph, koma_pass_fuse_quantize);

  g_assert_true (koma_pass_remove_dead (after, &error));
  return after;
}

static void
test_pair (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId     x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  const KomaNode *fake = NULL;

  koma_graph_add_output (graph, "y", round_trip (graph, x, 0.25, -3));
  after = fuse (graph);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  fake = koma_graph_get_node (after, 0);
  g_assert_cmpint (fake->op, ==, KOMA_OP_FAKE_QUANTIZE);
  g_assert_cmpfloat (fake->params.fake_quantize.scale, ==, 0.25f);
  g_assert_cmpfloat (fake->params.fake_quantize.low, ==, -125);
  g_assert_cmpfloat (fake->params.fake_quantize.high, ==, 130);
}

/* Of another scale, another type, or one for each channel. */
static void
test_no_pair (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId q = convert (graph, KOMA_OP_QUANTIZE, x, 0.25, KOMA_DTYPE_UINT8, 3);

  koma_graph_add_output (graph, "a",
                         convert (graph, KOMA_OP_DEQUANTIZE, q, 0.5, KOMA_DTYPE_UINT8, 3));
  koma_graph_add_output (graph, "b",
                         convert (graph, KOMA_OP_DEQUANTIZE, q, 0.25, KOMA_DTYPE_UINT8, 4));
  after = fuse (graph);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 3);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_FAKE_QUANTIZE), ==, 0);
}

/* The integers are an output: the Quantize stays beside what replaces the pair. */
static void
test_output (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId q = convert (graph, KOMA_OP_QUANTIZE, x, 0.25, KOMA_DTYPE_UINT8, 3);

  koma_graph_add_output (graph, "q", q);
  koma_graph_add_output (graph, "y",
                         convert (graph, KOMA_OP_DEQUANTIZE, q, 0.25, KOMA_DTYPE_UINT8, 3));
  after = fuse (graph);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 2);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_QUANTIZE), ==, 1);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_FAKE_QUANTIZE), ==, 1);
}

/* A Reshape keeps the grid: rounding to the same again is dropped, to another is not. */
static void
test_on_grid (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId shape = graph_fixture_ints (graph, KOMA_SHAPE (1), (gint32[]){ 6 });
  KomaValueId reshaped = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2,
                                             round_trip (graph, x, 0.25, -3), shape);

  koma_graph_add_output (graph, "same", round_trip (graph, reshaped, 0.25, -3));
  koma_graph_add_output (graph, "other", round_trip (graph, reshaped, 0.5, -3));
  after = fuse (graph);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_FAKE_QUANTIZE), ==, 2);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/pass-fuse-quantize/pair", test_pair);
  graph_fixture_add_test ("/pass-fuse-quantize/no-pair", test_no_pair);
  graph_fixture_add_test ("/pass-fuse-quantize/output", test_output);
  graph_fixture_add_test ("/pass-fuse-quantize/on-grid", test_on_grid);
  return g_test_run ();
}
