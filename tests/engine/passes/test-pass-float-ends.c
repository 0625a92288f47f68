/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/quantization.h"
#include "engine/passes/passes.h"
#include "engine/runtime/flags.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define SCALE 0.25

static KomaValueId
convert (KomaGraph  *graph,
         KomaOp      op,
         KomaValueId x,
         KomaDType   dtype,
         double      zero_point)
{
  return graph_fixture_node (graph, op, "convert", NULL, 3, x,
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, SCALE),
                             graph_fixture_scalar (graph, dtype, zero_point));
}

/* uint8 in, int8 out, Relu between. */
static KomaGraph *
make_quantised (void)
{
  const KomaShape shape = KOMA_SHAPE (1, 4);
  KomaGraph      *graph = koma_graph_new ();
  KomaValueId     x = koma_graph_add_input (graph, "x", KOMA_DTYPE_UINT8, &shape);
  KomaValueId     y = convert (graph, KOMA_OP_DEQUANTIZE, x, KOMA_DTYPE_UINT8, 2);

  y = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, y);
  koma_graph_add_output (graph, "y", convert (graph, KOMA_OP_QUANTIZE, y, KOMA_DTYPE_INT8, -128));
  return graph;
}

static KomaSession *
open_session (const KomaGraph *graph)
{
  g_autoptr (GError) error = NULL;
  KomaSession *session =
    koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, &error);

  g_assert_no_error (error);
  return session;
}

static void
test_bytes (void)
{
  static const gint8 expected[] = { -128, -128, 125, -127 };
  g_autoptr (KomaGraph) graph = make_quantised ();
  g_autoptr (KomaSession) session = open_session (graph);

  memcpy (koma_session_get_input_data (session, 0), (guint8[]){ 0, 2, 255, 3 }, 4);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpmem (koma_session_get_output_data (session, 0), 4, expected, 4);
}

/* The same numbers as floats; what is between two integers is rounded. */
static void
check_floats (void)
{
  static const float input[] = { -5, 0, 1000, 0.3f };
  static const float expected[] = { 0, 0, 63.25f, 0.25f };
  g_autoptr (KomaGraph) graph = make_quantised ();
  g_autoptr (KomaSession) session = NULL;
  const float *output = NULL;

  g_assert_true (koma_pass_float_ends (graph, NULL));
  session = open_session (graph);
  g_assert_cmpint (koma_session_get_input (session, 0)->dtype, ==, KOMA_DTYPE_FLOAT32);
  g_assert_cmpint (koma_session_get_output (session, 0)->dtype, ==, KOMA_DTYPE_FLOAT32);
  memcpy (koma_session_get_input_data (session, 0), input, sizeof input);
  g_assert_true (koma_session_run (session, NULL));
  output = koma_session_get_output_data (session, 0);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (output[i], ==, expected[i]);
}

static guint
count_steps (const char *op)
{
  g_autoptr (KomaGraph) graph = make_quantised ();
  g_autoptr (KomaSession) session = NULL;
  guint n_steps = 0;

  g_assert_true (koma_pass_float_ends (graph, NULL));
  session = open_session (graph);
  for (guint i = 0; i < koma_session_get_n_steps (session); i++)
    n_steps += g_str_equal (koma_node_get_op_name (koma_session_get_step (session, i).node), op);
  return n_steps;
}

/* In integers the first step alone makes them; in floats there are none. */
static void
test_floats (void)
{
  check_floats ();
  g_assert_cmpuint (count_steps ("Quantize"), ==, 1);
  g_assert_true (koma_flags_set (KOMA_FLAG_INTEGERS, 0, NULL));
  check_floats ();
  g_assert_cmpuint (count_steps ("Quantize"), ==, 0);
  koma_flags_reset (KOMA_FLAG_INTEGERS);
}

/* Without a scale a byte stands for itself. */
static void
test_plain_bytes (void)
{
  static const float input[] = { -5, 7.4f, 1000 };
  static const float expected[] = { 0, 7, 255 };
  const KomaShape    shape = KOMA_SHAPE (1, 3);
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  KomaAttrs   *attrs = koma_attrs_new ();
  KomaValueId  x = koma_graph_add_input (graph, "x", KOMA_DTYPE_UINT8, &shape);
  const float *output = NULL;

  koma_attrs_set_string (attrs, "DstT", "float32");
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_CAST, "cast", attrs, 1, x));
  g_assert_true (koma_pass_float_ends (graph, NULL));
  session = open_session (graph);
  memcpy (koma_session_get_input_data (session, 0), input, sizeof input);
  g_assert_true (koma_session_run (session, NULL));
  output = koma_session_get_output_data (session, 0);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (output[i], ==, expected[i]);
}

static void
test_find (void)
{
  g_autoptr (KomaGraph) graph = make_quantised ();
  g_autoptr (KomaQuantization) input =
    koma_graph_find_quantization (graph, koma_graph_get_input (graph, 0));
  g_autoptr (KomaQuantization) output =
    koma_graph_find_quantization (graph, koma_graph_get_output (graph, 0));

  g_assert_cmpfloat (input->scales[0], ==, SCALE);
  g_assert_cmpint (input->zero_point, ==, 2);
  g_assert_cmpint (input->dtype, ==, KOMA_DTYPE_UINT8);
  g_assert_cmpint (output->zero_point, ==, -128);
  g_assert_null (koma_graph_find_quantization (graph, koma_graph_get_node (graph, 1)->outputs[0]));
}

/* A picture of int32 takes floats, which are rounded; words stay whole numbers. */
static void
test_whole (void)
{
  const KomaShape picture = KOMA_SHAPE (1, 1, 1, 4);
  const KomaShape words = KOMA_SHAPE (1, 4);
  const float     given[] = { 0.4f, 1.6f, 254.7f, -1.2f };
  const float     expected[] = { 0, 2, 255, -1 };
  KomaAttrs      *attrs = koma_attrs_new ();
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) other = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  const KomaValueId x = koma_graph_add_input (graph, "x", KOMA_DTYPE_INT32, &picture);
  const KomaValueId y = koma_graph_add_input (other, "y", KOMA_DTYPE_INT32, &words);

  koma_attrs_set_string (attrs, "DstT", "float32");
  koma_graph_add_output (graph, "z",
                         graph_fixture_node (graph, KOMA_OP_CAST, "cast", attrs, 1, x));
  koma_graph_add_output (other, "z", y);
  g_assert_true (koma_pass_float_ends (graph, &error));
  g_assert_cmpint (koma_graph_get_value (graph, x)->dtype, ==, KOMA_DTYPE_INT32);
  g_assert_true (koma_pass_float_pictures (graph, &error));
  g_assert_true (koma_pass_float_pictures (other, &error));
  g_assert_cmpint (koma_graph_get_value (other, y)->dtype, ==, KOMA_DTYPE_INT32);
  session = open_session (graph);
  memcpy (koma_session_get_input_data (session, 0), given, sizeof given);
  g_assert_true (koma_session_run (session, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 0))[i], ==,
                       expected[i]);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/pass-float-ends/bytes", test_bytes);
  graph_fixture_add_test ("/pass-float-ends/floats", test_floats);
  graph_fixture_add_test ("/pass-float-ends/plain-bytes", test_plain_bytes);
  graph_fixture_add_test ("/pass-float-ends/whole", test_whole);
  graph_fixture_add_test ("/pass-float-ends/find", test_find);
  return g_test_run ();
}
