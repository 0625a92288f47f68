/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What single steps take, on each backend. */
#include "engine/runtime/profile.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_RUNS 4
/* So long a step that is little may seem to be much, on a busy machine. */
#define MAX_ROUNDS 50

static void
test_times (void)
{
  static const double times[] = { 5, 1, 9, 2 };
  g_autoptr (KomaProfile) profile = koma_profile_new (2);
  KomaProfileTime time = koma_profile_get (profile, 1);

  g_assert_cmpuint (time.n_runs, ==, 0);
  g_assert_cmpfloat (time.total_ms, ==, 0);
  for (guint i = 0; i < 3; i++)
    koma_profile_add (profile, 1, times[i]);
  time = koma_profile_get (profile, 1);
  g_assert_cmpuint (time.n_runs, ==, 3);
  g_assert_cmpfloat (time.total_ms, ==, 15);
  g_assert_cmpfloat (time.median_ms, ==, 5);
  koma_profile_add (profile, 1, times[3]);
  g_assert_cmpfloat (koma_profile_get (profile, 1).median_ms, ==, 3.5);
  g_assert_cmpuint (koma_profile_get (profile, 0).n_runs, ==, 0);
}

/* One step that is most of the work, even where a sanitizer slows the others
 * down tenfold; between two that are little, and one that no backend but plain
 * C has. */
static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (1, 40, 40, 16));
  KomaValueId two = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 2);
  KomaValueId y = graph_fixture_node (graph, KOMA_OP_ABS, "small", NULL, 1, x);

  y = graph_fixture_conv (graph, "large", y, KOMA_SHAPE (11, 11, 16, 32), "SAME");
  y = graph_fixture_node (graph, KOMA_OP_POW, "odd", NULL, 2, y, two);
  y = graph_fixture_node (graph, KOMA_OP_SQRT, "last", NULL, 1, y);
  koma_graph_add_output (graph, "y", y);
  return g_steal_pointer (&graph);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend)
{
  const KomaSessionOptions options = { .backend = backend, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

static void
expect_nothing (KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    guint n_steps = 0;

    g_assert_cmpuint (koma_session_get_time (session, i, &n_steps).n_runs, ==, 0);
  }
}

/* Every step is in one of the times, and all of them together are no more than
 * the whole. */
static void
check_times (KomaSession *session,
             double       whole_ms)
{
  guint  n_covered = 0;
  double sum_ms = 0;

  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    guint                 n_steps = 0;
    const KomaProfileTime time = koma_session_get_time (session, i, &n_steps);

    g_assert_cmpuint (time.n_runs, ==, n_steps > 0 ? N_RUNS : 0);
    g_assert_cmpfloat (time.median_ms, <=, time.total_ms);
    if (n_steps > 0) {
      g_assert_cmpuint (i, ==, n_covered);
      g_assert_cmpfloat (time.total_ms, >, 0);
    }
    n_covered += n_steps;
    sum_ms += time.total_ms;
  }
  g_assert_cmpuint (n_covered, ==, koma_session_get_n_steps (session));
  g_assert_cmpfloat (sum_ms, <=, whole_ms);
}

static void
check_backend (const KomaGraph        *graph,
               const KomaBackendClass *backend)
{
  g_autoptr (KomaSession) session = open_session (graph, backend->name);
  const gsize      size_bytes = 40 * 40 * 32 * sizeof (float);
  g_autofree void *expected = NULL;
  gint64           begin_us = 0;

  for (guint i = 0; i < 40 * 40 * 16; i++)
    ((float *) koma_session_get_input_data (session, 0))[i] = sinf (i);
  g_assert_true (koma_session_run (session, NULL));
  expected = g_memdup2 (koma_session_get_output_data (session, 0), size_bytes);
  expect_nothing (session);
  koma_session_set_profiling (session, TRUE);
  expect_nothing (session);
  begin_us = g_get_monotonic_time ();
  for (guint i = 0; i < N_RUNS; i++)
    g_assert_true (koma_session_run (session, NULL));
  check_times (session, (g_get_monotonic_time () - begin_us + 1) / 1e3);
  g_assert_cmpmem (koma_session_get_output_data (session, 0), size_bytes, expected, size_bytes);

  koma_session_set_profiling (session, FALSE);
  g_assert_true (koma_session_run (session, NULL));
  expect_nothing (session);
}

static void
test_backends (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (koma_backends_find_available (backend->name, NULL) != NULL)
      check_backend (graph, backend);
  }
}

/* Returns: (transfer none): the name of the step that took longest so far */
static const char *
find_largest (KomaSession *session)
{
  double most_ms = 0;
  guint  largest = 0;

  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    guint                 n_steps = 0;
    const KomaProfileTime time = koma_session_get_time (session, i, &n_steps);

    g_assert_cmpuint (n_steps, ==, 1);
    if (time.median_ms > most_ms) {
      most_ms = time.median_ms;
      largest = i;
    }
  }
  return koma_session_get_step (session, largest).node->name;
}

/* Backends that look into their segments find the step that is the work. */
static void
test_largest (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autoptr (KomaSession) session = NULL;
    const char *largest = NULL;

    if (koma_backends_find_available (backend->name, NULL) == NULL ||
        backend->run_profiled == NULL)
      continue;
    session = open_session (graph, backend->name);
    g_assert_true (koma_session_run (session, NULL));
    koma_session_set_profiling (session, TRUE);
    for (guint k = 0; k < MAX_ROUNDS && g_strcmp0 (largest, "large") != 0; k++) {
      for (guint run = 0; run < N_RUNS; run++)
        g_assert_true (koma_session_run (session, NULL));
      largest = find_largest (session);
    }
    g_assert_cmpstr (largest, ==, "large");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/profile/times", test_times);
  graph_fixture_add_test ("/profile/backends", test_backends);
  graph_fixture_add_test ("/profile/largest", test_largest);
  return g_test_run ();
}
