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

/* What an unsupported layer would have given is missing, which is no error of the builder's. */
static void
test_missing_input (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "formula");
  g_assert_cmpuint (koma_builder_binary (&builder, KOMA_OP_ADD, x, KOMA_VALUE_NONE), ==,
                    KOMA_VALUE_NONE);
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 0);
  g_assert_true (koma_builder_finish (&builder, &error));
}

/* A later failure does not take the place of the first, whichever way it comes. */
static void
test_error_is_first (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3));
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "formula");
  g_assert_cmpuint (koma_builder_fail (&builder, KOMA_ERROR_MODEL, "the %dst", 1), ==,
                    KOMA_VALUE_NONE);
  koma_builder_fail (&builder, KOMA_ERROR_UNSUPPORTED, "the %dnd", 2);
  koma_builder_mat_mul (&builder, x, x, FALSE, FALSE);
  g_assert_cmpuint (koma_builder_int (&builder, 3), ==, KOMA_VALUE_NONE);
  g_assert_cmpuint (
    koma_builder_input (&builder, "z", KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1)), ==, KOMA_VALUE_NONE);
  g_assert_cmpuint (koma_graph_get_n_inputs (graph), ==, 1);
  g_assert_false (koma_builder_finish (&builder, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "the 1st");
  /* Handed out, it is gone. */
  g_clear_error (&error);
  g_assert_true (koma_builder_finish (&builder, &error));
  g_assert_cmpuint (koma_builder_unary (&builder, KOMA_OP_RELU, x), !=, KOMA_VALUE_NONE);
}

/* Where shapes come later, each op gives its result a rank; nothing is inferred. */
static void
test_open_ranks (void)
{
  const KomaShape open = KOMA_SHAPE (KOMA_DIM_UNKNOWN, KOMA_DIM_UNKNOWN, 3);
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaValueId x, y, pieces[2];

  koma_builder_init_open (&builder, graph, "layer");
  x = koma_builder_input (&builder, "x", KOMA_DTYPE_FLOAT32, open);
  g_assert_cmpuint (koma_builder_get_rank (&builder, x), ==, 3);
  g_assert_cmpint (koma_builder_get_dim (&builder, x, 2), ==, KOMA_DIM_UNKNOWN);
  y = koma_builder_binary (&builder, KOMA_OP_ADD, koma_builder_float (&builder, 1), x);
  g_assert_cmpuint (koma_builder_get_rank (&builder, y), ==, 3);
  g_assert_cmpuint (koma_graph_get_value (graph, y)->shape.rank, ==, KOMA_RANK_UNKNOWN);
  y = koma_builder_expand_dims (&builder, y, 1);
  g_assert_cmpuint (koma_builder_get_rank (&builder, y), ==, 4);
  y = koma_builder_reduce (&builder, KOMA_OP_SUM, y, 1u << 1 | 1u << 2, FALSE);
  g_assert_cmpuint (koma_builder_get_rank (&builder, y), ==, 2);
  y = koma_builder_reduce (&builder, KOMA_OP_SUM, y, 1u << 1, TRUE);
  g_assert_cmpuint (koma_builder_get_rank (&builder, y), ==, 2);
  g_assert_cmpuint (koma_builder_get_rank (&builder, koma_builder_squeeze (&builder, y, 1)), ==, 1);
  y = koma_builder_reshape (&builder, y, KOMA_SHAPE (1, 1, 1, 1, 1));
  g_assert_cmpuint (koma_builder_get_rank (&builder, y), ==, 5);
  koma_builder_split (&builder, x, 2, pieces);
  g_assert_cmpuint (koma_builder_get_rank (&builder, pieces[1]), ==, 3);
  g_assert_cmpuint (koma_builder_set_rank (&builder, pieces[1], 6), ==, pieces[1]);
  g_assert_cmpuint (koma_builder_get_rank (&builder, pieces[1]), ==, 6);
  g_assert_true (koma_builder_finish (&builder, &error));
  koma_builder_clear (&builder);
}

/* Neither room for seven dimensions nor a mistake that a file could provoke. */
static void
test_too_many_dimensions (void)
{
  const guint perm[KOMA_MAX_RANK] = { 0 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder builder;
  KomaValueId x;

  koma_builder_init_open (&builder, graph, "layer");
  x = koma_builder_input (&builder, "x", KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, 1, 1, 1, 1, 1));
  x = koma_builder_expand_dims (&builder, x, 0);
  g_assert_cmpuint (koma_builder_transpose (&builder, x, perm), ==, KOMA_VALUE_NONE);
  g_assert_false (koma_builder_finish (&builder, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  koma_builder_clear (&builder);
}

/* A size that int32 can not hold is the largest one. Of what is computed no number is known. */
static void
test_known_numbers (void)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, G_GINT64_CONSTANT (1) << 40);
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder      builder;
  KomaValueId      sizes;
  const KomaArray *array;

  koma_builder_init (&builder, graph, "sizes");
  sizes = koma_builder_shape (&builder, shape);
  array = koma_builder_get_constant (&builder, sizes);
  g_assert_cmpuint (array->count, ==, 2);
  g_assert_cmpint (koma_array_get_int (array, 0), ==, -1);
  g_assert_cmpint (koma_array_get_int (array, 1), ==, G_MAXINT32);
  g_assert_null (koma_builder_get_constant (
    &builder, koma_builder_unary (&builder, KOMA_OP_NEG, sizes)));
  g_assert_true (koma_builder_finish (&builder, &error));
  g_assert_null (koma_builder_get_constant (&builder, KOMA_VALUE_NONE));
}

/* The op's own inference is told by a reader that does more, and its failure is kept too. */
static gboolean
refuse (G_GNUC_UNUSED KomaBuilder *builder,
        KomaNode                  *node,
        GError                   **error)
{
  return node->op != KOMA_OP_RELU || koma_fail (error, KOMA_ERROR_UNSUPPORTED, "no Relu");
}

static void
test_own_inference (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "layer");
  builder.infer = refuse;
  g_assert_cmpuint (koma_builder_unary (&builder, KOMA_OP_ABS, x), !=, KOMA_VALUE_NONE);
  g_assert_cmpuint (koma_builder_unary (&builder, KOMA_OP_RELU, x), ==, KOMA_VALUE_NONE);
  g_assert_cmpuint (koma_builder_unary (&builder, KOMA_OP_ABS, x), ==, KOMA_VALUE_NONE);
  g_assert_false (koma_builder_finish (&builder, &error));
  g_assert_cmpstr (error->message, ==, "no Relu");
}

/* Nodes of one operator of a file are told apart by their ops; constants have its name. */
static void
test_op_in_name (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId y = KOMA_VALUE_NONE;
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "act1");
  builder.has_op_in_name = TRUE;
  y = koma_builder_with_number (&builder, KOMA_OP_ADD, x, 2);
  g_assert_true (koma_builder_finish (&builder, &error));
  g_assert_cmpstr (koma_graph_get_node (graph, 0)->name, ==, "act1/AddV2");
  g_assert_cmpstr (koma_graph_get_value (graph, y)->name, ==, "act1/AddV2");
  g_assert_cmpstr (koma_node_input (graph, koma_graph_get_node (graph, 0), 1)->name, ==, "act1");
}

/* Constants of any shape and type; a dimension that int32 can not hold stays the largest. */
static void
test_constants (void)
{
  static const guint8 bytes[] = { 1, 0, 0, 1, 1, 0 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const KomaShape  expected = KOMA_SHAPE (2, 3);
  const KomaArray *array = NULL;
  KomaBuilder      builder;
  KomaValueId      mask, dims;

  koma_builder_init (&builder, graph, "mask");
  mask = koma_builder_data (&builder, KOMA_DTYPE_BOOL, expected, bytes);
  dims = koma_builder_shape (&builder,
                             KOMA_SHAPE (KOMA_DIM_UNKNOWN, G_GINT64_CONSTANT (1) << 40));
  g_assert_true (koma_builder_finish (&builder, &error));
  array = koma_graph_get_value (graph, mask)->constant;
  g_assert_cmpint (array->dtype, ==, KOMA_DTYPE_BOOL);
  g_assert_true (koma_shape_equal (&array->shape, &expected));
  g_assert_cmpmem (array->data, sizeof bytes, bytes, sizeof bytes);
  array = koma_graph_get_value (graph, dims)->constant;
  g_assert_cmpint (((const gint32 *) array->data)[0], ==, -1);
  g_assert_cmpint (((const gint32 *) array->data)[1], ==, G_MAXINT32);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder/formula", test_formula);
  g_test_add_func ("/builder/first-failure", test_first_failure);
  g_test_add_func ("/builder/constants", test_constants);
  g_test_add_func ("/builder/op-in-name", test_op_in_name);
  g_test_add_func ("/builder/error-is-first", test_error_is_first);
  g_test_add_func ("/builder/missing-input", test_missing_input);
  g_test_add_func ("/builder/open-ranks", test_open_ranks);
  g_test_add_func ("/builder/own-inference", test_own_inference);
  g_test_add_func ("/builder/too-many-dimensions", test_too_many_dimensions);
  g_test_add_func ("/builder/known-numbers", test_known_numbers);
  return g_test_run ();
}
