/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/teach/features.h"

#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaValueId
add_mat_mul (KomaGraph  *graph,
             const char *name,
             KomaValueId x,
             gint64      n_in,
             gint64      n_out)
{
  return graph_fixture_node (graph, KOMA_OP_MAT_MUL, name, NULL, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (n_in, n_out)));
}

static KomaValueId
add_mean (KomaGraph  *graph,
          KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_MEAN, "pool", NULL, 2, x,
                             graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 }));
}

static KomaValueId
add_softmax (KomaGraph  *graph,
             KomaValueId x)
{
  return graph_fixture_node (graph, KOMA_OP_SOFTMAX, "scores", NULL, 1, x);
}

static KomaValueId
add_picture (KomaGraph *graph)
{
  return graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 4, 4, 3));
}

/* The values of the feature graph, and of @expected, for the same two pictures. */
static void
assert_features (KomaGraph  *graph, /* (transfer full) */
                 KomaValueId scores,
                 KomaValueId expected,
                 const char *node,
                 guint       n_features)
{
  g_autoptr (GError) error = NULL;
  g_auto (KomaFeatures) features = { 0 };
  const KomaSessionOptions options = { .backend = "cpu", .batch = 2, .n_threads = 1 };
  g_autoptr (KomaGraph) found = NULL;
  g_autoptr (KomaSession) session = NULL, whole = NULL;

  koma_graph_add_output (graph, "scores", scores);
  found = koma_features_graph_new (graph, 0, &features, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (features.node, ==, node);
  g_assert_cmpuint (features.n_features, ==, n_features);
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, "expected", expected);
  session = koma_session_new (found, &options, &error);
  g_assert_no_error (error);
  whole = koma_session_new (graph, &options, &error);
  g_assert_no_error (error);
  graph_fixture_fill_input (session);
  graph_fixture_fill_input (whole);
  koma_session_run (session, &error);
  koma_session_run (whole, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (session, 0)), ==,
                    2 * n_features * sizeof (float));
  g_assert_cmpmem (koma_session_get_output_data (session, 0), 2 * n_features * sizeof (float),
                   koma_session_get_output_data (whole, 0), 2 * n_features * sizeof (float));
  koma_graph_free (graph);
}

/* Conv2D, pool, MatMul, bias, Softmax: the features are the pool's. */
static void
test_mat_mul (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId conv =
    graph_fixture_conv (graph, "conv", add_picture (graph), KOMA_SHAPE (3, 3, 3, 5), "SAME");
  const KomaValueId pool = add_mean (graph, conv);
  const KomaValueId dense = add_mat_mul (graph, "dense", pool, 5, 7);
  const KomaValueId bias = graph_fixture_node (graph, KOMA_OP_ADD, "bias", NULL, 2, dense,
                                               graph_fixture_constant (graph, KOMA_SHAPE (7)));

  assert_features (graph, add_softmax (graph, bias), pool, "dense", 5);
}

/* Only the last of two dense layers counts. */
static void
test_hidden (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 6));
  const KomaValueId hidden = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1,
                                                 add_mat_mul (graph, "hidden", x, 6, 4));

  assert_features (graph, add_softmax (graph, add_mat_mul (graph, "last", hidden, 4, 3)), hidden,
                   "last", 4);
}

/* As MobileNet ends: a 1×1 Conv2D of the one place that a pool leaves. */
static void
test_conv_of_one_place (void)
{
  KomaGraph        *graph = koma_graph_new ();
  KomaAttrs        *attrs = koma_attrs_new ();
  const KomaValueId pool =
    graph_fixture_node (graph, KOMA_OP_MEAN, "pool",
                        attrs,
                        2, add_picture (graph),
                        graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 }));
  const KomaValueId conv =
    graph_fixture_conv (graph, "logits", pool, KOMA_SHAPE (1, 1, 3, 6), "SAME");

  koma_attrs_set_int (attrs, "keep_dims", 1);
  assert_features (graph, add_softmax (graph, conv), pool, "logits", 3);
}

/* As SqueezeNet ends: a 1×1 Conv2D of all places, whose results are averaged. */
static void
test_conv_before_pool (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x =
    graph_fixture_conv (graph, "fire", add_picture (graph), KOMA_SHAPE (3, 3, 3, 5), "SAME");
  const KomaValueId last = graph_fixture_conv (graph, "last", x, KOMA_SHAPE (1, 1, 5, 6), "SAME");
  const KomaValueId relu = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, last);

  assert_features (graph, add_softmax (graph, add_mean (graph, relu)), add_mean (graph, x), "last",
                   5);
}

/* Rounded to steps of 8 bits from @zero_point on. */
static KomaValueId
add_rounding (KomaGraph  *graph,
              KomaValueId x,
              int         zero_point)
{
  const KomaValueId scale = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1.0 / 512);
  const KomaValueId zero = graph_fixture_scalar (graph, KOMA_DTYPE_UINT8, zero_point);
  const KomaValueId y =
    graph_fixture_node (graph, KOMA_OP_QUANTIZE, "quantize", NULL, 3, x, scale, zero);

  return graph_fixture_node (graph, KOMA_OP_DEQUANTIZE, "dequantize", NULL, 3, y, scale, zero);
}

/* Steps that begin at 0 bound the values, as relu6 does; others change nothing. */
static void
test_quantised (void)
{
  for (int zero_point = 0; zero_point < 2; zero_point++) {
    KomaGraph        *graph = koma_graph_new ();
    const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 6));
    const KomaValueId rounded = add_rounding (graph, x, zero_point);
    const KomaValueId bounded =
      graph_fixture_node (graph, KOMA_OP_CLIP, "bounded", NULL, 3, x,
                          graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0),
                          graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 255.0 / 512));

    assert_features (graph, add_softmax (graph, add_mat_mul (graph, "last", rounded, 6, 3)),
                     zero_point == 0 ? bounded : x, "last", 6);
  }
}

static void
assert_refused (KomaGraph  *graph, /* (transfer full) */
                KomaValueId scores,
                const char *words)
{
  g_autoptr (GError) error = NULL;

  koma_graph_add_output (graph, "scores", scores);
  g_assert_null (koma_features_graph_new (graph, 0, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, words));
  koma_graph_free (graph);
}

static void
test_no_dense_layer (void)
{
  KomaGraph *graph = koma_graph_new ();

  assert_refused (graph, add_softmax (graph, add_mean (graph, add_picture (graph))),
                  "no dense layer");
}

static void
test_op_between (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 6));
  const KomaValueId a = add_mat_mul (graph, "a", x, 6, 3), b = add_mat_mul (graph, "b", x, 6, 3);

  assert_refused (graph, graph_fixture_node (graph, KOMA_OP_ADD, "sum", NULL, 2, a, b),
                  "AddV2 “sum” stands between");
}

/* Scores of each place of the picture. */
static void
test_places (void)
{
  KomaGraph *graph = koma_graph_new ();

  assert_refused (
    graph,
    add_softmax (graph, graph_fixture_conv (graph, "map", add_picture (graph),
                                            KOMA_SHAPE (1, 1, 3, 6), "SAME")),
    "“map”, the last dense layer, reads 3 values of 48");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/features/mat-mul", test_mat_mul);
  graph_fixture_add_test ("/features/hidden", test_hidden);
  graph_fixture_add_test ("/features/conv-of-one-place", test_conv_of_one_place);
  graph_fixture_add_test ("/features/conv-before-pool", test_conv_before_pool);
  graph_fixture_add_test ("/features/quantised", test_quantised);
  graph_fixture_add_test ("/features/no-dense-layer", test_no_dense_layer);
  graph_fixture_add_test ("/features/op-between", test_op_between);
  graph_fixture_add_test ("/features/places", test_places);
  return g_test_run ();
}
