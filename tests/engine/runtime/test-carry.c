/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs that are inputs of the next run, and inputs in memory of others. */
#include "engine/graph/builder.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N 4

/* s · 1/2 + x, which becomes s; its last node does not read s. With @is_late, an Exp behind it
 * does. */
static KomaGraph *
make_graph (gboolean is_late)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (N));
  const KomaValueId s = graph_fixture_input (graph, "s", KOMA_SHAPE (N));
  KomaBuilder       builder;
  KomaValueId       y = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "carry");
  y = koma_builder_with_number (&builder, KOMA_OP_MUL, s, 0.5);
  koma_graph_add_output (graph, "s", koma_builder_binary (&builder, KOMA_OP_ADD, y, x));
  if (is_late)
    koma_graph_add_output (graph, "old", koma_builder_unary (&builder, KOMA_OP_EXP, s));
  g_assert_true (koma_builder_finish (&builder, NULL));
  return g_steal_pointer (&graph);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              gpointer const  *memory)
{
  g_autoptr (GError) error = NULL;
  const KomaCarry carry = { 0, 1 };
  KomaSession    *session = koma_session_new (graph,
                                              &(KomaSessionOptions){
                                                .backend = backend,
                                                .n_threads = 1,
                                                .input_memory = memory,
                                                .carries = &carry,
                                                .n_carries = 1,
                                           },
                                              &error);

  g_assert_no_error (error);
  return session;
}

static void
fill (float *values,
      float  value)
{
  for (guint i = 0; i < N; i++)
    values[i] = value;
}

/* On each backend; s is 0, then 1, 1.5, 1.75. */
static void
test_values (gconstpointer data)
{
  const KomaBackendClass *backend = data;
  g_autofree char        *device = NULL;
  g_autoptr (GError) reason = NULL;

  if (!backend->probe (&device, &reason)) {
    g_test_skip (reason->message);
    return;
  }
  for (guint is_late = 0; is_late < 2; is_late++) {
    g_autoptr (KomaGraph) graph = make_graph (is_late);
    g_autoptr (KomaSession) session = open_session (graph, backend->name, NULL);
    const float *s = koma_session_get_input_data (session, 1);
    float        expected = 0;

    fill (koma_session_get_input_data (session, 0), 1);
    for (guint run = 0; run < 3; run++) {
      const float old = expected;

      g_assert_true (koma_session_run (session, NULL));
      expected = expected / 2 + 1;
      for (guint i = 0; i < N; i++) {
        g_assert_cmpfloat_with_epsilon (s[i], expected, 1e-6);
        if (is_late)
          g_assert_cmpfloat_with_epsilon (
            ((const float *) koma_session_get_output_data (session, 1))[i], exp (old), 1e-5);
      }
    }
  }
}

static void
test_in_place (void)
{
  g_autoptr (KomaGraph) early = make_graph (FALSE);
  g_autoptr (KomaGraph) late = make_graph (TRUE);
  g_autoptr (KomaSession) in_place = open_session (early, "cpu", NULL);
  g_autoptr (KomaSession) copied = open_session (late, "cpu", NULL);

  g_assert_true (koma_session_get_output_data (in_place, 0) ==
                 koma_session_get_input_data (in_place, 1));
  g_assert_true (koma_session_get_output_data (copied, 0) !=
                 koma_session_get_input_data (copied, 1));
}

/* A session goes on with what another one left. */
static void
test_shared (void)
{
  g_autoptr (KomaGraph) graph = make_graph (FALSE);
  float   *s = koma_memory_alloc (N * sizeof *s, NULL);
  gpointer memory[] = { NULL, s };
  g_autoptr (KomaSession) a = open_session (graph, "cpu", memory);
  g_autoptr (KomaSession) b = open_session (graph, "cpu", memory);

  g_assert_true (koma_session_get_input_data (a, 1) == s);
  fill (s, 2);
  fill (koma_session_get_input_data (a, 0), 1);
  fill (koma_session_get_input_data (b, 0), 10);
  g_assert_true (koma_session_run (a, NULL));
  g_assert_true (koma_session_run (b, NULL));
  g_assert_cmpfloat (s[N - 1], ==, 11);
  g_clear_pointer (&a, koma_session_free);
  g_clear_pointer (&b, koma_session_free);
  koma_memory_free (s);
}

static void
check_refused (const KomaGraph *graph,
               KomaCarry        carry,
               const char      *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_session_new (graph,
                                   &(KomaSessionOptions){ .carries = &carry, .n_carries = 1 },
                                   &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_bad (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_SHAPE, "shape", NULL, 1, x));
  check_refused (graph, (KomaCarry){ 0, 0 },
                 "Output “y” is int32 [2], but input “x”, which it becomes, is float32 [2,3]");
  check_refused (graph, (KomaCarry){ 1, 0 },
                 "Output 1 can not be carried to input 0: there are 1 and 1");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autofree char        *path = g_strconcat ("/carry/values/", backend->name, NULL);

    g_test_add_data_func (path, backend, test_values);
  }
  graph_fixture_add_test ("/carry/in-place", test_in_place);
  graph_fixture_add_test ("/carry/shared", test_shared);
  graph_fixture_add_test ("/carry/bad", test_bad);
  return g_test_run ();
}
