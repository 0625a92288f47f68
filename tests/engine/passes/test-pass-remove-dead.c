/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static void
test_dead (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId a = graph_fixture_node (graph, KOMA_OP_NEG, "a", NULL, 1, x);
  KomaValueId b = graph_fixture_node (graph, KOMA_OP_RELU, "dead", NULL, 1, a);

  graph_fixture_node (graph, KOMA_OP_ADD, "deader", NULL, 2, b, b);
  koma_graph_add_output (graph, "y", a);
  after = graph_fixture_apply (graph, koma_pass_remove_dead);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpuint (koma_graph_get_node (after, 0)->outputs[0], ==, a);
}

/* One of several outputs keeps the node. */
static void
test_split (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));

  koma_attrs_set_int (attrs, "num_split", 3);
  koma_attrs_set_int (attrs, "axis", 1);
  graph_fixture_node (graph, KOMA_OP_SPLIT, "split", attrs, 1, x);
  koma_graph_add_output (graph, "y", koma_graph_get_node (graph, 0)->outputs[2]);
  after = graph_fixture_apply (graph, koma_pass_remove_dead);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
}

static void
test_all (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));

  graph_fixture_node (graph, KOMA_OP_NEG, "a", NULL, 1, x);
  g_assert_true (koma_pass_remove_dead (graph, NULL));
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 0);
  g_assert_true (koma_pass_remove_dead (graph, NULL));
}

/* The memory of a constant goes with the last node that reads it. */
static void
test_constant (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  const KomaValueId kept = graph_fixture_constant (graph, KOMA_SHAPE (3));
  const KomaValueId dead = graph_fixture_constant (graph, KOMA_SHAPE (3));

  graph_fixture_node (graph, KOMA_OP_ADD, "dead", NULL, 2, x, dead);
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_ADD, "kept", NULL, 2, x, kept));
  after = graph_fixture_apply (graph, koma_pass_remove_dead);
  g_assert_nonnull (koma_graph_get_value (after, kept)->constant);
  g_assert_null (koma_graph_get_value (after, dead)->constant);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-remove-dead/dead", test_dead);
  g_test_add_func ("/pass-remove-dead/split", test_split);
  g_test_add_func ("/pass-remove-dead/all", test_all);
  g_test_add_func ("/pass-remove-dead/constant", test_constant);
  return g_test_run ();
}
