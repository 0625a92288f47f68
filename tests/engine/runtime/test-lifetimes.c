/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/lifetimes.h"
#include "tests/engine/backend-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static void
expect (const KomaLifetime *lifetimes,
        KomaValueId         value,
        guint               first,
        guint               last)
{
  g_assert_true (lifetimes[value].is_needed);
  g_assert_cmpuint (lifetimes[value].first, ==, first);
  g_assert_cmpuint (lifetimes[value].last, ==, last);
}

/* A backend that wants every buffer: from the step that writes to the last
 * that reads. */
static void
test_open (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaPartition) partition = NULL;
  g_autofree KomaLifetime *lifetimes = NULL;
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId              constant = graph_fixture_constant (graph, KOMA_SHAPE (2));
  KomaValueId              a = graph_fixture_node (graph, KOMA_OP_ADD, "a", NULL, 2, x, constant);
  KomaValueId              b = graph_fixture_node (graph, KOMA_OP_RELU, "b", NULL, 1, a);
  KomaValueId              unread = graph_fixture_node (graph, KOMA_OP_RELU, "u", NULL, 1, b);
  KomaValueId              c = graph_fixture_node (graph, KOMA_OP_ADD, "c", NULL, 2, a, b);

  koma_graph_add_output (graph, "y", c);
  koma_graph_add_output (graph, "constant", constant);
  partition = koma_partition_new (graph, &backend_fixture_open, &backend_fixture_open);
  lifetimes = koma_lifetimes_find (graph, partition, 1);
  expect (lifetimes, x, 0, 4);
  expect (lifetimes, a, 0, 3);
  expect (lifetimes, b, 1, 3);
  expect (lifetimes, unread, 2, 2);
  expect (lifetimes, c, 0, 4);
  g_assert_false (lifetimes[constant].is_needed);
}

/* closed: a b │ open: n │ closed: c d. Values inside a closed segment need
 * nothing; those at its border live as long as it runs. */
static void
test_closed (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaPartition) partition = NULL;
  g_autofree KomaLifetime *lifetimes = NULL;
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId              a = graph_fixture_node (graph, KOMA_OP_RELU, "a", NULL, 1, x);
  KomaValueId              b = graph_fixture_node (graph, KOMA_OP_RELU, "b", NULL, 1, a);
  KomaValueId              n = graph_fixture_node (graph, KOMA_OP_NEG, "n", NULL, 1, b);
  KomaValueId              c = graph_fixture_node (graph, KOMA_OP_RELU, "c", NULL, 1, n);
  KomaValueId              d = graph_fixture_node (graph, KOMA_OP_RELU, "d", NULL, 1, c);

  koma_graph_add_output (graph, "y", d);
  partition = koma_partition_new (graph, &backend_fixture_closed, &backend_fixture_open);
  g_assert_cmpuint (partition->n_segments, ==, 3);
  lifetimes = koma_lifetimes_find (graph, partition, 1);
  expect (lifetimes, x, 0, 5);
  g_assert_false (lifetimes[a].is_needed);
  expect (lifetimes, b, 0, 2);
  expect (lifetimes, n, 2, 4);
  g_assert_false (lifetimes[c].is_needed);
  expect (lifetimes, d, 0, 5);
}

/* Read within its own closed segment and by another one as well. */
static void
test_read_twice (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaPartition) partition = NULL;
  g_autofree KomaLifetime *lifetimes = NULL;
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId              a = graph_fixture_node (graph, KOMA_OP_RELU, "a", NULL, 1, x);
  KomaValueId              b = graph_fixture_node (graph, KOMA_OP_RELU, "b", NULL, 1, a);
  KomaValueId              n = graph_fixture_node (graph, KOMA_OP_NEG, "n", NULL, 1, a);

  koma_graph_add_output (graph, "y", graph_fixture_node (graph, KOMA_OP_ADD, "c", NULL, 2, n, b));
  partition = koma_partition_new (graph, &backend_fixture_closed, &backend_fixture_open);
  lifetimes = koma_lifetimes_find (graph, partition, 1);
  expect (lifetimes, a, 0, 2);
  expect (lifetimes, b, 0, 3);
  expect (lifetimes, n, 2, 3);
}

static guint
count_two (const KomaSegmentSpec *rest)
{
  const KomaNode *node = koma_graph_get_node (rest->graph, rest->nodes[0]);

  return node->op == KOMA_OP_RELU && rest->n_threads == 3 ? 2 : 1;
}

/* n │ a b │ c: a and b are computed together, so that x lives until both are, and a needs nothing.
 */
static void
test_together (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaPartition) partition = NULL;
  KomaBackendClass         backend = backend_fixture_open;
  g_autofree KomaLifetime *lifetimes = NULL;
  g_autofree KomaLifetime *apart = NULL;
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId              n = graph_fixture_node (graph, KOMA_OP_NEG, "n", NULL, 1, x);
  KomaValueId              a = graph_fixture_node (graph, KOMA_OP_RELU, "a", NULL, 1, n);
  KomaValueId              b = graph_fixture_node (graph, KOMA_OP_RELU, "b", NULL, 1, a);

  koma_graph_add_output (graph, "y", graph_fixture_node (graph, KOMA_OP_NEG, "c", NULL, 1, b));
  backend.count_together = count_two;
  partition = koma_partition_new (graph, &backend, &backend);
  lifetimes = koma_lifetimes_find (graph, partition, 3);
  expect (lifetimes, n, 0, 2);
  g_assert_false (lifetimes[a].is_needed);
  expect (lifetimes, b, 1, 3);
  apart = koma_lifetimes_find (graph, partition, 1);
  expect (apart, a, 1, 2);
}

/* x → r → a → s → t → y: t lies where a does, since s has another shape of it, and t of s. r is one
 * of x, and y of t, but both of those are the caller's. */
static void
test_shapes (void)
{
  static const gint32 dims[] = { 1, 2 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaPartition) partition = NULL;
  g_autofree KomaLifetime *lifetimes = NULL;
  KomaValueId              shape = graph_fixture_ints (graph, KOMA_SHAPE (2), dims);
  KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId              r = graph_fixture_node (graph, KOMA_OP_RESHAPE, "r", NULL, 2, x, shape);
  KomaValueId              a = graph_fixture_node (graph, KOMA_OP_NEG, "a", NULL, 1, r);
  KomaValueId              s = graph_fixture_node (graph, KOMA_OP_RESHAPE, "s", NULL, 2, a, shape);
  KomaValueId              t = graph_fixture_node (graph, KOMA_OP_IDENTITY, "t", NULL, 1, s);
  KomaValueId              b = graph_fixture_node (graph, KOMA_OP_NEG, "b", NULL, 1, a);
  KomaValueId              y = graph_fixture_node (graph, KOMA_OP_IDENTITY, "y", NULL, 1, t);

  koma_graph_add_output (graph, "y", y);
  koma_graph_add_output (graph, "b", b);
  partition = koma_partition_new (graph, &backend_fixture_open, &backend_fixture_open);
  lifetimes = koma_lifetimes_find (graph, partition, 1);
  expect (lifetimes, x, 0, 6);
  expect (lifetimes, r, 0, 1);
  expect (lifetimes, a, 1, 5);
  g_assert_false (lifetimes[s].is_needed);
  g_assert_false (lifetimes[t].is_needed);
  g_assert_cmpuint (lifetimes[s].memory_of, ==, a);
  g_assert_cmpuint (lifetimes[t].memory_of, ==, a);
  g_assert_cmpuint (lifetimes[r].memory_of, ==, r);
  expect (lifetimes, y, 0, 6);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lifetimes/open", test_open);
  g_test_add_func ("/lifetimes/closed", test_closed);
  g_test_add_func ("/lifetimes/read-twice", test_read_twice);
  g_test_add_func ("/lifetimes/together", test_together);
  g_test_add_func ("/lifetimes/shapes", test_shapes);
  return g_test_run ();
}
