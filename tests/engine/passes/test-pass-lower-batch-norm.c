/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaValueId
positive (KomaGraph *graph,
          gsize      n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gsize i = 0; i < n; i++)
    ((float *) tensor->data)[i] = g_test_rand_double_range (0, 2);
  return koma_graph_add_constant (graph, "variance", tensor);
}

static KomaValueId
add_batch_norm (KomaGraph  *graph,
                KomaValueId x,
                KomaValueId mean,
                gsize       n)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "epsilon", 0.01);
  return graph_fixture_node (graph, KOMA_OP_FUSED_BATCH_NORM, "norm", attrs, 5, x,
                             graph_fixture_constant (graph, KOMA_SHAPE (n)),
                             graph_fixture_constant (graph, KOMA_SHAPE (n)), mean,
                             positive (graph, n));
}

static void
test_lowers (void)
{
  static const gsize channels[] = { 1, 2, 3, 13, 127 };

  for (guint i = 0; i < G_N_ELEMENTS (channels); i++) {
    gsize n = channels[i];
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    g_autoptr (KomaGraph) after = NULL;
    KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3, 2, n));
    KomaValueId y = add_batch_norm (graph, x, graph_fixture_constant (graph, KOMA_SHAPE (n)), n);

    koma_graph_add_output (graph, "y", y);
    after = graph_fixture_apply (graph, koma_pass_lower_batch_norm);
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 2);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_MUL), ==, 1);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_ADD), ==, 1);
    g_assert_cmpuint (koma_graph_get_output (after, 0), ==, y);
  }
}

static void
test_statistics_of_the_picture (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3, 2, 5));
  KomaValueId mean = graph_fixture_input (graph, "mean", KOMA_SHAPE (5));

  koma_graph_add_output (graph, "y", add_batch_norm (graph, x, mean, 5));
  after = graph_fixture_apply (graph, koma_pass_lower_batch_norm);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_FUSED_BATCH_NORM), ==, 1);
}

static gboolean
lower_and_fold (KomaGraph *graph,
                GError   **error)
{
  return koma_pass_lower_batch_norm (graph, error) && koma_pass_fold_affine (graph, error);
}

/* Behind a convolution, nothing is left of it. */
static void
test_folds_into_convolution (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 5, 5, 3));
  KomaValueId conv = graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (3, 3, 3, 13), "SAME");
  KomaValueId mean = graph_fixture_constant (graph, KOMA_SHAPE (13));

  koma_graph_add_output (graph, "y", add_batch_norm (graph, conv, mean, 13));
  after = graph_fixture_apply (graph, lower_and_fold);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpuint (koma_graph_get_node (after, 0)->n_inputs, ==, 3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-lower-batch-norm/lowers", test_lowers);
  g_test_add_func ("/pass-lower-batch-norm/statistics-of-the-picture",
                   test_statistics_of_the_picture);
  g_test_add_func ("/pass-lower-batch-norm/folds-into-convolution", test_folds_into_convolution);
  return g_test_run ();
}
