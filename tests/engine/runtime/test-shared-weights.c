/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sessions of plain C that have the same large weights: they pack them once, and each computes what
 * it would alone. */
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define SIDE       600 /* of square weights */
#define WIDE_BYTES ((gsize) SIDE * SIDE * 4)
#define N_THREADS  4
#define N_ROUNDS   16
#define BATCH      3

static KomaSession *
open_session (const KomaGraph *graph,
              guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

static GBytes *
run (KomaSession *session)
{
  g_autoptr (GError) error = NULL;

  graph_fixture_fill_input (session);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  return g_bytes_new (koma_session_get_output_data (session, 0),
                      koma_value_get_bytes (koma_session_get_output (session, 0)));
}

static GBytes *
run_alone (const KomaGraph *graph,
           guint            batch)
{
  g_autoptr (KomaSession) session = open_session (graph, batch);

  return run (session);
}

static gsize
get_live_bytes (void)
{
  KomaMemoryInfo info = { 0 };

  koma_memory_get_info (&info);
  return info.size_bytes;
}

/* x · w + bias, w as it is or turned; of any rows. */
static KomaGraph *
make_dense (KomaArray *weights,
            KomaArray *bias, /* (nullable) */
            gboolean   is_turned)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId x = graph_fixture_input (graph, "rows", KOMA_SHAPE (-1, SIDE));
  KomaValueId w = koma_graph_add_constant (graph, "w", weights);

  koma_attrs_set_int (attrs, "transpose_b", is_turned);
  if (bias == NULL)
    x = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "dense", attrs, 2, x, w);
  else
    x = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "dense", attrs, 3, x, w,
                            koma_graph_add_constant (graph, "bias", bias));
  koma_graph_add_output (graph, "y", x);
  return g_steal_pointer (&graph);
}

static KomaArray *
make_array (KomaShape shape,
            guint32   seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  KomaArray *array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gsize i = 0; i < array->count; i++)
    ((float *) array->data)[i] = (float) g_rand_double_range (rand, -1, 1);
  return array;
}

/* The second takes no memory for weights, and outlives the first. */
static void
test_once (void)
{
  g_autoptr (KomaArray) weights = make_array (KOMA_SHAPE (SIDE, SIDE), 1);
  g_autoptr (KomaGraph) graph = make_dense (weights, NULL, FALSE);
  g_autoptr (GBytes) wanted = run_alone (graph, BATCH);
  const gsize  alone_bytes = get_live_bytes ();
  KomaSession *first = open_session (graph, 1);
  const gsize  first_bytes = get_live_bytes ();
  g_autoptr (KomaSession) second = open_session (graph, BATCH);
  g_autoptr (GBytes) found = NULL;

  g_assert_cmpuint (first_bytes - alone_bytes, >=, WIDE_BYTES);
  g_assert_cmpuint (get_live_bytes () - first_bytes, <, WIDE_BYTES / 2);
  koma_session_free (first);
  g_assert_cmpuint (get_live_bytes () - alone_bytes, >=, WIDE_BYTES);
  found = run (second);
  g_assert_true (g_bytes_equal (found, wanted));
}

/* What differs in its bias, or in how it lies in memory, is not the same. */
static void
test_others (void)
{
  g_autoptr (KomaArray) weights = make_array (KOMA_SHAPE (SIDE, SIDE), 1);
  g_autoptr (KomaArray) bias = make_array (KOMA_SHAPE (SIDE), 2);
  g_autoptr (KomaArray) other_bias = make_array (KOMA_SHAPE (SIDE), 3);
  KomaGraph *const graphs[] = {
    make_dense (weights, NULL, FALSE),
    make_dense (weights, NULL, TRUE),
    make_dense (weights, bias, FALSE),
    make_dense (weights, other_bias, FALSE),
    make_dense (weights, bias, TRUE),
  };
  GBytes      *wanted[G_N_ELEMENTS (graphs)];
  KomaSession *sessions[G_N_ELEMENTS (graphs)];

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    wanted[i] = run_alone (graphs[i], 1);
  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    sessions[i] = open_session (graphs[i], 1);
  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++) {
    g_autoptr (GBytes) found = run (sessions[i]);

    g_assert_true (g_bytes_equal (found, wanted[i]));
    koma_session_free (sessions[i]);
    koma_graph_free (graphs[i]);
    g_bytes_unref (wanted[i]);
  }
}

static gpointer
run_on_thread (gpointer graph)
{
  return run_alone (graph, 1);
}

/* Who finds it half packed waits until it is whole. */
static void
test_threads (void)
{
  g_autoptr (KomaArray) weights = make_array (KOMA_SHAPE (SIDE, SIDE), 1);
  g_autoptr (KomaGraph) graph = make_dense (weights, NULL, TRUE);
  g_autoptr (GBytes) wanted = run_alone (graph, 1);

  for (guint round = 0; round < N_ROUNDS; round++) {
    GThread *threads[N_THREADS];

    for (guint i = 0; i < N_THREADS; i++)
      threads[i] = g_thread_new ("shares", run_on_thread, graph);
    for (guint i = 0; i < N_THREADS; i++) {
      g_autoptr (GBytes) found = g_thread_join (threads[i]);

      g_assert_true (g_bytes_equal (found, wanted));
    }
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/shared-weights/once", test_once);
  graph_fixture_add_test ("/shared-weights/others", test_others);
  graph_fixture_add_test ("/shared-weights/threads", test_threads);
  return g_test_run ();
}
