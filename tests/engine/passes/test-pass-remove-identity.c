/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static void
test_chain (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId a = graph_fixture_node (graph, KOMA_OP_IDENTITY, "a", NULL, 1, x);
  KomaValueId b = graph_fixture_node (graph, KOMA_OP_STOP_GRADIENT, "b", NULL, 1, a);
  KomaValueId c = graph_fixture_node (graph, KOMA_OP_NEG, "c", NULL, 1, b);
  KomaValueId d = graph_fixture_node (graph, KOMA_OP_IDENTITY, "d", NULL, 1, c);

  koma_graph_add_output (graph, "y", d);
  koma_graph_add_output (graph, "again", b);
  after = graph_fixture_apply (graph, koma_pass_remove_identity);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpuint (koma_graph_get_node (after, 0)->inputs[0], ==, x);
  g_assert_cmpuint (koma_graph_get_output (after, 0), ==, c);
  g_assert_cmpuint (koma_graph_get_output (after, 1), ==, x);
}

static void
test_reshapes (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId same = graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 2, -1 });
  KomaValueId other = graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 3, 2 });
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId kept = graph_fixture_node (graph, KOMA_OP_RESHAPE, "same", NULL, 2, x, same);
  KomaValueId squeezed = graph_fixture_node (graph, KOMA_OP_SQUEEZE, "squeeze", NULL, 1, kept);

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_RESHAPE, "other", NULL, 2,
                                             squeezed, other));
  after = graph_fixture_apply (graph, koma_pass_remove_identity);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  g_assert_cmpstr (koma_graph_get_node (after, 0)->name, ==, "other");
  g_assert_cmpuint (koma_graph_get_node (after, 0)->inputs[0], ==, x);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-remove-identity/chain", test_chain);
  g_test_add_func ("/pass-remove-identity/reshapes", test_reshapes);
  return g_test_run ();
}
