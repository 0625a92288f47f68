/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/runtime/memory.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static void
expect_order (const KomaGraph *graph,
              const char      *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            koma_graph_get_node (graph, i)->name);
  g_assert_cmpstr (names->str, ==, expected);
}

/* Nodes "a" to "d" in a chain; all of them read something. */
static KomaGraph *
make_chain (const char *names)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId last = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));

  for (const char *c = names; *c != '\0'; c++) {
    const char name[] = { *c, '\0' };
    last = graph_fixture_node (graph, KOMA_OP_RELU, name, NULL, 1, last);
  }
  koma_graph_add_output (graph, "y", last);
  return g_steal_pointer (&graph);
}

static void
test_sort_stable (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abcd");
  const guint order[] = { 3, 1, 0, 2 };

  g_assert_true (koma_graph_sort (graph, NULL));
  expect_order (graph, "a b c d");
  koma_graph_reorder_nodes (graph, order);
  expect_order (graph, "d b a c");
  g_assert_true (koma_graph_sort (graph, NULL));
  expect_order (graph, "a b c d");
}

/* Nodes that do not depend on each other keep their order. */
static void
test_sort_keeps_order (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId z = graph_fixture_node (graph, KOMA_OP_RELU, "z", NULL, 1, x);
  KomaValueId m = graph_fixture_node (graph, KOMA_OP_RELU, "m", NULL, 1, x);

  graph_fixture_node (graph, KOMA_OP_RELU, "k", NULL, 1, x);
  graph_fixture_node (graph, KOMA_OP_ADD, "b", NULL, 2, m, z);
  graph_fixture_node (graph, KOMA_OP_RELU, "a", NULL, 1, x);
  g_assert_true (koma_graph_sort (graph, NULL));
  expect_order (graph, "z m k b a");
}

static void
test_cycle (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abcd");
  g_autoptr (GError) error = NULL;

  koma_graph_get_node (graph, 1)->inputs[0] = koma_graph_get_node (graph, 3)->outputs[0];
  g_assert_false (koma_graph_sort (graph, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==,
                   "The graph has a cycle: “b” ← “d” ← “c” ← “b”");
}

static void
test_self_loop (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("a");
  g_autoptr (GError) error = NULL;

  koma_graph_get_node (graph, 0)->inputs[0] = koma_graph_get_node (graph, 0)->outputs[0];
  g_assert_false (koma_graph_sort (graph, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "The graph has a cycle: “a” ← “a”");
}

static void
test_long_cycle (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abcdefghijklmnopqrstuvwxyz");
  g_autoptr (GError) error = NULL;

  koma_graph_get_node (graph, 0)->inputs[0] = koma_graph_get_node (graph, 25)->outputs[0];
  g_assert_false (koma_graph_sort (graph, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "… ← “a”"));
}

/* As deep as a file may be, last node first: recursion would end here. */
static void
test_deep (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId       last = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  g_autofree guint *order = g_new (guint, KOMA_MAX_NODES);

  for (guint i = 0; i < KOMA_MAX_NODES; i++) {
    last = graph_fixture_node (graph, KOMA_OP_RELU, "n", NULL, 1, last);
    order[i] = KOMA_MAX_NODES - 1 - i;
  }
  koma_graph_reorder_nodes (graph, order);
  g_assert_true (koma_graph_sort (graph, NULL));
  g_assert_true (koma_graph_get_node (graph, KOMA_MAX_NODES - 1)->outputs[0] == last);
  for (guint i = 1; i < KOMA_MAX_NODES; i++)
    g_assert_cmpuint (koma_graph_get_node (graph, i)->inputs[0], ==,
                      koma_graph_get_node (graph, i - 1)->outputs[0]);
}

static void
test_copy (void)
{
  KomaGraph  *graph = make_chain ("ab");
  KomaValueId constant = graph_fixture_constant (graph, KOMA_SHAPE (5));
  g_autoptr (KomaGraph) copy = koma_graph_copy (graph);

  g_assert_true (koma_graph_get_value (graph, constant)->constant ==
                 koma_graph_get_value (copy, constant)->constant);
  koma_graph_get_node (graph, 1)->inputs[0] = constant;
  koma_attrs_set_int (koma_graph_get_node (graph, 0)->attrs, "axis", 3);
  koma_graph_set_output (graph, 0, constant);
  koma_graph_clear_outputs (graph);
  koma_graph_free (graph);
  expect_order (copy, "a b");
  g_assert_false (koma_attrs_has (koma_graph_get_node (copy, 0)->attrs, "axis"));
  g_assert_cmpuint (koma_graph_get_node (copy, 1)->inputs[0], ==,
                    koma_graph_get_node (copy, 0)->outputs[0]);
  g_assert_cmpuint (koma_graph_get_output (copy, 0), ==,
                    koma_graph_get_node (copy, 1)->outputs[0]);
  g_assert_cmpstr (koma_graph_get_output_name (copy, 0), ==, "y");
  g_assert_cmpuint (koma_graph_get_n_inputs (copy), ==, 1);
}

static void
test_uses (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abc");
  g_autofree guint *uses = NULL;
  g_autofree guint *producers = koma_graph_find_producers (graph);
  KomaValueId       x = koma_graph_get_input (graph, 0);
  KomaValueId       a = koma_graph_get_node (graph, 0)->outputs[0];
  KomaValueId       c = koma_graph_get_node (graph, 2)->outputs[0];

  koma_graph_add_output (graph, "a", a);
  uses = koma_graph_count_uses (graph);
  g_assert_cmpuint (uses[x], ==, 1);
  g_assert_cmpuint (uses[a], ==, 2);
  g_assert_cmpuint (uses[c], ==, 1);
  g_assert_cmpuint (producers[x], ==, G_MAXUINT);
  g_assert_cmpuint (producers[a], ==, 0);
  g_assert_cmpuint (producers[c], ==, 2);
}

static void
test_replace_uses (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abc");
  KomaValueId to[4] = { 0, 1, 2, 3 };
  KomaValueId x = koma_graph_get_input (graph, 0);
  KomaValueId a = koma_graph_get_node (graph, 0)->outputs[0];
  KomaValueId c = koma_graph_get_node (graph, 2)->outputs[0];

  to[a] = x;
  to[c] = a; /* itself replaced by x, which is not followed */
  koma_graph_replace_uses (graph, to);
  g_assert_cmpuint (koma_graph_get_node (graph, 1)->inputs[0], ==, x);
  g_assert_cmpuint (koma_graph_get_output (graph, 0), ==, a);
}

static void
test_remove_nodes (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("abcd");
  const gboolean some[] = { TRUE, FALSE, TRUE, FALSE };
  const gboolean all[] = { TRUE, TRUE };

  koma_graph_remove_nodes (graph, some);
  expect_order (graph, "b d");
  g_assert_cmpuint (koma_graph_get_n_values (graph), ==, 5);
  koma_graph_remove_nodes (graph, all);
  expect_order (graph, "");
}

/* Nothing of the attributes is left behind either: valgrind and the leak
 * sanitizer look at this one. */
static void
test_arity (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId inputs[] = { x, x, x };
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaNode   *node = NULL;

  g_assert_null (koma_graph_add_node (graph, KOMA_OP_ADD, "sum", inputs, 3, attrs, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "AddV2 “sum” has 3 inputs, expected 2 to 2");
  g_clear_error (&error);
  g_assert_null (koma_graph_add_node (graph, KOMA_OP_SPLIT, "split", inputs, 1, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpuint (koma_graph_get_n_values (graph), ==, 1);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "num_split", 3);
  node = koma_graph_add_node (graph, KOMA_OP_SPLIT, "split", inputs, 1, attrs, NULL);
  g_assert_cmpuint (node->n_outputs, ==, 3);
  g_assert_cmpstr (koma_node_output (graph, node, 0)->name, ==, "split");
  g_assert_cmpstr (koma_node_output (graph, node, 2)->name, ==, "split:2");
}

static void
test_set_constant (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaArray) other = koma_array_new_scalar (KOMA_DTYPE_INT32, 7, NULL);
  KomaValueId id = graph_fixture_constant (graph, KOMA_SHAPE (5));

  koma_graph_set_constant (graph, id, other);
  koma_graph_set_constant (graph, id, other);
  g_assert_true (koma_graph_get_value (graph, id)->constant == other);
  g_assert_cmpint (koma_graph_get_value (graph, id)->dtype, ==, KOMA_DTYPE_INT32);
  g_assert_cmpuint (koma_graph_get_value (graph, id)->shape.rank, ==, 0);
}

static void
test_constant_input (void)
{
  g_autoptr (KomaGraph) graph = make_chain ("a");
  g_autoptr (GError) error = NULL;
  const KomaNode *node = koma_graph_get_node (graph, 0);

  g_assert_null (koma_node_constant_input (graph, node, 0, "axis", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "its axis, “x”"));
  g_clear_error (&error);
  g_assert_null (koma_node_constant_input (graph, node, 1, "axis", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/sort-stable", test_sort_stable);
  g_test_add_func ("/graph/sort-keeps-order", test_sort_keeps_order);
  g_test_add_func ("/graph/cycle", test_cycle);
  g_test_add_func ("/graph/self-loop", test_self_loop);
  g_test_add_func ("/graph/long-cycle", test_long_cycle);
  g_test_add_func ("/graph/deep", test_deep);
  g_test_add_func ("/graph/copy", test_copy);
  g_test_add_func ("/graph/uses", test_uses);
  g_test_add_func ("/graph/replace-uses", test_replace_uses);
  g_test_add_func ("/graph/remove-nodes", test_remove_nodes);
  g_test_add_func ("/graph/arity", test_arity);
  g_test_add_func ("/graph/set-constant", test_set_constant);
  g_test_add_func ("/graph/constant-input", test_constant_input);
  status = g_test_run ();
  graph_fixture_assert_no_memory ();
  return status;
}
