/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A brief session, whose large weights are packed in its first run, against a usual one: the same
 * numbers in each run, to the bit, and less memory before the second. */
#include <string.h>

#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_RUNS      3
#define MOST_BYTES  ((gsize) 256 * 1024)    /* of what is not weights */
#define WIDE_BYTES  ((gsize) 512 * 700 * 4) /* of each of two matrices */
#define LARGE_BYTES ((gsize) 1024 * 1024)   /* weights from that size on are packed late */
#define BATCH       3

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              guint            batch,
              gboolean         is_brief)
{
  const KomaSessionOptions options = {
    .backend = backend, .batch = batch, .n_threads = 2, .is_brief = is_brief
  };
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

static gsize
get_live_bytes (void)
{
  KomaMemoryInfo info = { 0 };

  koma_memory_get_info (&info);
  return info.size_bytes;
}

static KomaValueId
add_dense (KomaGraph  *graph,
           KomaValueId x,
           gint64      k,
           gint64      n,
           gboolean    has_bias)
{
  KomaValueId weights = graph_fixture_constant (graph, KOMA_SHAPE (k, n));

  if (!has_bias)
    return graph_fixture_node (graph, KOMA_OP_MAT_MUL, "dense", NULL, 2, x, weights);
  return graph_fixture_node (graph, KOMA_OP_MAT_MUL, "dense", NULL, 3, x, weights,
                             graph_fixture_constant (graph, KOMA_SHAPE (n)));
}

/* Two large matrices and a small one. */
static KomaGraph *
make_dense_layers (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "rows", KOMA_SHAPE (-1, 5, 512));

  x = add_dense (graph, x, 512, 700, TRUE);
  x = add_dense (graph, x, 700, 512, FALSE);
  koma_graph_add_output (graph, "y", add_dense (graph, x, 512, 10, TRUE));
  return g_steal_pointer (&graph);
}

/* Filters of 1×1 and of 3×3, and two of 1×1 with a depthwise one between, which are a block. */
static KomaGraph *
make_convolutions (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 24, 24, 32));

  x = graph_fixture_conv (graph, "3×3", x, KOMA_SHAPE (3, 3, 32, 1024), "SAME");
  x = graph_fixture_conv (graph, "1×1", x, KOMA_SHAPE (1, 1, 1024, 512), "SAME");
  x = graph_fixture_conv (graph, "expand", x, KOMA_SHAPE (1, 1, 512, 1024), "SAME");
  x = graph_fixture_depthwise (graph, "depthwise", x, 1, KOMA_SHAPE (3, 3, 1024, 1));
  x = graph_fixture_conv (graph, "project", x, KOMA_SHAPE (1, 1, 1024, 512), "SAME");
  koma_graph_add_output (graph, "y", graph_fixture_node (graph, KOMA_OP_NEG, "end", NULL, 1, x));
  return g_steal_pointer (&graph);
}

static void
compare_runs (const KomaGraph *graph)
{
  g_autoptr (KomaSession) usual = open_session (graph, "cpu", 1, FALSE);
  g_autoptr (KomaSession) brief = open_session (graph, "cpu", 1, TRUE);
  g_autoptr (GBytes) wanted = run (usual);

  for (guint i = 0; i < N_RUNS; i++) {
    g_autoptr (GBytes) found = run (brief);

    g_assert_true (g_bytes_equal (found, wanted));
  }
}

static void
test_dense (void)
{
  g_autoptr (KomaGraph) graph = make_dense_layers ();

  compare_runs (graph);
}

static void
test_convolutions (void)
{
  g_autoptr (KomaGraph) graph = make_convolutions ();

  compare_runs (graph);
}

/* Room for one of the matrices, and in the second run for both. */
static void
test_memory (void)
{
  g_autoptr (KomaGraph) graph = make_dense_layers ();
  const gsize before_bytes = get_live_bytes ();
  g_autoptr (KomaSession) session = open_session (graph, "cpu", 1, TRUE);

  for (guint i = 0; i < N_RUNS; i++) {
    const gsize n_kept = i < 2 ? 1 : 2;
    g_autoptr (GBytes) output = NULL;

    g_assert_cmpuint (get_live_bytes () - before_bytes, >=, n_kept * WIDE_BYTES);
    g_assert_cmpuint (get_live_bytes () - before_bytes, <=, n_kept * WIDE_BYTES + MOST_BYTES);
    output = run (session);
  }
}

/* Where a second run can not keep anything, or not all, it computes as the first did. */
static void
test_no_memory (void)
{
  g_autoptr (KomaGraph) graph = make_dense_layers ();
  g_autoptr (KomaSession) session = open_session (graph, "cpu", 1, TRUE);
  g_autoptr (GBytes) wanted = run (session);

  for (guint i = 0; i < N_RUNS; i++) {
    g_autoptr (GBytes) found = NULL;

    if (i == 0)
      koma_memory_fail_after (1);
    found = run (session);
    g_assert_true (g_bytes_equal (found, wanted));
  }
  koma_memory_fail_after (0);
}

/* Sessions share the graph's weights: whoever comes later computes what it would have alone. */
static void
compare_later (const KomaGraph *graph,
               const char      *backend,
               guint            batch)
{
  g_autoptr (KomaSession) alone = open_session (graph, backend, batch, FALSE);
  g_autoptr (GBytes) wanted = run (alone);
  g_autoptr (KomaSession) first = open_session (graph, "cpu", 1, TRUE);

  for (guint i = 0; i < N_RUNS; i++) {
    g_autoptr (GBytes) other G_GNUC_UNUSED = run (first);
    g_autoptr (KomaSession) later = open_session (graph, backend, batch, i == 1);
    g_autoptr (GBytes) found = run (later);

    g_assert_true (g_bytes_equal (found, wanted));
  }
}

static void
test_later_sessions (void)
{
  g_autoptr (KomaGraph) graph = make_dense_layers ();
  char *device = NULL;

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    if (!koma_backends_get (i)->probe (&device, NULL))
      continue;
    g_clear_pointer (&device, g_free);
    compare_later (graph, koma_backends_get (i)->name, 1);
    compare_later (graph, koma_backends_get (i)->name, BATCH);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpuint (WIDE_BYTES, >=, LARGE_BYTES);
  graph_fixture_add_test ("/brief-session/dense", test_dense);
  graph_fixture_add_test ("/brief-session/convolutions", test_convolutions);
  graph_fixture_add_test ("/brief-session/memory", test_memory);
  graph_fixture_add_test ("/brief-session/no-memory", test_no_memory);
  graph_fixture_add_test ("/brief-session/later-sessions", test_later_sessions);
  return g_test_run ();
}
