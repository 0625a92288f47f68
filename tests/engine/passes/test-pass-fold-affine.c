/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

typedef KomaValueId (*AddLinear) (KomaGraph *graph); /* [.., 6] */

static KomaValueId
add_conv (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 4, 3));

  return graph_fixture_conv (graph, "linear", x, KOMA_SHAPE (3, 3, 3, 6), "SAME");
}

static KomaValueId
add_grouped_conv (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 4, 4));

  return graph_fixture_conv (graph, "linear", x, KOMA_SHAPE (3, 3, 2, 6), "SAME");
}

static KomaValueId
add_conv_with_bias (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 4, 3));

  return graph_fixture_node (graph, KOMA_OP_CONV_2D, "linear",
                             graph_fixture_window (2, "VALID"), 3, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (3, 3, 3, 6)),
                             graph_fixture_constant (graph, KOMA_SHAPE (6)));
}

/* Each input channel makes two: the filter is [h,w,3,2]. */
static KomaValueId
add_depthwise (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 4, 3));

  return graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "linear",
                             graph_fixture_window (1, "SAME"),
                             2, x, graph_fixture_constant (graph, KOMA_SHAPE (3, 3, 3, 2)));
}

static KomaValueId
add_mat_mul (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5));

  return graph_fixture_node (graph, KOMA_OP_MAT_MUL, "linear", NULL, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (5, 6)));
}

static KomaValueId
add_transposed_mat_mul (KomaGraph *graph)
{
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 5));
  KomaAttrs  *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_b", TRUE);
  return graph_fixture_node (graph, KOMA_OP_MAT_MUL, "linear", attrs, 2, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (6, 5)));
}

static const AddLinear linears[] = {
  add_conv, add_grouped_conv, add_conv_with_bias, add_depthwise, add_mat_mul,
  add_transposed_mat_mul
};

static void
expect_folded (const KomaGraph *graph)
{
  g_autoptr (KomaGraph) after = graph_fixture_apply (graph, koma_pass_fold_affine);

  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpuint (koma_graph_get_node (after, 0)->n_inputs, ==, 3);
  g_assert_cmpstr (koma_graph_get_node (after, 0)->name, ==, "linear");
}

static void
expect_unchanged (const KomaGraph *graph)
{
  g_autoptr (KomaGraph) after = graph_fixture_apply (graph, koma_pass_fold_affine);

  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, koma_graph_get_n_nodes (graph));
}

static const KomaOp affine_ops[] = { KOMA_OP_MUL, KOMA_OP_ADD, KOMA_OP_SUB, KOMA_OP_DIV };

static void
test_each (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (linears); i++)
    for (guint k = 0; k < G_N_ELEMENTS (affine_ops); k++)
      for (guint is_scalar = 0; is_scalar < 2; is_scalar++) {
        g_autoptr (KomaGraph) graph = koma_graph_new ();
        KomaValueId linear = linears[i](graph);
        KomaValueId operand = is_scalar ? graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0.75)
                                        : graph_fixture_constant (graph, KOMA_SHAPE (6));

        koma_graph_add_output (graph, "y",
                               graph_fixture_node (graph, affine_ops[k], "affine", NULL, 2,
                                                   linear, operand));
        expect_folded (graph);
      }
}

static void
test_chain (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (linears); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId last = linears[i](graph);

    for (guint k = 0; k < G_N_ELEMENTS (affine_ops); k++)
      last = graph_fixture_node (graph, affine_ops[k], "affine", NULL, 2, last,
                                 graph_fixture_constant (graph, KOMA_SHAPE (1, 6)));
    koma_graph_add_output (graph, "y", last);
    expect_folded (graph);
  }
}

/* a + conv and a · conv fold as well; a − conv and a / conv do not. */
static void
test_operand_first (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (affine_ops); k++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId linear = add_conv (graph);
    KomaValueId operand = graph_fixture_constant (graph, KOMA_SHAPE (6));

    koma_graph_add_output (graph, "y",
                           graph_fixture_node (graph, affine_ops[k], "affine", NULL, 2,
                                               operand, linear));
    if (affine_ops[k] == KOMA_OP_ADD || affine_ops[k] == KOMA_OP_MUL)
      expect_folded (graph);
    else
      expect_unchanged (graph);
  }
}

/* Somebody else reads the convolution: a node, or the caller. */
static void
test_shared (void)
{
  for (guint is_output = 0; is_output < 2; is_output++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId linear = add_conv (graph);
    KomaValueId operand = graph_fixture_constant (graph, KOMA_SHAPE (6));
    KomaValueId other = linear;

    if (!is_output)
      other = graph_fixture_node (graph, KOMA_OP_NEG, "other", NULL, 1, linear);
    koma_graph_add_output (graph, "y",
                           graph_fixture_node (graph, KOMA_OP_ADD, "affine", NULL, 2, linear,
                                               operand));
    koma_graph_add_output (graph, "other", other);
    expect_unchanged (graph);
  }
}

/* Not one number for each channel: along another dimension, or so that the
 * result is larger than what the convolution makes. */
static void
test_other_operands (void)
{
  const KomaShape shapes[] = {
    KOMA_SHAPE (5, 4, 6), KOMA_SHAPE (4, 1), KOMA_SHAPE (5, 1, 1), KOMA_SHAPE (2, 1, 1, 6),
    KOMA_SHAPE (1, 1, 1, 1, 6), KOMA_SHAPE (1, 1, 1, 1, 1)
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId linear = add_conv (graph);

    koma_graph_add_output (graph, "y",
                           graph_fixture_node (graph, KOMA_OP_MUL, "affine", NULL, 2, linear,
                                               graph_fixture_constant (graph, shapes[i])));
    expect_unchanged (graph);
  }
}

/* As many numbers as channels, but along the rows. */
static void
test_rows_not_channels (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 6, 3));
  KomaValueId conv = graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (1, 1, 3, 6), "SAME");

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_ADD, "affine", NULL, 2, conv,
                                             graph_fixture_constant (graph, KOMA_SHAPE (6, 1))));
  expect_unchanged (graph);
}

/* 0 · (1 / 0) would be NaN within the sum where x / 0 is infinite. */
static void
test_division_by_zero (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId linear = add_conv (graph);
  KomaValueId zero = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0);

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_DIV, "affine", NULL, 2, linear,
                                             zero));
  expect_unchanged (graph);
}

/* conv · conv: both sides come from the picture. */
static void
test_no_constant (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId linear = add_conv (graph);

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_MUL, "square", NULL, 2, linear,
                                             linear));
  expect_unchanged (graph);
}

static gboolean
clamp_then_fold (KomaGraph *graph,
                 GError   **error)
{
  return koma_pass_fuse_clamp (graph, error) && koma_pass_fold_affine (graph, error);
}

/* What follows an activation does not go below it. */
static void
test_behind_clamp (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId relu = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, add_conv (graph));

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_SUB, "affine", NULL, 2, relu,
                                             graph_fixture_constant (graph, KOMA_SHAPE (6))));
  after = graph_fixture_apply (graph, clamp_then_fold);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-fold-affine/each", test_each);
  g_test_add_func ("/pass-fold-affine/chain", test_chain);
  g_test_add_func ("/pass-fold-affine/operand-first", test_operand_first);
  g_test_add_func ("/pass-fold-affine/shared", test_shared);
  g_test_add_func ("/pass-fold-affine/other-operands", test_other_operands);
  g_test_add_func ("/pass-fold-affine/rows-not-channels", test_rows_not_channels);
  g_test_add_func ("/pass-fold-affine/division-by-zero", test_division_by_zero);
  g_test_add_func ("/pass-fold-affine/no-constant", test_no_constant);
  g_test_add_func ("/pass-fold-affine/behind-clamp", test_behind_clamp);
  return g_test_run ();
}
