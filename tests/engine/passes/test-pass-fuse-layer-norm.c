/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define CHANNELS 50

/* How a file spells it, and what is wrong with it. */
typedef struct
{
  KomaOp   square;            /* Square, Mul or SquaredDifference */
  KomaOp   quotient;          /* Mul or Div */
  gboolean is_turned;         /* the operands of what is commutative */
  gint64   scale_c, offset_c; /* elements; 0: there is none */
  gint64   axis;              /* of both means; 0: the last */
  double   epsilon;
  gboolean is_deviation_read; /* by something else */
  gboolean is_mean_read;
} Norm;

static const Norm good = { KOMA_OP_SQUARE, KOMA_OP_MUL, FALSE, CHANNELS, CHANNELS, 0, 1e-3 };

static KomaValueId
mean (KomaGraph  *graph,
      KomaValueId x,
      gint64      axis)
{
  const gint32      axes[] = { axis != 0 ? axis : -1 };
  const KomaValueId list = graph_fixture_ints (graph, KOMA_SHAPE (1), axes);

  return graph_fixture_node (graph, KOMA_OP_MEAN, "mean", koma_attrs_new_int ("keep_dims", TRUE), 2,
                             x, list);
}

static KomaValueId
apply (KomaGraph  *graph,
       KomaOp      op,
       KomaValueId a,
       KomaValueId b,
       gboolean    is_turned)
{
  return graph_fixture_node (graph, op, "binary", NULL, 2, is_turned ? b : a, is_turned ? a : b);
}

static KomaValueId
square (KomaGraph  *graph,
        KomaOp      op,
        KomaValueId centred,
        KomaValueId x,
        KomaValueId middle)
{
  if (op == KOMA_OP_SQUARE)
    return graph_fixture_node (graph, op, "square", NULL, 1, centred);
  if (op == KOMA_OP_MUL)
    return apply (graph, op, centred, centred, FALSE);
  return apply (graph, op, x, middle, FALSE);
}

static KomaValueId
with_line (KomaGraph  *graph,
           const Norm *norm,
           KomaOp      op,
           KomaValueId x,
           gint64      c)
{
  if (c == 0)
    return x;
  return apply (graph, op, x, graph_fixture_constant (graph, KOMA_SHAPE (1, c)), norm->is_turned);
}

static KomaGraph *
make (const Norm *norm)
{
  const gboolean is_product = norm->quotient == KOMA_OP_MUL;
  KomaGraph     *graph = koma_graph_new ();
  KomaValueId    x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 2, CHANNELS));
  KomaValueId    middle = mean (graph, x, norm->axis);
  KomaValueId    centred = apply (graph, KOMA_OP_SUB, x, middle, FALSE);
  KomaValueId    variance =
    mean (graph, square (graph, norm->square, centred, x, middle), norm->axis);
  KomaValueId sum = apply (graph, KOMA_OP_ADD, variance,
                           graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, norm->epsilon),
                           norm->is_turned);
  KomaValueId deviation = graph_fixture_node (graph, is_product ? KOMA_OP_RSQRT : KOMA_OP_SQRT,
                                              "deviation", NULL, 1, sum);
  KomaValueId y = apply (graph, norm->quotient, centred, deviation, is_product && norm->is_turned);

  y = with_line (graph, norm, KOMA_OP_MUL, y, norm->scale_c);
  y = with_line (graph, norm, KOMA_OP_ADD, y, norm->offset_c);
  koma_graph_add_output (graph, "y", y);
  if (norm->is_deviation_read)
    koma_graph_add_output (graph, "deviation", deviation);
  if (norm->is_mean_read)
    koma_graph_add_output (graph, "mean", middle);
  return graph;
}

static gboolean
pass (KomaGraph *graph,
      GError   **error)
{
  return koma_pass_fuse_layer_norm (graph, error) && koma_pass_remove_dead (graph, error);
}

/* graph_fixture_apply () compares what both compute. */
static KomaGraph *
fuse (const Norm *norm)
{
  g_autoptr (KomaGraph) graph = make (norm);

  return graph_fixture_apply (graph, pass);
}

static void
test_fused (void)
{
  static const KomaOp squares[] = { KOMA_OP_SQUARE, KOMA_OP_MUL, KOMA_OP_SQUARED_DIFFERENCE };
  static const KomaOp quotients[] = { KOMA_OP_MUL, KOMA_OP_DIV };

  for (guint i = 0; i < G_N_ELEMENTS (squares) * G_N_ELEMENTS (quotients) * 2; i++) {
    g_autoptr (KomaGraph) after = NULL;
    Norm norm = good;

    norm.square = squares[i / 4];
    norm.quotient = quotients[i / 2 % 2];
    norm.is_turned = i % 2 != 0;
    after = fuse (&norm);
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
    g_assert_cmpint (koma_graph_get_node (after, 0)->op, ==, KOMA_OP_LAYER_NORM);
    g_assert_cmpuint (koma_graph_get_node (after, 0)->n_inputs, ==, 3);
  }
}

/* What does not belong to it stays a node behind it. */
static void
test_parts (void)
{
  static const struct
  {
    gint64 scale_c, offset_c;
    guint  n_inputs, n_nodes;
  } cases[] = {
    { 0, 0, 1, 1 },
    { CHANNELS, 0, 2, 1 },
    { 0, CHANNELS, 1, 2 },
    { 1, CHANNELS, 1, 3 },
    { CHANNELS, 1, 2, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaGraph) after = NULL;
    Norm norm = good;

    norm.scale_c = cases[i].scale_c;
    norm.offset_c = cases[i].offset_c;
    after = fuse (&norm);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_LAYER_NORM), ==, 1);
    g_assert_cmpuint (graph_fixture_find (after, KOMA_OP_LAYER_NORM)->n_inputs, ==,
                      cases[i].n_inputs);
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, cases[i].n_nodes);
  }
}

static void
test_left (void)
{
  Norm others[] = { good, good, good, good, good };

  others[0].axis = 1;
  others[1].is_deviation_read = TRUE;
  others[2].is_mean_read = TRUE;
  others[3].square = KOMA_OP_ADD; /* x + mean */
  others[4].quotient = KOMA_OP_ADD;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (KomaGraph) graph = make (&others[i]);
    g_autoptr (KomaGraph) after = graph_fixture_apply (graph, pass);

    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_LAYER_NORM), ==, 0);
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, koma_graph_get_n_nodes (graph));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  graph_fixture_add_test ("/pass-fuse-layer-norm/fused", test_fused);
  graph_fixture_add_test ("/pass-fuse-layer-norm/parts", test_parts);
  graph_fixture_add_test ("/pass-fuse-layer-norm/left", test_left);
  return g_test_run ();
}
