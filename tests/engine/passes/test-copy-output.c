/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Bound to one picture, without what the other output needs; the graph stays as it was. */
static void
test_copy (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) copy = NULL;
  g_autoptr (GError) error = NULL;
  const KomaShape   one = KOMA_SHAPE (1, 3);
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 3));
  const KomaValueId a = graph_fixture_node (graph, KOMA_OP_NEG, "a", NULL, 1, x);
  const KomaValueId b = graph_fixture_node (graph, KOMA_OP_RELU, "b", NULL, 1, a);

  koma_graph_add_output (graph, "first", b);
  koma_graph_add_output (graph, "second", a);
  copy = koma_passes_copy_output (graph, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_get_n_nodes (copy), ==, 1);
  g_assert_cmpuint (koma_graph_get_output (copy, 0), ==, a);
  g_assert_true (koma_shape_equal (&koma_graph_get_value (copy, a)->shape, &one));
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 2);
}

static void
test_error (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) copy = NULL;
  g_autoptr (GError) error = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 3));
  const KomaValueId b = graph_fixture_constant (graph, KOMA_SHAPE (2));

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_ADD, "odd", NULL, 2, x, b));
  copy = koma_passes_copy_output (graph, 0, &error);
  g_assert_null (copy);
  g_assert_nonnull (error);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/copy-output/copy", test_copy);
  g_test_add_func ("/copy-output/error", test_error);
  return g_test_run ();
}
