/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/runtime/flags.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaSession *
open_session (const KomaGraph          *graph,
              const KomaSessionOptions *options)
{
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, options, &error);

  g_assert_no_error (error);
  return session;
}

static void
expect_error (const KomaGraph          *graph,
              const KomaSessionOptions *options,
              KomaError                 code,
              const char               *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_session_new (graph, options, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” is not in “%s”", message, error->message);
}

/* A small classifier with a detour that XNNPACK does not take: Neg of an
 * Exp, and a Split of which one half is read. Nobody reads the Sqrt: its
 * value never gets a shape. */
static KomaGraph *
make_classifier (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *split_attrs = koma_attrs_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 8, 8, 3));
  KomaValueId axes = graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 });
  KomaValueId y = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 6), "SAME");

  koma_attrs_set_int (split_attrs, "num_split", 2);
  koma_attrs_set_int (split_attrs, "axis", 3);
  y = graph_fixture_node (graph, KOMA_OP_RELU6, "relu", NULL, 1, y);
  graph_fixture_node (graph, KOMA_OP_SQRT, "unread", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_EXP, "exp", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_SPLIT, "split", split_attrs, 1, y);
  y = graph_fixture_conv (graph, "head", y, KOMA_SHAPE (1, 1, 3, 5), "VALID");
  y = graph_fixture_node (graph, KOMA_OP_MEAN, "mean", NULL, 2, y, axes);
  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y));
  return g_steal_pointer (&graph);
}

static void
expect_scores (KomaSession *session,
               const float *expected, /* [5] of the first picture */
               double       tolerance)
{
  const float *scores = koma_session_get_output_data (session, 0);

  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (scores[i], expected[i], tolerance);
}

static gboolean
is_here (guint backend)
{
  return koma_backends_find_available (koma_backends_get (backend)->name, NULL) != NULL;
}

static void
check_backend (const KomaGraph        *graph,
               KomaSession            *reference,
               const KomaBackendClass *backend)
{
  for (guint batch = 1; batch <= 3; batch++)
    for (guint n_threads = 1; n_threads <= 2; n_threads++) {
      const KomaSessionOptions options = { .backend = backend->name,
                                           .batch = batch,
                                           .n_threads = n_threads };
      g_autoptr (KomaSession) session = open_session (graph, &options);

      g_assert_true (koma_session_get_backend (session) == backend);
      g_assert_cmpuint (koma_session_get_batch (session), ==, batch);
      g_assert_cmpuint (koma_session_get_n_threads (session), ==, n_threads);
      graph_fixture_fill_input (session);
      for (guint round = 0; round < 2; round++) {
        g_assert_true (koma_session_run (session, NULL));
        expect_scores (session, koma_session_get_output_data (reference, 0), 1e-5);
      }
    }
}

/* The same answers on every backend, on one thread and on several, in any
 * batch, and when run twice. */
static void
test_backends (void)
{
  g_autoptr (KomaGraph) graph = make_classifier ();
  const KomaSessionOptions plain = { .backend = "cpu", .n_threads = 1, .cpu_level = "baseline" };
  g_autoptr (KomaSession) reference = open_session (graph, &plain);

  graph_fixture_fill_input (reference);
  g_assert_true (koma_session_run (reference, NULL));
  for (guint i = 0; i < koma_backends_get_n (); i++)
    if (is_here (i))
      check_backend (graph, reference, koma_backends_get (i));
}

/* What one backend does not take runs on cpu, with the reason told. */
static void
test_steps (void)
{
  g_autoptr (KomaGraph) graph = make_classifier ();
  g_autoptr (KomaSession) session = open_session (graph, NULL);
  guint n_elsewhere = 0;

  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    const KomaSessionStep step = koma_session_get_step (session, i);

    g_assert_nonnull (step.node);
    g_assert_cmpint (step.reason == NULL, ==, step.backend == koma_session_get_backend (session));
    n_elsewhere += step.reason != NULL;
  }
  if (g_str_equal (koma_session_get_backend (session)->name, "xnnpack"))
    g_assert_cmpuint (n_elsewhere, >=, 1);
  g_assert_cmpuint (koma_session_get_arena_bytes (session), >, 0);
}

static void
test_batch (void)
{
  g_autoptr (KomaGraph) graph = make_classifier ();
  const KomaSessionOptions too_many = { .batch = KOMA_MAX_BATCH + 1 };
  const KomaSessionOptions seven = { .batch = 7 };
  g_autoptr (KomaSession) one = open_session (graph, NULL);
  g_autoptr (KomaSession) several = open_session (graph, &seven);

  g_assert_cmpuint (koma_session_get_batch (one), ==, 1);
  g_assert_cmpuint (koma_session_get_output (one, 0)->shape.dims[0], ==, 1);
  g_assert_cmpuint (koma_session_get_output (several, 0)->shape.dims[0], ==, 7);
  expect_error (graph, &too_many, KOMA_ERROR_MEMORY, "A batch of 257 is above the limit of 256");
  /* The graph given is as it was. */
  g_assert_cmpint (koma_graph_get_value (graph, 0)->shape.dims[0], ==, KOMA_DIM_UNKNOWN);
}

static KomaGraph *
make_reshape (const gint32 shape[2])
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 1, 1, 4));
  KomaValueId to = graph_fixture_ints (graph, KOMA_SHAPE (2), shape);

  koma_graph_add_output (graph, "flat",
                         graph_fixture_node (graph, KOMA_OP_RESHAPE, "reshape", NULL, 2, x, to));
  return g_steal_pointer (&graph);
}

/* A file that was frozen with a batch of one. */
static void
test_fixed_batch (void)
{
  g_autoptr (KomaGraph) fixed = make_reshape ((const gint32[]){ 1, 4 });
  g_autoptr (KomaGraph) swallowing = make_reshape ((const gint32[]){ 1, -1 });
  g_autoptr (KomaGraph) open = make_reshape ((const gint32[]){ -1, 4 });
  const KomaSessionOptions two = { .batch = 2 };

  koma_session_free (open_session (fixed, NULL));
  koma_session_free (open_session (swallowing, NULL));
  koma_session_free (open_session (open, &two));
  expect_error (fixed, &two, KOMA_ERROR_SHAPE, "Reshape “reshape”");
  expect_error (swallowing, &two, KOMA_ERROR_SHAPE,
                "can not run 2 pictures at once: output “flat”");
}

static void
test_input_shapes (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaShape          shapes[] = { KOMA_SHAPE (2, 5, 7, 3), KOMA_SHAPE (1) };
  const KomaShape          wrong = KOMA_SHAPE (1, 5, 7, 4);
  const KomaSessionOptions good = { .input_shapes = shapes, .n_input_shapes = 1 };
  const KomaSessionOptions bad = { .input_shapes = &wrong, .n_input_shapes = 1 };
  const KomaSessionOptions many = { .input_shapes = shapes, .n_input_shapes = 2 };
  KomaValueId              x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, -1, -1, 3));
  g_autoptr (KomaSession) session = NULL;

  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "conv", x, KOMA_SHAPE (3, 3, 3, 2), "SAME"));
  session = open_session (graph, &good);
  g_assert_true (koma_shape_equal (&koma_session_get_input (session, 0)->shape, &shapes[0]));
  g_assert_cmpint (koma_session_get_output (session, 0)->shape.dims[2], ==, 7);
  g_assert_cmpuint (koma_session_get_batch (session), ==, 2);
  expect_error (graph, NULL, KOMA_ERROR_SHAPE, "“picture” is [1,?,?,3], open in size");
  expect_error (graph, &bad, KOMA_ERROR_SHAPE, "the given shape is [1,5,7,4]");
  expect_error (graph, &many, KOMA_ERROR_SHAPE, "2 shapes given, the model has 1 inputs");
}

static void
test_unknown_names (void)
{
  g_autoptr (KomaGraph) graph = make_classifier ();
  const KomaSessionOptions backend = { .backend = "abacus" };
  const KomaSessionOptions level = { .backend = "cpu", .cpu_level = "sse9" };

  expect_error (graph, &backend, KOMA_ERROR_BACKEND, "There is no backend “abacus”; there are: ");
  expect_error (graph, &backend, KOMA_ERROR_BACKEND, "cpu");
  expect_error (graph, &level, KOMA_ERROR_BACKEND, "sse9");
}

/* Every allocation fails once: an error that says so, and nothing left. */
static void
test_memory (void)
{
  g_autoptr (KomaGraph) graph = make_classifier ();
  KomaMemoryInfo before = { 0 };

  koma_memory_get_info (&before);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaSessionOptions options = { .backend = koma_backends_get (i)->name, .n_threads = 2 };
    gboolean                 is_done = !is_here (i);
    guint                    nth = 1;

    for (; !is_done; nth++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (KomaSession) session = NULL;
      KomaMemoryInfo after = { 0 };

      koma_memory_fail_after (nth);
      session = koma_session_new (graph, &options, &error);
      koma_memory_fail_after (0);
      is_done = session != NULL;
      if (is_done)
        break;
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
      koma_memory_get_info (&after);
      g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
      g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
    }
    g_assert_true (nth > 1 || !is_here (i));
  }
}

/* Outputs that nothing computes: an input, a constant, one twice, and what
 * is folded to a constant. */
static void
test_odd_outputs (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    g_autoptr (KomaSession) session = NULL;
    const KomaSessionOptions options = { .backend = koma_backends_get (i)->name };
    KomaValueId              x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 3));
    KomaValueId              seven = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 7);
    KomaValueId              y = graph_fixture_node (graph, KOMA_OP_RELU, "y", NULL, 1, x);
    float                   *in = NULL;

    if (!is_here (i))
      continue;
    koma_graph_add_output (graph, "input", x);
    koma_graph_add_output (graph, "constant", seven);
    koma_graph_add_output (graph, "y", y);
    koma_graph_add_output (graph, "y again", y);
    koma_graph_add_output (graph, "folded",
                           graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, seven));
    session = open_session (graph, &options);
    in = koma_session_get_input_data (session, 0);
    in[0] = -3;
    in[2] = 5;
    g_assert_true (koma_session_run (session, NULL));
    g_assert_cmpuint (koma_session_get_n_outputs (session), ==, 5);
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 0))[0], ==, -3);
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 1))[0], ==, 7);
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 2))[0], ==, 0);
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 3))[2], ==, 5);
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 4))[0], ==, -7);
    g_assert_cmpstr (koma_session_get_output_name (session, 3), ==, "y again");
  }
}

/* Nothing but an input that is the output. */
static void
test_no_nodes (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;

  koma_graph_add_output (graph, "y", graph_fixture_input (graph, "x", KOMA_SHAPE (2)));
  session = open_session (graph, NULL);
  g_assert_cmpuint (koma_session_get_n_steps (session), ==, 0);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_true (koma_session_get_output_data (session,
                                               0) == koma_session_get_input_data (session, 0));
}

/* An output is not overwritten by what is computed after it, nor is an input
 * used up. */
static void
test_buffers_stay (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  const KomaSessionOptions cpu = { .backend = "cpu", .n_threads = 1 };
  KomaValueId              last = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 100));
  KomaValueId              one = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1);

  for (guint i = 0; i < 10; i++) {
    last = graph_fixture_node (graph, KOMA_OP_ADD, "next", NULL, 2, last, one);
    if (i % 3 == 0)
      koma_graph_add_output (graph, "y", last);
  }
  session = open_session (graph, &cpu);
  ((float *) koma_session_get_input_data (session, 0))[99] = 40;
  for (guint round = 0; round < 2; round++) {
    g_assert_true (koma_session_run (session, NULL));
    for (guint i = 0; i < 4; i++)
      g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, i))[99], ==,
                         41 + 3 * i);
  }
}

/* log (x), which is infinite of 0, and what is made of it. */
static KomaGraph *
make_logarithm (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 4));
  KomaValueId y = graph_fixture_node (graph, KOMA_OP_LOG, "log", NULL, 1, x);

  y = graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, y);
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_RELU6, "bounded", NULL, 1, y));
  return g_steal_pointer (&graph);
}

/* Of each step what it is, what it made and what computed it. */
static void
expect_telling (const KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    const KomaSessionStep step = koma_session_get_step (session, i);
    g_autofree char      *line = g_strdup_printf ("%s “%s” made [1,4], 16 bytes, in *.* ms on %s",
                                                  koma_op_get_name (step.node->op), step.node->name,
                                                  step.backend->name);

    g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_INFO, line);
  }
}

/* With the flag DEBUG each op's output is looked at, in every backend, and its
 * time is told; that this is slow, once. */
static void
test_debug (void)
{
  g_autoptr (KomaGraph) graph = make_logarithm ();
  gboolean is_first = TRUE;

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaSessionOptions options = { .backend = koma_backends_get (i)->name, .n_threads = 1 };
    g_autofree char         *device = NULL;
    g_autoptr (KomaSession) session = NULL;
    g_autoptr (GError) error = NULL;

    if (!koma_backends_get (i)->probe (&device, NULL))
      continue;
    g_assert_true (koma_flags_set (KOMA_FLAG_DEBUG, 1, NULL));
    if (is_first)
      g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_MESSAGE, "*DEBUG*slow*");
    is_first = FALSE;
    session = open_session (graph, &options);
    g_test_assert_expected_messages ();
    koma_flags_reset (KOMA_FLAG_DEBUG);

    memcpy (koma_session_get_input_data (session, 0), (float[]){ 1, 2, 0, 4 }, 4 * sizeof (float));
    g_assert_false (koma_session_run (session, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
    g_assert_nonnull (strstr (error->message, "“log” made infinity at element 2 of [1,4]"));
    memcpy (koma_session_get_input_data (session, 0), (float[]){ 1, 0.5, 1, 4 },
            4 * sizeof (float));
    expect_telling (session);
    g_assert_true (koma_session_run (session, NULL));
    g_test_assert_expected_messages ();
    g_assert_cmpfloat_with_epsilon (((const float *) koma_session_get_output_data (session, 0))[1],
                                    M_LN2, 1e-5);
  }
}

/* "sum", which adds a NaN, and a Relu that bounds it. */
static KomaGraph *
make_bounded_nan (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaShape shape = KOMA_SHAPE (4);
  g_autoptr (KomaArray) bias = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 4));
  KomaValueId y = KOMA_VALUE_NONE;

  ((float *) bias->data)[1] = NAN;
  y = graph_fixture_node (graph, KOMA_OP_ADD, "sum", NULL, 2, x,
                          koma_graph_add_constant (graph, "bias", bias));
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, y));
  return g_steal_pointer (&graph);
}

/* A NaN among the weights comes out as one, on every backend, and the first
 * op that made one is found. */
static void
test_check_output (void)
{
  g_autoptr (KomaGraph) graph = make_bounded_nan ();

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaSessionOptions options = { .backend = koma_backends_get (i)->name, .n_threads = 1 };
    g_autofree char         *device = NULL;
    g_autoptr (KomaSession) session = NULL;
    g_autoptr (GError) error = NULL;

    if (!koma_backends_get (i)->probe (&device, NULL))
      continue;
    session = open_session (graph, &options);
    g_assert_true (koma_session_run (session, NULL));
    g_assert_true (isnan (((const float *) koma_session_get_output_data (session, 0))[1]));
    g_assert_true (koma_session_check_output (session, 0, 1, NULL));
    g_assert_false (koma_session_check_output (session, 0, 4, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
    g_assert_cmpstr (error->message, ==, "AddV2 “sum” made NaN at element 1 of [1,4]");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/session/backends", test_backends);
  graph_fixture_add_test ("/session/steps", test_steps);
  graph_fixture_add_test ("/session/batch", test_batch);
  graph_fixture_add_test ("/session/fixed-batch", test_fixed_batch);
  graph_fixture_add_test ("/session/input-shapes", test_input_shapes);
  graph_fixture_add_test ("/session/unknown-names", test_unknown_names);
  graph_fixture_add_test ("/session/memory", test_memory);
  graph_fixture_add_test ("/session/odd-outputs", test_odd_outputs);
  graph_fixture_add_test ("/session/no-nodes", test_no_nodes);
  graph_fixture_add_test ("/session/buffers-stay", test_buffers_stay);
  graph_fixture_add_test ("/session/debug", test_debug);
  graph_fixture_add_test ("/session/check-output", test_check_output);
  return g_test_run ();
}
