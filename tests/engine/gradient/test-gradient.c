/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gradient/gradient.h"

#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* One y, and one x or two. */
static gboolean
add_gradient (KomaGraph   *graph,
              KomaValueId  y,
              KomaValueId  a,
              KomaValueId  b, /* KOMA_VALUE_NONE: none */
              KomaValueId *ret_dx,
              GError     **error)
{
  const KomaValueId         x[] = { a, b };
  const KomaGradientRequest request = { .y = &y,
                                        .n_y = 1,
                                        .x = x,
                                        .n_x = b != KOMA_VALUE_NONE ? 2 : 1 };

  return koma_gradient_add (graph, &request, ret_dx, error);
}

static KomaValueId
derive (KomaGraph  *graph,
        KomaValueId y,
        KomaValueId x)
{
  g_autoptr (GError) error = NULL;
  KomaValueId dx = KOMA_VALUE_NONE;

  g_assert_true (add_gradient (graph, y, x, KOMA_VALUE_NONE, &dx, &error));
  g_assert_no_error (error);
  return dx;
}

/* The first element of a value, where all inputs are filled with @number. */
static float
compute (KomaGraph  *graph,
         KomaValueId value,
         float       number)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;

  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, "found", value);
  session = koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu" }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    float *data = koma_session_get_input_data (session, i);
    gsize  count = koma_shape_count (
       &koma_graph_get_value (graph, koma_graph_get_input (graph, i))->shape);

    for (gsize k = 0; data != NULL && k < count; k++)
      data[k] = number;
  }
  g_assert_true (koma_session_run (session, &error));
  return *(const float *) koma_session_get_output_data (session, 0);
}

/* x⁴ = (x²)², three times: 4 x³, 12 x², 24 x. */
static void
test_nested (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3));
  KomaValueId y = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "y");
  y =
    koma_builder_unary (&builder, KOMA_OP_SQUARE, koma_builder_unary (&builder, KOMA_OP_SQUARE, x));
  y = derive (graph, y, x);
  g_assert_cmpfloat (compute (graph, y, 2), ==, 32);
  y = derive (graph, y, x);
  g_assert_cmpfloat (compute (graph, y, 2), ==, 48);
  y = derive (graph, y, x);
  g_assert_cmpfloat (compute (graph, y, 2), ==, 48);
}

/* x · x + 3 x + exp (x) + x: what is read often has all its parts. */
static void
test_parts (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 2));
  KomaValueId parts[4] = { 0 };

  koma_builder_init (&builder, graph, "y");
  parts[0] = koma_builder_binary (&builder, KOMA_OP_MUL, x, x);
  parts[1] = koma_builder_with_number (&builder, KOMA_OP_MUL, x, 3);
  parts[2] = koma_builder_unary (&builder, KOMA_OP_EXP, x);
  parts[3] = x;
  g_assert_cmpfloat (
    compute (graph, derive (graph, koma_builder_node (&builder, KOMA_OP_ADD_N, parts, 4, NULL), x),
             0),
    ==, 0 + 3 + 1 + 1);
}

/* An x in the middle stands for itself: what it was made of is another x. */
static void
test_middle (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId middle, y, dx[2];

  koma_builder_init (&builder, graph, "y");
  middle = koma_builder_with_number (&builder, KOMA_OP_MUL, x, 5);
  y = koma_builder_unary (&builder, KOMA_OP_SQUARE, middle);
  g_assert_true (add_gradient (graph, y, x, middle, dx, &error));
  g_assert_cmpfloat (compute (graph, dx[0], 1), ==, 2 * 5 * 5);
  g_assert_cmpfloat (compute (graph, dx[1], 1), ==, 2 * 5);
  g_assert_true (add_gradient (graph, y, y, x, dx, &error));
  g_assert_cmpfloat (compute (graph, dx[0], 1), ==, 1);
}

static void
test_several (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId y[2], dy[2], dx = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "y");
  y[0] = koma_builder_with_number (&builder, KOMA_OP_MUL, x, 5);
  y[1] = koma_builder_with_number (&builder, KOMA_OP_MUL, x, 7);
  dy[0] = KOMA_VALUE_NONE;
  dy[1] = koma_builder_ints (&builder, (const gint32[]){ 3, 3 }, 2);
  dy[1] = koma_builder_cast (&builder, dy[1], KOMA_DTYPE_FLOAT32);
  g_assert_true (koma_gradient_add (
    graph, &(KomaGradientRequest){ .y = y, .dy = dy, .n_y = 2, .x = &x, .n_x = 1 }, &dx, &error));
  g_assert_cmpfloat (compute (graph, dx, 1), ==, 5 + 3 * 7);
}

/* No gradient reaches b, nor an x of integers, nor an x behind StopGradient. */
static void
test_none (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaShape   shape = KOMA_SHAPE (2);
  KomaValueId a = graph_fixture_input (graph, "a", shape);
  KomaValueId b = graph_fixture_input (graph, "b", shape);
  KomaValueId i = koma_graph_add_input (graph, "i", KOMA_DTYPE_INT32, &shape);
  KomaValueId dx[2];

  koma_builder_init (&builder, graph, "y");
  g_assert_true (
    add_gradient (graph, koma_builder_unary (&builder, KOMA_OP_EXP, a), a, b, dx, &error));
  g_assert_cmpuint (dx[0], !=, KOMA_VALUE_NONE);
  g_assert_cmpuint (dx[1], ==, KOMA_VALUE_NONE);
  g_assert_cmpuint (derive (graph, koma_builder_cast (&builder, i, KOMA_DTYPE_FLOAT32), i), ==,
                    KOMA_VALUE_NONE);
  g_assert_cmpuint (derive (graph, koma_builder_unary (&builder, KOMA_OP_STOP_GRADIENT, a), a), ==,
                    KOMA_VALUE_NONE);
}

static KomaValueId
to_float (KomaBuilder *builder,
          KomaValueId  x)
{
  return koma_builder_cast (builder, x, KOMA_DTYPE_FLOAT32);
}

/* What moves in steps alone has a gradient of zeros, through integers and booleans too. */
static void
test_steps (void)
{
  static const KomaOp steps[] = { KOMA_OP_CEIL, KOMA_OP_FLOOR, KOMA_OP_ROUND, KOMA_OP_SIGN };
  static const KomaOp tests[] = { KOMA_OP_GREATER, KOMA_OP_GREATER_EQUAL, KOMA_OP_LESS,
                                  KOMA_OP_LESS_EQUAL, KOMA_OP_EQUAL, KOMA_OP_NOT_EQUAL };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaBuilder builder;
  KomaValueId a = graph_fixture_input (graph, "a", KOMA_SHAPE (2));
  KomaValueId y;

  koma_builder_init (&builder, graph, "y");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    y = koma_builder_unary (&builder, steps[i], a);
    g_assert_cmpfloat (compute (graph, derive (graph, y, a), 2.5f), ==, 0);
  }
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    y = to_float (&builder, koma_builder_with_number (&builder, tests[i], a, 2));
    g_assert_cmpfloat (compute (graph, derive (graph, y, a), 2.5f), ==, 0);
  }
  y = to_float (&builder, koma_builder_cast (&builder, a, KOMA_DTYPE_INT32));
  g_assert_cmpfloat (compute (graph, derive (graph, y, a), 2.5f), ==, 0);
  y =
    koma_builder_binary (&builder, KOMA_OP_MUL, koma_builder_unary (&builder, KOMA_OP_FLOOR, a), a);
  g_assert_cmpfloat (compute (graph, derive (graph, y, a), 2.5f), ==, 2);
}

/* x · stop (x²): the second factor is taken for a constant, 9. */
static void
test_stop (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId factor, y;

  koma_builder_init (&builder, graph, "y");
  factor = koma_builder_unary (&builder, KOMA_OP_SQUARE, x);
  factor = koma_builder_unary (&builder, KOMA_OP_STOP_GRADIENT, factor);
  y = koma_builder_binary (&builder, KOMA_OP_MUL, x, factor);
  g_assert_cmpfloat (compute (graph, y, 3), ==, 27);
  g_assert_cmpfloat (compute (graph, derive (graph, y, x), 3), ==, 9);
}

/* Where there are two slopes, that of TensorFlow.js. */
static void
test_kinks (void)
{
  static const struct
  {
    KomaOp op;
    float  x;
    float  slope;
  } kinks[] = {
    { KOMA_OP_ABS, 0, 0 },
    { KOMA_OP_ELU, 0, 1 },
    { KOMA_OP_LEAKY_RELU, 0, 0.2f },
    { KOMA_OP_RELU, 0, 0 },
    { KOMA_OP_RELU6, 0, 0 },
    { KOMA_OP_RELU6, 6, 1 },
    { KOMA_OP_SELU, 0, 1.7580993408473768f },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinks); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
    KomaBuilder builder;

    koma_builder_init (&builder, graph, "y");
    g_assert_cmpfloat (
      compute (graph, derive (graph, koma_builder_unary (&builder, kinks[i].op, x), x), kinks[i].x),
      ==, kinks[i].slope);
  }
}

static KomaValueId
add_up (KomaBuilder *builder,
        KomaValueId  x)
{
  return koma_builder_reduce (builder, KOMA_OP_SUM, x,
                              (1u << koma_builder_get_shape (builder, x).rank) - 1, FALSE);
}

/* Of equal elements all are the largest, but in a window the first one, and of two operands. */
static void
test_ties (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaAttrs  *attrs = graph_fixture_window (2, "VALID");
  KomaBuilder builder;
  KomaValueId a = graph_fixture_input (graph, "a", KOMA_SHAPE (1, 4, 4, 1));
  KomaValueId b = graph_fixture_input (graph, "b", KOMA_SHAPE (1, 4, 4, 1));
  KomaValueId y, dx[2];

  koma_builder_init (&builder, graph, "y");
  y = koma_builder_reduce (&builder, KOMA_OP_MAX, a, 0xf, FALSE);
  g_assert_cmpfloat (compute (graph, add_up (&builder, derive (graph, y, a)), 3), ==, 16);
  koma_attrs_set_ints (attrs, "ksize", (const gint64[]){ 1, 2, 2, 1 }, 4);
  y = KOMA_BUILDER_NODE (&builder, KOMA_OP_MAX_POOL, attrs, a);
  dx[0] = derive (graph, y, a);
  g_assert_cmpfloat (compute (graph, dx[0], 3), ==, 1);
  g_assert_cmpfloat (compute (graph, add_up (&builder, dx[0]), 3), ==, 4);
  y = koma_builder_binary (&builder, KOMA_OP_MAXIMUM, a, b);
  g_assert_true (add_gradient (graph, y, a, b, dx, &error));
  g_assert_cmpfloat (compute (graph, dx[0], 3), ==, 1);
  g_assert_cmpfloat (compute (graph, dx[1], 3), ==, 0);
}

/* dy · factor, whatever y is. */
static void
scale (KomaBuilder *builder,
       KomaValueId  dy,
       KomaValueId *ret_dx,
       gpointer     factor)
{
  ret_dx[0] = koma_builder_with_number (builder, KOMA_OP_MUL, dy, *(const double *) factor);
}

/* 2 · floor (x · b), the gradient of the floor by x being 11. */
static void
test_custom (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder         builder;
  KomaValueId         x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId         b = graph_fixture_input (graph, "b", KOMA_SHAPE (2));
  KomaValueId         floor, y, dx[2], xs[2] = { x, b };
  double              factor = 11;
  KomaGradientRequest request;
  KomaGradientCustom  custom = { .n_x = 1, .func = scale, .user_data = &factor };

  koma_builder_init (&builder, graph, "y");
  floor =
    koma_builder_unary (&builder, KOMA_OP_FLOOR, koma_builder_binary (&builder, KOMA_OP_MUL, x, b));
  y = koma_builder_with_number (&builder, KOMA_OP_MUL, floor, 2);
  custom.y = floor;
  custom.x = &x;
  request = (KomaGradientRequest){ .y = &y, .n_y = 1, .x = xs, .n_x = 2 };
  request.custom = &custom;
  request.n_custom = 1;
  g_assert_true (koma_gradient_add (graph, &request, dx, &error));
  g_assert_cmpfloat (compute (graph, dx[0], 3), ==, 22);
  g_assert_cmpuint (dx[1], ==, KOMA_VALUE_NONE);
}

static void
expect_error (KomaGraph  *graph,
              KomaValueId y,
              KomaValueId dy,
              KomaValueId x,
              KomaError   code,
              const char *pattern)
{
  g_autoptr (GError) error = NULL;
  KomaValueId dx = KOMA_VALUE_NONE;

  g_assert_false (koma_gradient_add (
    graph, &(KomaGradientRequest){ .y = &y, .dy = &dy, .n_y = 1, .x = &x, .n_x = 1 }, &dx,
    &error));
  g_assert_error (error, KOMA_ERROR, code);
  g_assert_true (g_pattern_match_simple (pattern, error->message));
}

static void
test_errors (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *attrs = graph_fixture_window (2, "VALID");
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId y, row, ints;

  koma_builder_init (&builder, graph, "node");
  y = koma_builder_unary (&builder, KOMA_OP_EXP, x);
  row = koma_builder_reduce (&builder, KOMA_OP_SUM, x, 1, FALSE);
  ints = koma_builder_cast (&builder, x, KOMA_DTYPE_INT32);
  expect_error (graph, ints, KOMA_VALUE_NONE, x, KOMA_ERROR_SHAPE, "*int32, expected float32*");
  expect_error (graph, y, row, x, KOMA_ERROR_SHAPE, "dy is ?3?, expected ?2,3?*");
  expect_error (graph, y, ints, x, KOMA_ERROR_SHAPE, "dy is int32, expected float32");
  y = koma_builder_with_number (&builder, KOMA_OP_ADD, x, 1);
  koma_graph_get_node (graph, koma_graph_get_n_nodes (graph) - 1)->clamp.min = 0;
  expect_error (graph, y, KOMA_VALUE_NONE, x, KOMA_ERROR_UNSUPPORTED, "AddV2 “node”*fused*");
  x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 4, 4, 1));
  koma_attrs_set_ints (attrs, "ksize", (const gint64[]){ 1, 2, 2, 1 }, 4);
  y = derive (graph, KOMA_BUILDER_NODE (&builder, KOMA_OP_MAX_POOL, attrs, x), x);
  expect_error (graph, y, KOMA_VALUE_NONE, x, KOMA_ERROR_UNSUPPORTED,
                "MaxPoolGrad “node/gradient” has no gradient: ?*");
}

/* The nodes left by the passes; the outputs are the gradients. */
static void
run_passes (KomaGraph         *graph,
            const KomaValueId *dx,
            guint              n)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    koma_graph_add_output (graph, "dx", dx[i]);
  g_assert_true (koma_passes_run (graph, &(KomaPassesOptions){ 0 }, &error));
  g_assert_no_error (error);
}

/* A convolution, a pool, a dense layer and the cross-entropy of classes. */
static void
test_network (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaAttrs  *attrs = graph_fixture_window (2, "VALID");
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (5, 8, 8, 1));
  KomaValueId filter = graph_fixture_input (graph, "filter", KOMA_SHAPE (3, 3, 1, 4));
  KomaValueId w = graph_fixture_input (graph, "w", KOMA_SHAPE (64, 10));
  KomaValueId classes = graph_fixture_input (graph, "classes", KOMA_SHAPE (5, 10));
  KomaValueId y, dx[2];

  koma_builder_init (&builder, graph, "network");
  y = KOMA_BUILDER_NODE (&builder, KOMA_OP_CONV_2D, graph_fixture_window (1, "SAME"), x, filter);
  y = koma_builder_unary (&builder, KOMA_OP_RELU, y);
  koma_attrs_set_ints (attrs, "ksize", (const gint64[]){ 1, 2, 2, 1 }, 4);
  y = KOMA_BUILDER_NODE (&builder, KOMA_OP_MAX_POOL, attrs, y);
  y = koma_builder_reshape (&builder, y, KOMA_SHAPE (5, 64));
  y = koma_builder_unary (&builder, KOMA_OP_LOG_SOFTMAX,
                          koma_builder_mat_mul (&builder, y, w, FALSE, FALSE));
  y = koma_builder_reduce (&builder, KOMA_OP_SUM,
                           koma_builder_binary (&builder, KOMA_OP_MUL, classes, y), 1u << 1, FALSE);
  y = koma_builder_unary (&builder, KOMA_OP_NEG,
                          koma_builder_reduce (&builder, KOMA_OP_MEAN, y, 1, FALSE));
  g_assert_true (add_gradient (graph, y, filter, w, dx, &error));
  run_passes (graph, dx, 2);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_BROADCAST_TO), ==, 0);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_TRANSPOSE), ==, 0);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_CONV_2D_BACKPROP_INPUT), ==, 0);
  /* Conv2D with its Relu, MaxPool, Reshape, MatMul, LogSoftmax; classes / n, its sum, Exp, Mul
   * and Sub; two MatMul, Reshape, MaxPoolGrad, ReluGrad, Conv2DBackpropFilter */
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 16);
}

/* A dense layer and a mean square: the gradient repeats nothing, moves nothing, and leaves out
 * that of the input, which nobody asked for. */
static void
test_dense (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (4, 3));
  KomaValueId w = graph_fixture_input (graph, "w", KOMA_SHAPE (3, 2));
  KomaValueId b = graph_fixture_input (graph, "b", KOMA_SHAPE (2));
  KomaValueId target = graph_fixture_input (graph, "target", KOMA_SHAPE (4, 2));
  KomaValueId y, dx[2];

  koma_builder_init (&builder, graph, "loss");
  y = koma_builder_binary (&builder, KOMA_OP_ADD,
                           koma_builder_mat_mul (&builder, x, w, FALSE, FALSE), b);
  y = koma_builder_unary (&builder, KOMA_OP_SQUARE,
                          koma_builder_binary (&builder, KOMA_OP_SUB, y, target));
  y = koma_builder_reduce (&builder, KOMA_OP_MEAN, y, 3, FALSE);
  g_assert_true (add_gradient (graph, y, w, b, dx, &error));
  run_passes (graph, dx, 2);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_BROADCAST_TO), ==, 0);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_TRANSPOSE), ==, 0);
  g_assert_cmpuint (graph_fixture_count (graph, KOMA_OP_MAT_MUL), ==, 2);
  /* MatMul, AddV2, Sub; 2 / n · difference; MatMul and Sum */
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 6);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/gradient/nested", test_nested);
  graph_fixture_add_test ("/gradient/parts", test_parts);
  graph_fixture_add_test ("/gradient/middle", test_middle);
  graph_fixture_add_test ("/gradient/several", test_several);
  graph_fixture_add_test ("/gradient/none", test_none);
  graph_fixture_add_test ("/gradient/steps", test_steps);
  graph_fixture_add_test ("/gradient/stop", test_stop);
  graph_fixture_add_test ("/gradient/kinks", test_kinks);
  graph_fixture_add_test ("/gradient/ties", test_ties);
  graph_fixture_add_test ("/gradient/custom", test_custom);
  graph_fixture_add_test ("/gradient/errors", test_errors);
  graph_fixture_add_test ("/gradient/network", test_network);
  graph_fixture_add_test ("/gradient/dense", test_dense);
  return g_test_run ();
}
