/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A session whose inputs and outputs lie where the caller says, beside one that has its own. */
#include <string.h>

#include "engine/graph/recurrent.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/engine/ops/op-body.h"
#include "tests/test-main.h"

#define MAX_ENDS 4
#define N_RUNS   3

static KomaSession *
open_session (const KomaGraph        *graph,
              const KomaBackendClass *backend,
              gboolean                are_ends_bound)
{
  g_autoptr (GError) error = NULL;
  KomaSession *session =
    koma_session_new (graph,
                      &(KomaSessionOptions){
                        .backend = backend->name,
                        .n_threads = 2,
                        .are_ends_bound = are_ends_bound,
                      },
                      &error);

  g_assert_no_error (error);
  return session;
}

static gpointer
alloc_value (const KomaValue *value)
{
  gpointer data = koma_memory_alloc (koma_value_get_bytes (value), NULL);

  g_assert_nonnull (data);
  return data;
}

/* Other numbers each time, in other memory. */
static void
run_once (KomaSession *bound,
          KomaSession *own)
{
  gpointer    inputs[MAX_ENDS] = { NULL };
  gpointer    outputs[MAX_ENDS] = { NULL };
  const guint n_inputs = koma_session_get_n_inputs (bound);
  const guint n_outputs = koma_session_get_n_outputs (bound);

  for (guint i = 0; i < n_inputs; i++) {
    const KomaValue *value = koma_session_get_input (bound, i);
    float           *numbers = inputs[i] = alloc_value (value);

    for (gsize k = 0; k < koma_shape_count (&value->shape); k++)
      numbers[k] = g_test_rand_double_range (-1, 1);
    memcpy (koma_session_get_input_data (own, i), numbers, koma_value_get_bytes (value));
  }
  for (guint i = 0; i < n_outputs; i++)
    outputs[i] = alloc_value (koma_session_get_output (bound, i));
  koma_session_bind (bound, (gconstpointer const *) inputs, outputs);
  g_assert_true (koma_session_run (bound, NULL));
  g_assert_true (koma_session_run (own, NULL));
  for (guint i = 0; i < n_outputs; i++) {
    const gsize size_bytes = koma_value_get_bytes (koma_session_get_output (bound, i));

    g_assert_true (koma_session_get_output_data (bound, i) == outputs[i]);
    g_assert_cmpmem (outputs[i], size_bytes, koma_session_get_output_data (own, i), size_bytes);
    koma_memory_free (outputs[i]);
  }
  for (guint i = 0; i < n_inputs; i++) {
    const gsize size_bytes = koma_value_get_bytes (koma_session_get_input (bound, i));

    g_assert_cmpmem (inputs[i], size_bytes, koma_session_get_input_data (own, i), size_bytes);
    koma_memory_free (inputs[i]);
  }
}

/* Of each backend: convolutions, which keep positions of their input, steps that it leaves to cpu,
 * a value that is read and is an output too. */
static KomaGraph *
make_graph (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 8, 8, 3));
  KomaValueId z = graph_fixture_input (graph, "z", KOMA_SHAPE (1, 8, 8, 6));
  KomaValueId y = graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (3, 3, 3, 6), "SAME");
  KomaValueId sum = graph_fixture_node (graph, KOMA_OP_ADD, "sum", NULL, 2, y, z);

  y = graph_fixture_depthwise (graph, "depthwise", sum, 1, KOMA_SHAPE (3, 3, 6, 1));
  y = graph_fixture_node (graph, KOMA_OP_EXP, "exp", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_MUL, "product", NULL, 2, y, y);
  koma_graph_add_output (graph, "product", y);
  koma_graph_add_output (graph, "sum", sum);
  return graph;
}

/* Too long for nodes of its own for each step: a loop, whose steps share a weight that is bound. */
static KomaGraph *
make_loop (void)
{
  KomaGraph        *graph = koma_graph_new ();
  const KomaValueId inputs[] = {
    graph_fixture_input (graph, "x", KOMA_SHAPE (1, KOMA_MAX_NODE_ARITY + 1, 2)),
    graph_fixture_input (graph, "h", KOMA_SHAPE (1, 2)),
    graph_fixture_input (graph, "w", KOMA_SHAPE (2, 2)),
  };
  KomaAttrs *attrs = koma_recurrent_make_attrs (1, FALSE, op_body_new ("rnn"));
  KomaNode  *node = NULL;

  koma_attrs_set_int (attrs, "n_states", 1);
  node = koma_graph_add_node (graph, KOMA_OP_RECURRENT, "loop", inputs, 3, attrs, NULL);
  g_assert_nonnull (node);
  koma_graph_add_output (graph, "sequence", node->outputs[0]);
  koma_graph_add_output (graph, "last", node->outputs[1]);
  return graph;
}

static void
check (const KomaGraph        *graph,
       const KomaBackendClass *backend)
{
  g_autoptr (KomaSession) bound = NULL;
  g_autoptr (KomaSession) own = NULL;

  bound = open_session (graph, backend, TRUE);
  own = open_session (graph, backend, FALSE);
  g_assert_cmpuint (koma_session_get_arena_bytes (bound), <, koma_session_get_arena_bytes (own));
  for (guint i = 0; i < N_RUNS; i++)
    run_once (bound, own);
}

static void
test_backend (gconstpointer data)
{
  const KomaBackendClass *backend = data;
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaGraph) loop = make_loop ();

  if (koma_backends_find_available (backend->name, NULL) == NULL) {
    g_test_skip ("not available here");
    return;
  }
  check (graph, backend);
  check (loop, backend);
}

/* What no node writes is where it was. */
static void
test_unwritten (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  const KomaValueId y = graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, x);
  g_autoptr (KomaSession) session = NULL;
  _Alignas(KOMA_MEMORY_ALIGNMENT) float in[2 * 3 + KOMA_MEMORY_PADDING] = { 1, 2, 3, 4, 5, 6 };
  _Alignas(KOMA_MEMORY_ALIGNMENT) float out[2 * 3 + KOMA_MEMORY_PADDING] = { 0 };
  gpointer                              outputs[] = { NULL, out, NULL, NULL };
  gconstpointer                         inputs[] = { in };
  const float                           expected[] = { -1, -2, -3, -4, -5, -6 };

  koma_graph_add_output (graph, "x", x);
  koma_graph_add_output (graph, "y", y);
  koma_graph_add_output (graph, "again", y);
  koma_graph_add_output (graph, "constant", graph_fixture_constant (graph, KOMA_SHAPE (4)));
  session = open_session (graph, koma_backends_find ("cpu", NULL), TRUE);
  koma_session_bind (session, inputs, outputs);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_true (koma_session_get_output_data (session, 0) == in);
  g_assert_true (koma_session_get_output_data (session, 2) == out);
  g_assert_nonnull (koma_session_get_output_data (session, 3));
  g_assert_cmpmem (out, sizeof expected, expected, sizeof expected);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autofree char        *path = g_strconcat ("/session-bind/backend/", backend->name, NULL);

    g_test_add_data_func (path, backend, test_backend);
  }
  graph_fixture_add_test ("/session-bind/unwritten", test_unwritten);
  return g_test_run ();
}
