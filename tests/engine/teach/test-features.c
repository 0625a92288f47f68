/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/teach/features.h"

#include <math.h>

#include "engine/model/purpose.h"
#include "engine/teach/feature-vector.h"
#include "engine/training/random.h"
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

/* ---- With vectors beside the scores ---- */

/* Two pictures, through the graph with vectors and through the plain one with @expected. */
typedef struct
{
  KomaSession *session;
  KomaSession *plain;
} Both;

static Both
run_both (KomaGraph  *graph, /* (transfer full) */
          KomaValueId scores,
          KomaValueId expected)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = 2, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) with = NULL;
  Both both = { 0 };

  koma_graph_add_output (graph, "scores", scores);
  with = koma_features_graph_with_vectors (graph, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_get_n_outputs (graph), ==, 1);
  g_assert_cmpstr (koma_graph_get_output_name (with, 1), ==, KOMA_VECTOR_OUTPUT);
  koma_graph_add_output (graph, "expected", expected);
  both.session = koma_session_new (with, &options, &error);
  both.plain = koma_session_new (graph, &options, &error);
  g_assert_no_error (error);
  graph_fixture_fill_input (both.session);
  graph_fixture_fill_input (both.plain);
  koma_session_run (both.session, &error);
  koma_session_run (both.plain, &error);
  g_assert_no_error (error);
  koma_graph_free (graph);
  return both;
}

static void
both_clear (Both *both)
{
  koma_session_free (both->session);
  koma_session_free (both->plain);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Both, both_clear)

static void
assert_near (const Both *both,
             guint       output,
             gsize       n)
{
  const float *a = koma_session_get_output_data (both->session, output);
  const float *b = koma_session_get_output_data (both->plain, output);

  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (both->session, output)), ==,
                    n * sizeof *a);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-5);
}

/* The scores stay, and the features come out beside them. */
static void
test_vectors (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId x =
    graph_fixture_conv (graph, "fire", add_picture (graph), KOMA_SHAPE (3, 3, 3, 5), "SAME");
  const KomaValueId last = graph_fixture_conv (graph, "last", x, KOMA_SHAPE (1, 1, 5, 6), "SAME");
  const KomaValueId scores = add_softmax (graph, add_mean (graph, last));
  g_auto (Both) both = run_both (graph, scores, add_mean (graph, x));

  assert_near (&both, 0, 2 * 6);
  assert_near (&both, 1, 2 * 5);
}

static double
get_cosine (const float *a,
            const float *b,
            guint        n,
            KomaFeatureVector *(*make) (const float *values,
                                        guint        n))
{
  g_autoptr (KomaFeatureVector) one = make (a, n);
  g_autoptr (KomaFeatureVector) other = make (b, n);

  g_assert_cmpuint (koma_feature_vector_get_n (one), ==, koma_feature_vector_get_n (other));
  return koma_feature_vector_compare (one, other);
}

/* Many features become fewer numbers of nearly the same angle: 4 standard deviations. */
static void
test_sketch (void)
{
  const guint       n = 2000;
  KomaRandom        random = { 7 };
  g_autofree float *features = g_new (float, 3 * n);
  const float      *x = features, *y = features + n, *like_x = features + 2 * n;

  for (guint i = 0; i < n; i++) {
    features[i] = (float) MAX (koma_random_normal (&random), 0);
    features[n + i] = (float) MAX (koma_random_normal (&random), 0);
    features[2 * n + i] = features[i] + 0.2f * features[n + i];
  }
  for (guint i = 0; i < 2; i++) {
    const float *other = i == 0 ? y : like_x;
    const double cosine = get_cosine (x, other, n, koma_feature_vector_new);

    g_assert_cmpfloat_with_epsilon (get_cosine (x, other, n, koma_feature_vector_new_sketch),
                                    cosine,
                                    4 * (1 - cosine * cosine) / sqrt (KOMA_SKETCH_WIDTH));
  }
  g_assert_cmpfloat_with_epsilon (get_cosine (x, y, 50, koma_feature_vector_new_sketch),
                                  get_cosine (x, y, 50, koma_feature_vector_new), 1e-6);
}

/* ---- What has no features ---- */

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
  g_assert_null (koma_features_graph_with_vectors (graph, 0, NULL));
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
  graph_fixture_add_test ("/features/vectors", test_vectors);
  graph_fixture_add_test ("/features/sketch", test_sketch);
  graph_fixture_add_test ("/features/no-dense-layer", test_no_dense_layer);
  graph_fixture_add_test ("/features/op-between", test_op_between);
  graph_fixture_add_test ("/features/places", test_places);
  return g_test_run ();
}
