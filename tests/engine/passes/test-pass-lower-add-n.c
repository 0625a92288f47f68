/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static void
test_inputs (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId two = graph_fixture_node (graph, KOMA_OP_ADD_N, "two", NULL, 2, x, x);
  KomaValueId three = graph_fixture_node (graph, KOMA_OP_ADD_N, "three", NULL, 3, two, x, x);

  koma_graph_add_output (graph, "y", three);
  after = graph_fixture_apply (graph, koma_pass_lower_add_n);
  g_assert_cmpint (koma_graph_get_node (after, 0)->op, ==, KOMA_OP_ADD);
  g_assert_cmpint (koma_graph_get_node (after, 1)->op, ==, KOMA_OP_ADD_N);
}

/* All of it runs on XNNPACK, where that is there, with the activation in it. */
static void
test_xnnpack (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  const KomaSessionOptions options = { .backend = "xnnpack", .n_threads = 1 };
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId              sum = graph_fixture_node (graph, KOMA_OP_ADD_N, "sum", NULL, 2, x, x);

  sum = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, sum);
  koma_graph_add_output (graph, "y", sum);
  if (koma_backends_find_available ("xnnpack", NULL) == NULL) {
    g_test_skip ("no XNNPACK");
    return;
  }
  session = koma_session_new (graph, &options, NULL);
  g_assert_nonnull (session);
  g_assert_cmpuint (koma_session_get_n_steps (session), ==, 1);
  g_assert_cmpstr (koma_session_get_step (session, 0).backend->name, ==, "xnnpack");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-lower-add-n/inputs", test_inputs);
  graph_fixture_add_test ("/pass-lower-add-n/xnnpack", test_xnnpack);
  return g_test_run ();
}
