/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Scales are powers of two, so that float32 computes exactly what integers do. */
#include "engine/graph/quantization.h"
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

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

static KomaValueId
add_bytes (KomaGraph *graph,
           KomaShape  shape)
{
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_INT8, &shape, NULL);

  for (gsize i = 0; i < tensor->count; i++)
    ((gint8 *) tensor->data)[i] = (gint8) g_test_rand_int_range (-127, 128);
  return koma_graph_add_constant (graph, "bytes", tensor);
}

/* Weights with a scale for each element along @axis. */
static KomaValueId
add_scaled_weights (KomaGraph *graph,
                    KomaShape  shape,
                    guint      axis,
                    float      sign) /* of every third scale */
{
  const KomaShape n_scales = KOMA_SHAPE (shape.dims[axis]);
  KomaAttrs      *attrs = koma_attrs_new ();
  g_autoptr (KomaArray) scales = koma_array_new (KOMA_DTYPE_FLOAT32, &n_scales, NULL);
  g_autoptr (KomaArray) zero_points = koma_array_new (KOMA_DTYPE_INT8, &n_scales, NULL);

  for (gsize i = 0; i < scales->count; i++)
    ((float *) scales->data)[i] = (i % 3 == 0 ? sign : 1.0f) / (float) (64 << i % 3);
  koma_attrs_set_int (attrs, "axis", axis);
  return graph_fixture_node (graph, KOMA_OP_DEQUANTIZE, "weights", attrs, 3,
                             add_bytes (graph, shape),
                             koma_graph_add_constant (graph, "scales", scales),
                             koma_graph_add_constant (graph, "zero points", zero_points));
}

static KomaValueId
add_weights (KomaGraph *graph,
             KomaShape  shape,
             guint      axis)
{
  return add_scaled_weights (graph, shape, axis, 1);
}

static KomaValueId
add_bias (KomaGraph *graph,
          gint64     n,
          float      number)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) bias = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gsize i = 0; i < bias->count; i++)
    ((float *) bias->data)[i] = number * (float) i;
  return koma_graph_add_constant (graph, "bias", bias);
}

static KomaGraph *
rewrite (const KomaGraph *graph)
{
  g_autoptr (GError) error = NULL;
  KomaGraph *after = graph_fixture_apply (graph, koma_pass_integer_ops);

  g_assert_true (koma_pass_remove_dead (after, &error));
  return after;
}

/* The op is between Quantize and Dequantize, and computes with int8. */
static const KomaNode *
assert_integers (const KomaGraph *after,
                 KomaOp           op)
{
  const KomaNode  *node = graph_fixture_find (after, op);
  const KomaValue *output = koma_node_output (after, node, 0);

  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 3);
  g_assert_cmpint (koma_node_input (after, node, 0)->dtype, ==, KOMA_DTYPE_INT8);
  g_assert_cmpint (koma_node_input (after, node, 0)->quantization->zero_point, ==, -3);
  g_assert_cmpint (output->dtype, ==, KOMA_DTYPE_INT8);
  g_assert_cmpfloat (output->quantization->scales[0], ==, 0.0625f);
  return node;
}

static void
test_conv_2d (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 6, 4));
  const KomaNode   *conv = NULL;
  KomaValueId       y = graph_fixture_node (
          graph, KOMA_OP_CONV_2D, "conv", graph_fixture_window (1, "SAME"), 3,
          round_trip (graph, x, 0.0078125, -3), add_weights (graph, KOMA_SHAPE (3, 3, 4, 7), 3),
          add_bias (graph, 7, 0.125));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  conv = assert_integers (after, KOMA_OP_CONV_2D);
  g_assert_cmpint (koma_node_input (after, conv, 1)->dtype, ==, KOMA_DTYPE_INT8);
  g_assert_cmpuint (koma_node_input (after, conv, 1)->quantization->n_scales, ==, 7);
  g_assert_cmpint (koma_node_input (after, conv, 2)->dtype, ==, KOMA_DTYPE_INT32);
}

/* Of weights a scale may be negative; then the bias counts in negative steps, too. */
static void
test_negative_scale (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 20));
  const KomaNode   *product = NULL;
  const KomaArray  *bias = NULL;
  const KomaValueId y =
    graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 3,
                        round_trip (graph, x, 0.0078125, -3),
                        add_scaled_weights (graph, KOMA_SHAPE (20, 9), 1, -1),
                        add_bias (graph, 9, 0.125));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  product = assert_integers (after, KOMA_OP_MAT_MUL);
  bias = koma_node_input (after, product, 2)->constant;
  g_assert_cmpfloat (koma_node_input (after, product, 1)->quantization->scales[3], ==, -1 / 64.0f);
  /* 3 · 0.125 in steps of -1/64 · 1/128 */
  g_assert_cmpint (((const gint32 *) bias->data)[3], ==, -3072);
  g_assert_cmpint (((const gint32 *) bias->data)[4], >, 0);
}

/* The reader moved the weights: [7,2] and [1,3,3,14] became [3,3,7,2]. */
static void
test_depthwise (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 7));
  const KomaValueId shape =
    graph_fixture_ints (graph, KOMA_SHAPE (4), (gint32[]){ 3, 3, 7, 2 });
  const KomaValueId weights =
    graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2,
                        add_weights (graph, KOMA_SHAPE (1, 3, 3, 14), 3), shape);
  const KomaValueId y = graph_fixture_node (
    graph, KOMA_OP_DEPTHWISE_CONV_2D, "conv", graph_fixture_window (2, "SAME"), 2,
    round_trip (graph, x, 0.0078125, -3), weights);

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  assert_integers (after, KOMA_OP_DEPTHWISE_CONV_2D);
}

static void
test_mat_mul (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  const KomaValueId perm = graph_fixture_ints (graph, KOMA_SHAPE (2), (gint32[]){ 1, 0 });
  const KomaValueId weights = graph_fixture_node (
    graph, KOMA_OP_TRANSPOSE, "transpose", NULL, 2, add_weights (graph, KOMA_SHAPE (9, 20), 0),
    perm);
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 3,
                                            round_trip (graph, x, 0.0078125, -3), weights,
                                            add_bias (graph, 9, 0.125));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  assert_integers (after, KOMA_OP_MAT_MUL);
}

/* The clamp is of real numbers still. */
static void
test_clamp (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  g_autoptr (GError) error = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  KomaValueId       y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 2,
                                            round_trip (graph, x, 0.0078125, -3),
                                            add_weights (graph, KOMA_SHAPE (20, 9), 1));

  y = graph_fixture_node (graph, KOMA_OP_RELU6, "relu", NULL, 1, y);
  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  g_assert_true (koma_pass_infer (graph, &error));
  g_assert_true (koma_pass_fuse_clamp (graph, &error));
  after = rewrite (graph);
  g_assert_cmpfloat (assert_integers (after, KOMA_OP_MAT_MUL)->clamp.max, ==, 6);
}

/* With weights of one scale, and with another value. */
static void
test_binary (void)
{
  static const KomaOp ops[] = { KOMA_OP_ADD, KOMA_OP_SUB, KOMA_OP_MUL };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    g_autoptr (KomaGraph) after = NULL;
    const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 7));
    const KomaValueId bytes = add_bytes (graph, KOMA_SHAPE (7));
    const KomaValueId weights =
      convert (graph, KOMA_OP_DEQUANTIZE, bytes, 0.0078125, KOMA_DTYPE_INT8, 0);
    const KomaValueId y = graph_fixture_node (graph, ops[i], "binary", NULL, 2,
                                              round_trip (graph, x, 0.0078125, -3), weights);

    koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
    after = rewrite (graph);
    assert_integers (after, ops[i]);
  }
}

static void
test_means (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 4, 8, 7));
  const KomaValueId axes = graph_fixture_ints (graph, KOMA_SHAPE (2), (gint32[]){ 1, 2 });
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MEAN, "mean", NULL, 2,
                                            round_trip (graph, x, 0.0078125, -3), axes);

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  assert_integers (after, KOMA_OP_MEAN);
}

static void
test_mover (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 6));
  const KomaValueId shape = graph_fixture_ints (graph, KOMA_SHAPE (2), (gint32[]){ 3, 4 });
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2,
                                            round_trip (graph, x, 0.0625, -3), shape);

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, -3));
  after = rewrite (graph);
  assert_integers (after, KOMA_OP_RESHAPE);
}

/* One input is on the grid of the result, the other is not. */
static void
test_concat (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 6));
  const KomaValueId axis = graph_fixture_ints (graph, KOMA_SHAPE (1), (gint32[]){ 1 });
  const KomaValueId y =
    graph_fixture_node (graph, KOMA_OP_CONCAT, "concat", NULL, 3,
                        round_trip (graph, x, 0.0625, 5), round_trip (graph, x, 0.0078125, -3),
                        axis);

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 5);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_LOOKUP), ==, 1);
  g_assert_cmpint (koma_node_input (after, graph_fixture_find (after, KOMA_OP_CONCAT), 1)->dtype,
                   ==, KOMA_DTYPE_INT8);
}

/* HardSwish: x * relu6 (x + 3) / 6. */
static void
test_function (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = round_trip (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (2, 99)),
                                    0.03125, -3);
  KomaValueId       y = graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, x,
                                            graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 3));

  y = graph_fixture_node (graph, KOMA_OP_RELU6, "relu", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_MUL, "mul", NULL, 2, x, y);
  y = graph_fixture_node (graph, KOMA_OP_MUL, "scale", NULL, 2, y,
                          graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1.0 / 6));
  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 3);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_LOOKUP), ==, 1);
}

/* Of two values there is no table. */
static void
test_no_function (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 99));
  const KomaValueId y =
    graph_fixture_node (graph, KOMA_OP_MAXIMUM, "max", NULL, 2, round_trip (graph, x, 0.0625, 5),
                        round_trip (graph, x, 0.03125, -3));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  after = rewrite (graph);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_LOOKUP), ==, 0);
}

static void
assert_float (const KomaGraph *graph)
{
  g_autoptr (KomaGraph) after = rewrite (graph);
  const KomaNode *node = graph_fixture_find (after, KOMA_OP_MAT_MUL);

  g_assert_cmpint (koma_node_output (after, node, 0)->dtype, ==, KOMA_DTYPE_FLOAT32);
}

static void
test_also_read (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 2,
                                            round_trip (graph, x, 0.0078125, -3),
                                            add_weights (graph, KOMA_SHAPE (20, 9), 1));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  koma_graph_add_output (graph, "real", y);
  assert_float (graph);
}

static void
test_float_weights (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  const KomaValueId weights = add_weights (graph, KOMA_SHAPE (20, 9), 1);
  const KomaValueId sum = graph_fixture_node (
    graph, KOMA_OP_ADD, "sum", NULL, 2, weights,
    graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1));
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 2,
                                            round_trip (graph, x, 0.0078125, -3), sum);

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  assert_float (graph);
}

/* Scales of rows, which are added up. */
static void
test_other_axis (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 2,
                                            round_trip (graph, x, 0.0078125, -3),
                                            add_weights (graph, KOMA_SHAPE (20, 9), 0));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  assert_float (graph);
}

/* More than int32 holds in steps of both scales. */
static void
test_large_bias (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 20));
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "product", NULL, 3,
                                            round_trip (graph, x, 0.0078125, -3),
                                            add_weights (graph, KOMA_SHAPE (20, 9), 1),
                                            add_bias (graph, 9, 1e9f));

  koma_graph_add_output (graph, "y", round_trip (graph, y, 0.0625, 5));
  assert_float (graph);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/pass-integer-ops/conv-2d", test_conv_2d);
  graph_fixture_add_test ("/pass-integer-ops/depthwise", test_depthwise);
  graph_fixture_add_test ("/pass-integer-ops/mat-mul", test_mat_mul);
  graph_fixture_add_test ("/pass-integer-ops/negative-scale", test_negative_scale);
  graph_fixture_add_test ("/pass-integer-ops/clamp", test_clamp);
  graph_fixture_add_test ("/pass-integer-ops/binary", test_binary);
  graph_fixture_add_test ("/pass-integer-ops/means", test_means);
  graph_fixture_add_test ("/pass-integer-ops/mover", test_mover);
  graph_fixture_add_test ("/pass-integer-ops/concat", test_concat);
  graph_fixture_add_test ("/pass-integer-ops/function", test_function);
  graph_fixture_add_test ("/pass-integer-ops/no-function", test_no_function);
  graph_fixture_add_test ("/pass-integer-ops/also-read", test_also_read);
  graph_fixture_add_test ("/pass-integer-ops/float-weights", test_float_weights);
  graph_fixture_add_test ("/pass-integer-ops/other-axis", test_other_axis);
  graph_fixture_add_test ("/pass-integer-ops/large-bias", test_large_bias);
  return g_test_run ();
}
