/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Who waits for a session is told how far it is, and can stop it anywhere. */
#include <gio/gio.h>
#include <string.h>

#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

typedef struct
{
  guint  n_calls;
  guint  stop_at; /* which call stops; 0: none */
  double last;
} Told;

static gboolean
told_cb (double   fraction,
         gpointer user_data)
{
  Told *told = user_data;

  g_assert_cmpfloat (fraction, >=, told->last);
  g_assert_cmpfloat (fraction, <=, 1);
  told->last = fraction;
  told->n_calls++;
  /* Nothing is told any more to who stopped. */
  g_assert_true (told->stop_at == 0 || told->n_calls <= told->stop_at);
  return told->n_calls != told->stop_at;
}

/* Some ops that only plain C has, between others: several segments. */
static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 5, 5, 3));
  KomaValueId y = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 4), "SAME");
  KomaValueId two = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 2);

  y = graph_fixture_node (graph, KOMA_OP_POW, "pow", NULL, 2, y, two);
  y = graph_fixture_conv (graph, "middle", y, KOMA_SHAPE (1, 1, 4, 6), "VALID");
  y = graph_fixture_node (graph, KOMA_OP_POW, "pow again", NULL, 2, y, two);
  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y));
  return g_steal_pointer (&graph);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              Told            *told,
              GError         **error)
{
  const KomaProgress       progress = { told_cb, told };
  const KomaSessionOptions options = { .backend = backend, .n_threads = 1, .progress = &progress };

  return koma_session_new (graph, &options, error);
}

static void
check_new (const KomaGraph *graph,
           const char      *backend)
{
  g_autoptr (GError) error = NULL;
  Told first = { 0 };
  Told whole = { 0 };

  /* The second is told less: it finds programs that are built. */
  koma_session_free (open_session (graph, backend, &first, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (first.last, 1, 1e-9);
  koma_session_free (open_session (graph, backend, &whole, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (whole.n_calls, >, 0);
  for (guint i = 1; i <= whole.n_calls; i++) {
    Told stopped = { .stop_at = i };
    g_autoptr (GError) reason = NULL;

    g_assert_null (open_session (graph, backend, &stopped, &reason));
    g_assert_error (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (stopped.n_calls, ==, i);
  }
}

static void
check_warm (const KomaGraph *graph,
            const char      *backend)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = open_session (graph, backend, &(Told){ 0 }, &error);
  Told               told = { 0 };
  const KomaProgress progress = { told_cb, &told };
  const gsize        size_bytes = 5 * 5 * 6 * sizeof (float);
  g_autofree float  *warmed = NULL;

  g_assert_no_error (error);
  ((float *) koma_session_get_input_data (session, 0))[7] = 3;
  g_assert_true (koma_session_warm (session, &progress, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (told.last, 1, 1e-9);
  warmed = g_memdup2 (koma_session_get_output_data (session, 0), size_bytes);
  for (guint i = 1; i <= told.n_calls; i++) {
    Told               stopped = { .stop_at = i };
    const KomaProgress stopping = { told_cb, &stopped };
    g_autoptr (GError) reason = NULL;

    g_assert_false (koma_session_warm (session, &stopping, &reason));
    g_assert_error (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
  /* One that was stopped runs as well. */
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpmem (koma_session_get_output_data (session, 0), size_bytes, warmed, size_bytes);
}

static void
for_each_backend (void (*check) (const KomaGraph *graph, const char *backend))
{
  g_autoptr (KomaGraph) graph = make_graph ();

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const char *backend = koma_backends_get (i)->name;

    if (koma_backends_find_available (backend, NULL) != NULL)
      check (graph, backend);
  }
}

static void
test_new (void)
{
  for_each_backend (check_new);
}

static void
test_warm (void)
{
  for_each_backend (check_warm);
}

static void
test_parts (void)
{
  Told                told = { 0 };
  const KomaProgress  whole = { told_cb, &told };
  KomaProgressPart    half;
  KomaProgressPart    quarter;
  const KomaProgress *second = koma_progress_part (&whole, 0.5, 1, &half);
  const KomaProgress *last = koma_progress_part (second, 0.5, 1, &quarter);

  g_assert_true (koma_progress_report (second, 0, NULL));
  g_assert_cmpfloat (told.last, ==, 0.5);
  g_assert_true (koma_progress_report (last, 0.5, NULL));
  g_assert_cmpfloat (told.last, ==, 0.875);
  g_assert_null (koma_progress_part (NULL, 0, 1, &half));
  g_assert_true (koma_progress_report (NULL, 1, NULL));
  g_assert_cmpuint (told.n_calls, ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/progress/parts", test_parts);
  graph_fixture_add_test ("/progress/new", test_new);
  graph_fixture_add_test ("/progress/warm", test_warm);
  return g_test_run ();
}
