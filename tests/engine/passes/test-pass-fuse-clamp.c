/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaValueId
add_conv (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 4, 3));

  return graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (3, 3, 3, 4), "SAME");
}

static KomaValueId
add_with_scalar (KomaGraph  *graph,
                 KomaOp      op,
                 KomaValueId x,
                 float       scalar)
{
  return graph_fixture_node (graph, op, "clamp", NULL, 2, x,
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, scalar));
}

static void
expect_clamp (KomaGraph  *graph, /* (transfer full) */
              KomaValueId output,
              float       min,
              float       max)
{
  g_autoptr (KomaGraph) after = NULL;

  koma_graph_add_output (graph, "y", output);
  after = graph_fixture_apply (graph, koma_pass_fuse_clamp);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpfloat (koma_graph_get_node (after, 0)->clamp.min, ==, min);
  g_assert_cmpfloat (koma_graph_get_node (after, 0)->clamp.max, ==, max);
  koma_graph_free (graph);
}

static void
expect_unchanged (KomaGraph  *graph, /* (transfer full) */
                  KomaValueId output)
{
  g_autoptr (KomaGraph) after = NULL;

  koma_graph_add_output (graph, "y", output);
  after = graph_fixture_apply (graph, koma_pass_fuse_clamp);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, koma_graph_get_n_nodes (graph));
  koma_graph_free (graph);
}

static void
test_relu (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaGraph  *graph_6 = koma_graph_new ();
  KomaValueId relu = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, add_conv (graph));
  KomaValueId relu_6 = graph_fixture_node (graph_6, KOMA_OP_RELU6, "relu", NULL, 1,
                                           add_conv (graph_6));

  expect_clamp (graph, relu, 0, INFINITY);
  expect_clamp (graph_6, relu_6, 0, 6);
}

static void
test_clip (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId conv = add_conv (graph);

  expect_clamp (graph,
                graph_fixture_node (graph, KOMA_OP_CLIP, "clip", NULL, 3, conv,
                                    graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, -0.5),
                                    graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0.25)),
                -0.5, 0.25);
}

static void
test_scalars (void)
{
  KomaGraph *graph = koma_graph_new ();
  KomaGraph *other = koma_graph_new ();

  expect_clamp (graph, add_with_scalar (graph, KOMA_OP_MAXIMUM, add_conv (graph), -0.5), -0.5,
                INFINITY);
  expect_clamp (other, add_with_scalar (other, KOMA_OP_MINIMUM, add_conv (other), 0.5),
                -INFINITY, 0.5);
}

/* The number may stand first as well. */
static void
test_scalar_first (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId conv = add_conv (graph);
  KomaValueId half = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0.5);

  expect_clamp (graph, graph_fixture_node (graph, KOMA_OP_MINIMUM, "min", NULL, 2, half, conv),
                -INFINITY, 0.5);
}

static void
test_composition (void)
{
  static const struct
  {
    KomaOp first;
    float  a;
    KomaOp second;
    float  b;
    float  min;
    float  max;
  } cases[] = {
    { KOMA_OP_MAXIMUM, -0.5, KOMA_OP_MINIMUM, 0.5, -0.5, 0.5 },
    { KOMA_OP_MINIMUM, 0.5, KOMA_OP_MAXIMUM, -0.5, -0.5, 0.5 },
    { KOMA_OP_MAXIMUM, 0.5, KOMA_OP_MINIMUM, -0.5, -0.5, -0.5 },
    { KOMA_OP_MINIMUM, -0.5, KOMA_OP_MAXIMUM, 0.5, 0.5, 0.5 },
    { KOMA_OP_MAXIMUM, -0.5, KOMA_OP_MAXIMUM, 0.1f, 0.1f, INFINITY },
    { KOMA_OP_MINIMUM, 0.1f, KOMA_OP_MINIMUM, 0.5, -INFINITY, 0.1f },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaGraph  *graph = koma_graph_new ();
    KomaValueId first = add_with_scalar (graph, cases[i].first, add_conv (graph), cases[i].a);

    expect_clamp (graph, add_with_scalar (graph, cases[i].second, first, cases[i].b),
                  cases[i].min, cases[i].max);
  }
}

static void
test_shared (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaGraph  *other = koma_graph_new ();
  KomaValueId conv = add_conv (graph);

  koma_graph_add_output (graph, "conv", conv);
  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, conv));
  conv = add_conv (other);
  koma_graph_add_output (other, "neg",
                         graph_fixture_node (other, KOMA_OP_NEG, "neg", NULL, 1, conv));
  expect_unchanged (other, graph_fixture_node (other, KOMA_OP_RELU, "relu", NULL, 1, conv));
}

/* The first activation is read twice: only that goes into the convolution. */
static void
test_shared_activation (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId relu = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, add_conv (graph));

  koma_graph_add_output (graph, "relu", relu);
  koma_graph_add_output (graph, "y", add_with_scalar (graph, KOMA_OP_MINIMUM, relu, 0.5));
  after = graph_fixture_apply (graph, koma_pass_fuse_clamp);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 2);
  g_assert_cmpfloat (graph_fixture_find (after, KOMA_OP_CONV_2D)->clamp.max, ==, INFINITY);
}

static void
test_int32 (void)
{
  KomaGraph      *graph = koma_graph_new ();
  const KomaShape shape = KOMA_SHAPE (3);
  KomaValueId     x = koma_graph_add_input (graph, "x", KOMA_DTYPE_INT32, &shape);
  KomaValueId     sum = graph_fixture_node (graph, KOMA_OP_ADD, "sum", NULL, 2, x, x);

  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_MAXIMUM, "max", NULL, 2, sum,
                                               graph_fixture_scalar (graph, KOMA_DTYPE_INT32,
                                                                     1)));
}

/* A node that does not clamp; an input; a tensor in place of a number; a
 * number of so many dimensions that the result has more; and one that is
 * none. */
static void
test_refused (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = add_conv (graph);

  x = graph_fixture_node (graph, KOMA_OP_SIGMOID, "sigmoid", NULL, 1, x);
  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, x));
  graph = koma_graph_new ();
  x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, x));
  graph = koma_graph_new ();
  x = add_conv (graph);
  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_MAXIMUM, "max", NULL, 2, x,
                                               graph_fixture_constant (graph, KOMA_SHAPE (4))));
  graph = koma_graph_new ();
  x = add_conv (graph);
  expect_unchanged (graph, graph_fixture_node (graph, KOMA_OP_MAXIMUM, "max", NULL, 2, x,
                                               graph_fixture_constant (graph,
                                                                       KOMA_SHAPE (1, 1, 1, 1,
                                                                                   1))));
  graph = koma_graph_new ();
  x = add_conv (graph);
  expect_unchanged (graph, add_with_scalar (graph, KOMA_OP_MAXIMUM, x, NAN));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-fuse-clamp/relu", test_relu);
  g_test_add_func ("/pass-fuse-clamp/clip", test_clip);
  g_test_add_func ("/pass-fuse-clamp/scalars", test_scalars);
  g_test_add_func ("/pass-fuse-clamp/scalar-first", test_scalar_first);
  g_test_add_func ("/pass-fuse-clamp/composition", test_composition);
  g_test_add_func ("/pass-fuse-clamp/shared", test_shared);
  g_test_add_func ("/pass-fuse-clamp/shared-activation", test_shared_activation);
  g_test_add_func ("/pass-fuse-clamp/int32", test_int32);
  g_test_add_func ("/pass-fuse-clamp/refused", test_refused);
  return g_test_run ();
}
