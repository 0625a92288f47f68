/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/builder.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* mean ((x · xᵀ - 2)²) over the columns, of x = [[1, 2], [3, 4]] */
static void
test_formula (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  KomaValueId  x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 2));
  KomaValueId  y = KOMA_VALUE_NONE;
  KomaBuilder  builder;
  KomaShape    shape, expected;
  const float *answer = NULL;

  koma_builder_init (&builder, graph, "formula");
  y = koma_builder_mat_mul (&builder, x, x, FALSE, TRUE);
  y = koma_builder_with_number (&builder, KOMA_OP_SUB, y, 2);
  y = koma_builder_unary (&builder, KOMA_OP_SQUARE, y);
  y = koma_builder_reduce (&builder, KOMA_OP_MEAN, y, 1u << 1, TRUE);
  shape = koma_builder_get_shape (&builder, y);
  expected = KOMA_SHAPE (2, 1);
  g_assert_true (koma_shape_equal (&shape, &expected));
  koma_graph_add_output (graph, "y", y);
  g_assert_true (koma_builder_finish (&builder, &error));

  session = koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu" }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    ((float *) koma_session_get_input_data (session, 0))[i] = i + 1;
  g_assert_true (koma_session_run (session, &error));
  answer = koma_session_get_output_data (session, 0);
  g_assert_cmpfloat (answer[0], ==, (3.f * 3 + 9 * 9) / 2);
  g_assert_cmpfloat (answer[1], ==, (9.f * 9 + 23 * 23) / 2);
}

/* The first failure is told, with its op; what comes after it adds nothing. */
static void
test_first_failure (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaValueId y = KOMA_VALUE_NONE;
  KomaBuilder builder;
  guint       n_nodes = 0;

  koma_builder_init (&builder, graph, "formula");
  y = koma_builder_mat_mul (&builder, x, x, FALSE, FALSE);
  n_nodes = koma_graph_get_n_nodes (graph);
  y = koma_builder_with_number (&builder, KOMA_OP_ADD, y, 1);
  y = koma_builder_reshape (&builder, y, KOMA_SHAPE (1));
  g_assert_cmpuint (y, ==, KOMA_VALUE_NONE);
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, n_nodes);
  g_assert_false (koma_builder_finish (&builder, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_true (g_str_has_prefix (error->message, "MatMul: "));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder/formula", test_formula);
  g_test_add_func ("/builder/first-failure", test_first_failure);
  return g_test_run ();
}
