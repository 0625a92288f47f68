/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Building programs before they are used: told one by one, stopped between
 * two, on the driver's threads and without. */
#include <gio/gio.h>
#include <string.h>

#include "engine/backends/gles/counts.h"
#include "engine/backends/gles/device.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "gles-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaGraph *
make_graph (void)
{
  static const KomaOp ops[] = { KOMA_OP_ABS, KOMA_OP_EXP, KOMA_OP_SQRT, KOMA_OP_TANH };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId y = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 64));

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    y = graph_fixture_node (graph, ops[i], koma_op_get_name (ops[i]), NULL, 1, y);
  koma_graph_add_output (graph, "y", y);
  return g_steal_pointer (&graph);
}

typedef struct
{
  guint n_calls;
  guint stop_at; /* 0: never */
} Told;

static gboolean
told_cb (double   fraction,
         gpointer user_data)
{
  Told *told = user_data;

  return ++told->n_calls != told->stop_at;
}

static KomaSession *
open_session (Told    *told,
              GError **error)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  const KomaProgress       progress = { told_cb, told };
  const KomaSessionOptions options = { .backend = "gles", .n_threads = 1, .progress = &progress };

  return koma_session_new (graph, &options, error);
}

static guint
count_programs (void)
{
  KomaGlesCounts counts;

  koma_gles_get_counts (&counts);
  return counts.n_programs;
}

/* How far one got that was stopped, and how often it was told. */
typedef struct
{
  Told     told;
  guint    n_programs;
  gboolean is_whole;
} Trial;

static gpointer
try_in_thread (gpointer data)
{
  Trial *benchmark = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = open_session (&benchmark->told, &error);

  benchmark->is_whole = session != NULL;
  benchmark->n_programs = count_programs ();
  if (benchmark->is_whole)
    return NULL;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* What was left goes on. */
  session = open_session (&(Told){ 0 }, NULL);
  g_assert_nonnull (session);
  ((float *) koma_session_get_input_data (session, 0))[0] = -1;
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpfloat_with_epsilon (((const float *) koma_session_get_output_data (session, 0))[0],
                                  tanh (sqrt (exp (1))), 1e-5);
  return NULL;
}

/* A thread has a device of its own, without programs. */
static Trial
stop_at (guint n_calls)
{
  Trial benchmark = { .told.stop_at = n_calls };

  g_thread_join (g_thread_new ("fresh", try_in_thread, &benchmark));
  return benchmark;
}

static void
check_stops (void)
{
  const guint n_before = count_programs ();
  const Trial whole = stop_at (0);
  guint       n_last = 0;
  gboolean    is_between = FALSE;

  g_assert_true (whole.is_whole);
  for (guint i = 1;; i++) {
    const Trial benchmark = stop_at (i);

    /* How often a driver is asked differs from time to time. */
    g_assert_true (benchmark.is_whole == (benchmark.told.n_calls < i));
    if (benchmark.is_whole)
      break;
    g_assert_cmpuint (benchmark.told.n_calls, ==, i);
    g_assert_cmpuint (benchmark.n_programs, >=, n_last);
    g_assert_cmpuint (benchmark.n_programs, <=, whole.n_programs);
    n_last = benchmark.n_programs;
    is_between |= n_last > n_before && n_last < whole.n_programs;
  }
  g_assert_true (is_between);
  g_assert_cmpuint (count_programs (), ==, n_before);
}

static void
test_one_after_the_other (void)
{
  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_PARALLEL_COMPILE, 0, NULL));
  check_stops ();
  koma_flags_reset (KOMA_FLAG_GLES_PARALLEL_COMPILE);
}

static void
test_in_parallel (void)
{
  check_stops ();
}

static void
test_second_tier (void)
{
  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, 2, NULL));
  check_stops ();
  koma_flags_reset (KOMA_FLAG_GLES_TIER);
}

/* Wherever memory ends: an error that says how much was wanted, nothing left
 * behind, and the next session is made as if nothing had been. */
static guint
fail_everywhere (void)
{
  guint n_failed = 0;

  for (;; n_failed++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaSession) session = NULL;
    KomaGlesCounts before;
    KomaGlesCounts after;

    koma_gles_get_counts (&before);
    koma_gles_fail_memory_after (n_failed + 1);
    session = open_session (&(Told){ 0 }, &error);
    koma_gles_fail_memory_after (0);
    if (session != NULL)
      break;
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
    g_assert_true (g_regex_match_simple (" wanted [0-9.]+ MiB$", error->message, 0, 0));
    koma_gles_get_counts (&after);
    g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  }
  return n_failed;
}

static void
test_out_of_memory (void)
{
  /* Weights, tensors, results, parameters, and what fills them. */
  g_assert_cmpuint (fail_everywhere (), >=, 5);
}

static void
test_out_of_memory_second_tier (void)
{
  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, 2, NULL));
  /* Textures, at least for what goes in and what comes out. */
  g_assert_cmpuint (fail_everywhere (), >=, 2);
  koma_flags_reset (KOMA_FLAG_GLES_TIER);
}

/* The driver's own word: no machine has that much. */
static void
test_too_much (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  KomaGlesCounts before;
  KomaGlesCounts after;

  koma_gles_get_counts (&before);
  g_assert_cmpuint (koma_gles_device_create_buffer (device, "the test", (gsize) 1 << 46,
                                                    GL_STATIC_DRAW, &error),
                    ==, 0);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "the test wanted 67108864.0 MiB"));
  koma_gles_get_counts (&after);
  g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
}

/* A run that had to be built again is right, and not timed; those behind it
 * are. */
static void
test_profile_lost (void)
{
  g_autoptr (KomaSession) session = open_session (&(Told){ 0 }, NULL);
  guint n_steps = 0;

  ((float *) koma_session_get_input_data (session, 0))[0] = -1;
  koma_session_set_profiling (session, TRUE);
  g_assert_true (koma_session_run (session, NULL));
  koma_gles_lose_after (1, 1);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpfloat_with_epsilon (((const float *) koma_session_get_output_data (session, 0))[0],
                                  tanh (sqrt (exp (1))), 1e-5);
  g_assert_cmpuint (koma_session_get_time (session, 0, &n_steps).n_runs, ==, 1);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpuint (koma_session_get_time (session, 0, &n_steps).n_runs, ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  gles_fixture_add ("/gles-start/one-after-the-other", test_one_after_the_other);
  gles_fixture_add ("/gles-start/in-parallel", test_in_parallel);
  gles_fixture_add ("/gles-start/second-tier", test_second_tier);
  gles_fixture_add ("/gles-start/out-of-memory", test_out_of_memory);
  gles_fixture_add ("/gles-start/out-of-memory-second-tier", test_out_of_memory_second_tier);
  gles_fixture_add ("/gles-start/too-much", test_too_much);
  gles_fixture_add ("/gles-start/profile-lost", test_profile_lost);
  return g_test_run ();
}
