/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static const gint32 to_last[] = { 0, 2, 3, 1 };
static const gint32 to_first[] = { 0, 3, 1, 2 };

static KomaValueId
transpose (KomaGraph    *graph,
           KomaValueId   x,
           const gint32 *perm)
{
  return graph_fixture_node (graph, KOMA_OP_TRANSPOSE, "transpose", NULL, 2, x,
                             graph_fixture_ints (graph, KOMA_SHAPE (4), perm));
}

/* A convolution of [1,c,h,w], as a reader of ONNX writes it. */
static KomaValueId
conv (KomaGraph  *graph,
      KomaValueId x,
      KomaShape   filter)
{
  const KomaValueId last = transpose (graph, x, to_last);

  return transpose (graph, graph_fixture_conv (graph, "conv", last, filter, "SAME"), to_first);
}

static gboolean
sink_and_clean (KomaGraph *graph,
                GError   **error)
{
  return koma_pass_sink_transposes (graph, error) && koma_pass_remove_dead (graph, error);
}

/* graph_fixture_apply () compares the results before and after. */
static void
expect_transposes (KomaGraph  *graph,
                   KomaValueId output,
                   guint       n)
{
  g_autoptr (KomaGraph) after = NULL;

  koma_graph_add_output (graph, "y", output);
  after = graph_fixture_apply (graph, sink_and_clean);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_TRANSPOSE), ==, n);
}

static void
test_pair (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 3));

  expect_transposes (graph, transpose (graph, transpose (graph, x, to_first), to_last), 0);
}

/* Two transposes that do not take each other back are one. */
static void
test_composed (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 6, 3));

  expect_transposes (graph, transpose (graph, transpose (graph, x, to_first), to_first), 1);
}

/* Only the ends remain: the activation and the bias for each channel go along. */
static void
test_chain (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = conv (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 3, 5, 6)),
                        KOMA_SHAPE (3, 3, 3, 4));

  x = graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, x,
                          graph_fixture_constant (graph, KOMA_SHAPE (4, 1, 1)));
  x = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, x);
  expect_transposes (graph, conv (graph, x, KOMA_SHAPE (3, 3, 4, 2)), 2);
}

/* A branch, joined by a sum and by a concatenation along the channels. */
static void
test_branches (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = conv (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 3, 5, 6)),
                              KOMA_SHAPE (3, 3, 3, 4));
  const KomaValueId y = conv (graph, x, KOMA_SHAPE (1, 1, 4, 4));
  const KomaValueId sum = graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, x, y);
  const KomaValueId axis = graph_fixture_scalar (graph, KOMA_DTYPE_INT32, 1);
  const KomaValueId both = graph_fixture_node (graph, KOMA_OP_CONCAT, "concat", NULL, 3, sum, x,
                                               axis);

  expect_transposes (graph, conv (graph, both, KOMA_SHAPE (1, 1, 8, 2)), 2);
}

/* Squeeze and excite: a mean for each channel, a scale for each channel. */
static void
test_scale (void)
{
  static const gint32 axes[] = { 2, 3 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs        *attrs = koma_attrs_new ();
  const KomaValueId x = conv (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 3, 5, 6)),
                              KOMA_SHAPE (3, 3, 3, 4));
  KomaValueId       scale = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  scale = graph_fixture_node (graph, KOMA_OP_MEAN, "mean", attrs, 2, x,
                              graph_fixture_ints (graph, KOMA_SHAPE (2), axes));
  scale = conv (graph, scale, KOMA_SHAPE (1, 1, 4, 4));
  scale = graph_fixture_node (graph, KOMA_OP_SIGMOID, "sigmoid", NULL, 1, scale);
  scale = graph_fixture_node (graph, KOMA_OP_MUL, "mul", NULL, 2, x, scale);
  expect_transposes (graph, conv (graph, scale, KOMA_SHAPE (1, 1, 4, 2)), 2);
}

/* The mean of a pool has one place: what makes a vector of it moves nothing. */
static void
test_pool_to_vector (void)
{
  static const gint32 axes[] = { 2, 3 };
  static const gint32 vector[] = { -1, 4 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 4)),
                             to_first);

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  x = graph_fixture_node (graph, KOMA_OP_MEAN, "mean", attrs, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (2), axes));
  x = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (2), vector));
  expect_transposes (graph, x, 0);
}

/* Channels and places as one vector need their order: one Transpose stays. */
static void
test_flatten (void)
{
  static const gint32 vector[] = { 1, -1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 4)),
                             to_first);

  x = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (2), vector));
  expect_transposes (graph, x, 1);
}

/* How many are left of a Transpose, a Reshape and a Transpose. */
static void
expect_reshaped (const gint32 *perm_before, /* [4] */
                 const gint32 *shape,       /* [3] */
                 const gint32 *perm_after,  /* [3] */
                 guint         n)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 6, 4)),
                             perm_before);

  x = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (3), shape));
  x = graph_fixture_node (graph, KOMA_OP_TRANSPOSE, "after", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (3), perm_after));
  expect_transposes (graph, x, n);
}

/* The places of a picture become tokens: rows and columns stand together in both layouts. */
static void
test_merge (void)
{
  static const gint32 tokens[] = { 2, 4, 30 };
  static const gint32 rows[] = { 2, 20, 6 };
  static const gint32 last[] = { 0, 2, 1 };

  expect_reshaped (to_first, tokens, last, 0);
  /* Channels and rows do not. */
  expect_reshaped (to_first, rows, last, 2);
}

/* Dimensions of size 1 come and go, and one is split in two. */
static void
test_split (void)
{
  static const gint32 heads[] = { 2, 2, 2, 30, 1 };
  static const gint32 to_heads[] = { 0, 3, 1, 2, 4 };
  static const gint32 one[] = { -1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 6, 4)),
                             to_first);

  koma_attrs_set_ints (attrs, "squeeze_dims", (gint64[]){ -1 }, 1);
  x = graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (5), heads));
  x = graph_fixture_node (graph, KOMA_OP_TRANSPOSE, "heads", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (5), to_heads));
  x = graph_fixture_node (graph, KOMA_OP_SQUEEZE, "squeeze", attrs, 1, x);
  x = graph_fixture_node (graph, KOMA_OP_EXPAND_DIMS, "expand", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (1), one));
  expect_transposes (graph, x, 0);
}

/* A reduction that drops dimensions leaves the others in another order. */
static void
test_reduce_dropped (void)
{
  static const gint32 axes[] = { 2 };
  static const gint32 back[] = { 0, 2, 1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5, 6, 4)),
                             to_first);

  x = graph_fixture_node (graph, KOMA_OP_SUM, "sum", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (1), axes));
  x = graph_fixture_node (graph, KOMA_OP_TRANSPOSE, "back", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (3), back));
  expect_transposes (graph, x, 0);
}

/* Each op that names dimensions, between two transposes. */
static void
test_axes (void)
{
  static const gint32 paddings[] = { 0, 0, 1, 0, 2, 1, 0, 3 };
  static const gint32 begin[] = { 0, 1, 0, 2 };
  static const gint32 size[] = { 1, 2, -1, 3 };
  static const gint32 end[] = { 9, 3, 9, -1 };
  static const gint32 strides[] = { 1, 1, 2, 1 };
  static const gint32 multiples[] = { 1, 2, 1, 1 };
  static const gint32 places[] = { 2, 0, 1, 1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *softmax = koma_attrs_new ();
  KomaAttrs  *slice = koma_attrs_new ();
  KomaValueId x = transpose (graph, graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 4)),
                             to_first);

  koma_attrs_set_int (softmax, "axis", 1);
  koma_attrs_set_int (slice, "end_mask", 0x5);
  x = graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", softmax, 1, x);
  x = graph_fixture_node (graph, KOMA_OP_PAD, "pad", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (4, 2), paddings));
  x = graph_fixture_node (graph, KOMA_OP_TILE, "tile", NULL, 2, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (4), multiples));
  x = graph_fixture_node (graph, KOMA_OP_STRIDED_SLICE, "strided", slice, 4, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (4), begin),
                          graph_fixture_ints (graph, KOMA_SHAPE (4), end),
                          graph_fixture_ints (graph, KOMA_SHAPE (4), strides));
  x = graph_fixture_node (graph, KOMA_OP_GATHER, "gather", NULL, 3, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (4), places),
                          graph_fixture_scalar (graph, KOMA_DTYPE_INT32, 2));
  x = graph_fixture_node (graph, KOMA_OP_SLICE, "slice", NULL, 3, x,
                          graph_fixture_ints (graph, KOMA_SHAPE (4), (gint32[]){ 0, 0, 1, 1 }),
                          graph_fixture_ints (graph, KOMA_SHAPE (4), size));
  expect_transposes (graph, transpose (graph, x, to_last), 0);
}

/* A small operand that is repeated does not take a large one along. */
static void
test_small_operand (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 4, 5, 6));
  const KomaValueId s = graph_fixture_input (graph, "s", KOMA_SHAPE (1, 1, 6, 4));
  const KomaValueId small = transpose (graph, s, to_first);
  const KomaValueId mul = graph_fixture_node (graph, KOMA_OP_MUL, "mul", NULL, 2, x, small);
  g_autoptr (KomaGraph) after = NULL;

  koma_graph_add_output (graph, "y", mul);
  after = graph_fixture_apply (graph, sink_and_clean);
  g_assert_cmpuint (graph_fixture_find (after, KOMA_OP_MUL)->inputs[0], ==, x);
}

/* What a node made that is gone has no shape. */
static void
test_dead_value (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 6, 3));

  graph_fixture_node (graph, KOMA_OP_RELU, "dead", NULL, 1, x);
  koma_graph_add_output (graph, "y", transpose (graph, transpose (graph, x, to_first), to_last));
  g_assert_true (koma_pass_remove_dead (graph, &error));
  g_assert_true (koma_pass_infer (graph, &error));
  g_assert_true (koma_pass_sink_transposes (graph, &error));
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-sink-transposes/pair", test_pair);
  g_test_add_func ("/pass-sink-transposes/composed", test_composed);
  g_test_add_func ("/pass-sink-transposes/chain", test_chain);
  g_test_add_func ("/pass-sink-transposes/branches", test_branches);
  g_test_add_func ("/pass-sink-transposes/scale", test_scale);
  g_test_add_func ("/pass-sink-transposes/pool-to-vector", test_pool_to_vector);
  g_test_add_func ("/pass-sink-transposes/flatten", test_flatten);
  g_test_add_func ("/pass-sink-transposes/merge", test_merge);
  g_test_add_func ("/pass-sink-transposes/split", test_split);
  g_test_add_func ("/pass-sink-transposes/reduce-dropped", test_reduce_dropped);
  g_test_add_func ("/pass-sink-transposes/axes", test_axes);
  g_test_add_func ("/pass-sink-transposes/small-operand", test_small_operand);
  g_test_add_func ("/pass-sink-transposes/dead-value", test_dead_value);
  return g_test_run ();
}
