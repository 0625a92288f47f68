/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "engine/graph/builder.h"
#include "engine/graph/recurrent.h"
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/engine/ops/op-body.h"
#include "tests/test-main.h"

/* h' = h + x; @body: (transfer full) (nullable) */
static KomaNode *
add_loop (KomaGraph         *graph,
          const KomaValueId *inputs,
          guint              n_inputs,
          gboolean           has_mask,
          KomaGraph         *body)
{
  KomaAttrs *attrs =
    body != NULL ? koma_recurrent_make_attrs (1, has_mask, body) : koma_attrs_new ();
  KomaNode *node = NULL;

  koma_attrs_set_int (attrs, "n_states", 1);
  node = koma_graph_add_node (graph, KOMA_OP_RECURRENT, "loop", inputs, n_inputs, attrs, NULL);
  g_assert_nonnull (node);
  return node;
}

static KomaGraph *
make_graph (gint64 n_steps)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId inputs[2] = { graph_fixture_input (graph, "x", KOMA_SHAPE (1, n_steps, 2)),
                            graph_fixture_input (graph, "h", KOMA_SHAPE (1, 2)) };
  KomaNode   *first = add_loop (graph, inputs, 2, FALSE, op_body_new ("sum"));
  KomaNode   *second = NULL;

  inputs[0] = first->outputs[0];
  second = add_loop (graph, inputs, 2, FALSE, op_body_new ("sum"));
  koma_graph_add_output (graph, "last", second->outputs[1]);
  return graph;
}

static guint
count (KomaGraph *graph,
       KomaOp     op)
{
  guint n = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    n += koma_graph_get_node (graph, i)->op == op;
  return n;
}

/* Two loops behind each other; the sequence of the second is not read, and not made. */
static void
test_unrolled (void)
{
  g_autoptr (KomaGraph) graph = make_graph (3);
  g_autoptr (KomaGraph) after = graph_fixture_apply (graph, koma_pass_unroll_recurrent);

  g_assert_cmpuint (count (after, KOMA_OP_RECURRENT), ==, 0);
  g_assert_cmpuint (count (after, KOMA_OP_ADD), ==, 6);
  g_assert_cmpuint (count (after, KOMA_OP_UNPACK), ==, 2);
  g_assert_cmpuint (count (after, KOMA_OP_PACK), ==, 1);
}

static void
test_long (void)
{
  g_autoptr (KomaGraph) graph = make_graph (KOMA_MAX_NODE_ARITY + 1);
  g_autoptr (KomaGraph) after = graph_fixture_apply (graph, koma_pass_unroll_recurrent);

  g_assert_cmpuint (count (after, KOMA_OP_RECURRENT), ==, 2);
  g_assert_cmpuint (count (after, KOMA_OP_ADD), ==, 0);
}

static KomaGraph *
make_echo (void)
{
  KomaGraph *body = koma_graph_new ();
  KomaShape  open = { .rank = KOMA_RANK_UNKNOWN };

  (void) koma_graph_add_input (body, "x", KOMA_DTYPE_FLOAT32, &open);
  koma_graph_add_output (body, "h", koma_graph_add_input (body, "h", KOMA_DTYPE_FLOAT32, &open));
  return body;
}

/* h' = x + a + b, of which the second sum has 2^35 elements and more. */
static KomaGraph *
make_wide (void)
{
  KomaGraph        *body = make_echo ();
  KomaBuilder       b;
  KomaValueId       sum = koma_graph_get_input (body, 0);
  const gint32      n = 1 << 16;
  g_autofree float *zeros = g_new0 (float, n);

  koma_builder_init_open (&b, body, "wide");
  for (guint rank = 3; rank <= 4; rank++) {
    KomaShape shape = { .rank = rank, .dims = { n, 1, 1, 1 } };

    sum = koma_builder_binary (&b, KOMA_OP_ADD, sum,
                               koma_builder_data (&b, KOMA_DTYPE_FLOAT32, shape, zeros));
  }
  g_assert_no_error (b.error);
  koma_builder_clear (&b);
  koma_graph_set_output (body, 0, sum);
  return body;
}

static void
assert_refused (KomaShape   x,
                KomaShape   state,
                gboolean    has_mask,
                KomaGraph  *body, /* (transfer full) (nullable) */
                KomaError   code,
                const char *words)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId inputs[3] = { graph_fixture_input (graph, "x", x),
                            graph_fixture_input (graph, "h", state) };

  inputs[2] = inputs[1];
  koma_graph_add_output (graph, "y",
                         add_loop (graph, inputs, has_mask ? 3 : 2, has_mask, body)->outputs[0]);
  g_assert_false (koma_pass_infer (graph, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (void)
{
  const KomaShape x = KOMA_SHAPE (2, 3, 4);
  const KomaShape h = KOMA_SHAPE (2, 4);

  assert_refused (x, h, FALSE, NULL, KOMA_ERROR_MODEL, "no body");
  assert_refused (x, h, FALSE, op_body_new ("rnn"), KOMA_ERROR_MODEL, "3 inputs");
  assert_refused (x, h, FALSE, make_echo (), KOMA_ERROR_MODEL, "one of its inputs");
  assert_refused (x, h, FALSE, make_wide (), KOMA_ERROR_MEMORY, "AddV2 “wide”");
  assert_refused (x, h, TRUE, op_body_new ("sum"), KOMA_ERROR_UNSUPPORTED, "bool");
  assert_refused (KOMA_SHAPE (2), h, FALSE, op_body_new ("sum"), KOMA_ERROR_SHAPE, "steps");
  assert_refused (x, KOMA_SHAPE (3, 4), FALSE, op_body_new ("sum"), KOMA_ERROR_SHAPE, "batch");
  assert_refused (x, KOMA_SHAPE (2, 1), FALSE, op_body_new ("sum"), KOMA_ERROR_SHAPE, "[2,1]");
  assert_refused (x, KOMA_SHAPE (2, 3), FALSE, op_body_new ("sum"), KOMA_ERROR_SHAPE, "AddV2");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-unroll-recurrent/long", test_long);
  g_test_add_func ("/pass-unroll-recurrent/refused", test_refused);
  g_test_add_func ("/pass-unroll-recurrent/unrolled", test_unrolled);
  return g_test_run ();
}
