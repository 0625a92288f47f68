/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/partition.h"
#include "tests/engine/backend-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Every node once, after those it reads from, in segments of one backend
 * that supports them. */
static void
check_valid (const KomaGraph     *graph,
             const KomaPartition *partition)
{
  guint             n_nodes = koma_graph_get_n_nodes (graph);
  g_autofree guint *producers = koma_graph_find_producers (graph);
  g_autofree guint *place = g_new (guint, n_nodes + 1);

  g_assert_cmpuint (partition->n_nodes, ==, n_nodes);
  g_assert_cmpuint (partition->first[0], ==, 0);
  g_assert_cmpuint (partition->first[partition->n_segments], ==, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    place[i] = G_MAXUINT;
  for (guint step = 0; step < n_nodes; step++) {
    g_assert_cmpuint (place[partition->order[step]], ==, G_MAXUINT);
    place[partition->order[step]] = step;
  }
  for (guint i = 0; i < n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);
    for (guint k = 0; k < node->n_inputs; k++)
      if (producers[node->inputs[k]] != G_MAXUINT)
        g_assert_cmpuint (place[producers[node->inputs[k]]], <, place[i]);
  }
  for (guint s = 0; s < partition->n_segments; s++) {
    g_assert_cmpuint (partition->first[s], <, partition->first[s + 1]);
    if (s > 0)
      g_assert_true (partition->backend_of[s] != partition->backend_of[s - 1]);
    for (guint step = partition->first[s]; step < partition->first[s + 1]; step++) {
      guint node = partition->order[step];
      g_assert_true ((koma_graph_get_node (graph, node)->op == KOMA_OP_NEG) ==
                     (partition->backend_of[s] == &backend_fixture_open));
      g_assert_cmpstr (partition->reason_of[node], ==,
                       partition->backend_of[s] == &backend_fixture_open ? "no Neg here" : NULL);
    }
  }
}

static guint
count_segments (const KomaGraph *graph)
{
  g_autoptr (KomaPartition) partition = koma_partition_new (graph, &backend_fixture_closed,
                                                            &backend_fixture_open);

  check_valid (graph, partition);
  return partition->n_segments;
}

/* A chain of "-", which goes to the fallback, and "+", which does not. */
static guint
count_in_chain (const char *ops)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId last = graph_fixture_input (graph, "x", KOMA_SHAPE (2));

  for (const char *c = ops; *c != '\0'; c++)
    last = graph_fixture_node (graph, *c == '-' ? KOMA_OP_NEG : KOMA_OP_RELU, "n", NULL, 1, last);
  return count_segments (graph);
}

static void
test_chain (void)
{
  g_assert_cmpuint (count_in_chain (""), ==, 0);
  g_assert_cmpuint (count_in_chain ("+"), ==, 1);
  g_assert_cmpuint (count_in_chain ("-"), ==, 1);
  g_assert_cmpuint (count_in_chain ("+++++"), ==, 1);
  g_assert_cmpuint (count_in_chain ("----"), ==, 1);
  g_assert_cmpuint (count_in_chain ("++--+"), ==, 3);
  g_assert_cmpuint (count_in_chain ("-+-+-"), ==, 5);
}

/* What is unsupported on one branch does not cut the other. */
static void
test_branches (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId stem = graph_fixture_node (graph, KOMA_OP_RELU, "stem", NULL, 1, x);
  KomaValueId left = graph_fixture_node (graph, KOMA_OP_NEG, "left", NULL, 1, stem);
  KomaValueId right = graph_fixture_node (graph, KOMA_OP_RELU, "right", NULL, 1, stem);
  KomaValueId other = graph_fixture_node (graph, KOMA_OP_NEG, "other", NULL, 1, right);

  right = graph_fixture_node (graph, KOMA_OP_ABS, "more", NULL, 1, right);
  left = graph_fixture_node (graph, KOMA_OP_ADD, "join", NULL, 2, left, right);
  graph_fixture_node (graph, KOMA_OP_ADD, "last", NULL, 2, left, other);
  g_assert_cmpuint (count_segments (graph), ==, 3);
}

static void
test_random (void)
{
  for (guint round = 0; round < 100; round++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    guint n = g_test_rand_int_range (1, 60);

    graph_fixture_input (graph, "x", KOMA_SHAPE (2));
    for (guint i = 0; i < n; i++)
      if (g_test_rand_bit ())
        graph_fixture_node (graph, KOMA_OP_NEG, "n", NULL, 1, g_test_rand_int_range (0, i + 1));
      else
        graph_fixture_node (graph, KOMA_OP_ADD, "n", NULL, 2, g_test_rand_int_range (0, i + 1),
                            g_test_rand_int_range (0, i + 1));
    count_segments (graph);
  }
}

/* As many segments as a file can ask for; a quadratic way would take seconds. */
static void
test_alternating (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId last = graph_fixture_input (graph, "x", KOMA_SHAPE (2));

  for (guint i = 0; i < KOMA_MAX_NODES; i++)
    last = graph_fixture_node (graph, i % 2 ? KOMA_OP_NEG : KOMA_OP_RELU, "n", NULL, 1, last);
  g_assert_cmpuint (count_segments (graph), ==, KOMA_MAX_NODES);
}

/* A backend that loses NaN gets nothing of a graph with one among its
 * constants, or with infinite weights; a bound may be infinite. */
static guint
count_on_backend (KomaShape shape,
                  float     number,
                  gboolean  loses_nan)
{
  KomaBackendClass backend = backend_fixture_closed;
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaArray) constant = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);
  g_autoptr (KomaPartition) partition = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  guint       n_on_backend = 0;

  backend.loses_nan = loses_nan;
  *(float *) constant->data = number;
  x = graph_fixture_node (graph, KOMA_OP_RELU, "n", NULL, 1, x);
  graph_fixture_node (graph, KOMA_OP_ADD, "n", NULL, 2, x,
                      koma_graph_add_constant (graph, "c", constant));
  partition = koma_partition_new (graph, &backend, &backend_fixture_open);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    n_on_backend += partition->reason_of[i] == NULL;
  if (n_on_backend == 0)
    g_assert_true (g_str_has_prefix (partition->reason_of[0], "constant “c” has "));
  return n_on_backend;
}

static void
test_not_finite (void)
{
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE (2), 1, TRUE), ==, 2);
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE (2), NAN, TRUE), ==, 0);
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE (2), NAN, FALSE), ==, 2);
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE (2), INFINITY, TRUE), ==, 0);
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE_SCALAR, INFINITY, TRUE), ==, 2);
  g_assert_cmpuint (count_on_backend (KOMA_SHAPE_SCALAR, NAN, TRUE), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/partition/chain", test_chain);
  g_test_add_func ("/partition/branches", test_branches);
  g_test_add_func ("/partition/random", test_random);
  g_test_add_func ("/partition/alternating", test_alternating);
  g_test_add_func ("/partition/not-finite", test_not_finite);
  return g_test_run ();
}
