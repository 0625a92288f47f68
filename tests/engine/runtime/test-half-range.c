/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/runtime/half-range.h"
#include "engine/runtime/session.h"
#include "tests/engine/backend-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_WEIGHTS 100

extern const KomaBackendClass koma_backend_cpu;

static const KomaHalfRangeOptions plain_c = { .backend = &koma_backend_cpu, .n_threads = 1 };

static void
test_span (void)
{
  const float  numbers[] = { -3, 0, INFINITY, NAN, 1e-9f, 1 };
  const float  small[] = { 1e-9f, -2e-9f };
  const float  zeros[] = { 0, 0 };
  KomaHalfSpan span = koma_half_span_of (numbers, G_N_ELEMENTS (numbers));

  g_assert_cmpfloat (span.greatest, ==, 3);
  g_assert_cmpfloat (span.lost, <, 1e-9);
  span = koma_half_span_of (small, G_N_ELEMENTS (small));
  g_assert_cmpfloat (span.greatest, ==, 2e-9f);
  g_assert_cmpfloat (span.lost, ==, 1);
  span = koma_half_span_of (zeros, G_N_ELEMENTS (zeros));
  g_assert_cmpfloat (span.lost, ==, 0);
}

/* Whether x [1,N_WEIGHTS] times these weights fits; the last is another. */
static gboolean
check_weights (float    usual,
               float    last,
               GError **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaShape shape = KOMA_SHAPE (N_WEIGHTS);
  g_autoptr (KomaArray) weights = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);
  float      *data = weights->data;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, N_WEIGHTS));
  KomaValueId w = koma_graph_add_constant (graph, "scale/w", weights);

  for (guint i = 0; i < N_WEIGHTS; i++)
    data[i] = i + 1 < N_WEIGHTS ? usual : last;
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_MUL, "scale", NULL, 2, x, w));
  return koma_half_range_check (graph, &plain_c, error);
}

static void
expect_refused (gboolean    is_fine,
                GError     *error,
                const char *node,
                const char *what)
{
  g_assert_false (is_fine);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, node));
  g_assert_nonnull (strstr (error->message, what));
  g_assert_nonnull (strstr (error->message, "float32"));
}

static void
test_weights (void)
{
  static const struct
  {
    float       usual;
    float       last;
    const char *refused; /* (nullable) */
  } cases[] = {
    { 1, 2, NULL },
    { 1, -65600, "scale/w" },
    { 1, INFINITY, NULL },
    { 1e-9f, 1e-9f, "too small" },
    { 1e-9f, 1, NULL },
    { 1.5e-7f, 0, "weights “scale/w” are too small" }, /* between two and three of the least */
    { 0, 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    gboolean is_fine = check_weights (cases[i].usual, cases[i].last, &error);

    if (cases[i].refused != NULL)
      expect_refused (is_fine, error, "“scale”", cases[i].refused);
    else
      g_assert_no_error (error);
  }
}

/* x, times a factor, squared; the batch is open. */
static KomaGraph *
make_square (float factor)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 8, 8, 3));
  KomaValueId y = graph_fixture_node (graph, KOMA_OP_MUL, "louder", NULL, 2, x,
                                      graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, factor));

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_SQUARE, "square", NULL, 1, y));
  return graph;
}

static void
test_values (void)
{
  g_autoptr (KomaGraph) fine = make_square (10);
  g_autoptr (KomaGraph) large = make_square (1000);
  g_autoptr (KomaGraph) small = make_square (1e-4f);
  g_autoptr (GError) error = NULL;
  gboolean is_fine = FALSE;

  g_assert_true (koma_half_range_check (fine, &plain_c, &error));
  g_assert_no_error (error);
  is_fine = koma_half_range_check (large, &plain_c, &error);
  expect_refused (is_fine, error, "“square”", "65504");
  g_clear_error (&error);
  is_fine = koma_half_range_check (small, &plain_c, &error);
  expect_refused (is_fine, error, "“square”", "too small");
}

/* Pixels are worth more or less by it. */
static void
test_recipe (void)
{
  KomaRecipe           recipe = { .width = 8, .height = 8, .scale = { 1, 1, 1 } };
  KomaHalfRangeOptions options = plain_c;
  g_autoptr (KomaGraph) graph = make_square (2);
  g_autoptr (GError) error = NULL;
  gboolean is_fine = FALSE;

  g_assert_true (koma_half_range_check (graph, &options, &error));
  options.recipe = &recipe;
  is_fine = koma_half_range_check (graph, &options, &error);
  expect_refused (is_fine, error, "“square”", "65504");
}

/* What the backend does not compute is none of its business: this one knows
 * no Neg. */
static void
test_elsewhere (void)
{
  static const KomaOp        ops[] = { KOMA_OP_NEG, KOMA_OP_ABS };
  const KomaRecipe           loud = { .width = 8, .height = 8, .scale = { 1e6, 1e6, 1e6 } };
  const KomaHalfRangeOptions options = { .backend = &backend_fixture_closed,
                                         .n_threads = 1,
                                         .recipe = &loud };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    g_autoptr (GError) error = NULL;
    KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 8, 8, 3));
    gboolean    is_fine = FALSE;

    koma_graph_add_output (graph, "y", graph_fixture_node (graph, ops[i], "only", NULL, 1, x));
    is_fine = koma_half_range_check (graph, &options, &error);
    if (ops[i] == KOMA_OP_NEG)
      g_assert_no_error (error);
    else
      expect_refused (is_fine, error, "Input “picture”", "65504");
  }
}

/* Only a backend that has it; the others say so. */
static void
test_session (void)
{
  const KomaSessionOptions float32 = { .backend = "cpu", .precision = KOMA_PRECISION_FLOAT32 };
  const KomaSessionOptions float16 = { .backend = "cpu", .precision = KOMA_PRECISION_FLOAT16 };
  g_autoptr (KomaGraph) graph = make_square (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &float32, &error);

  g_assert_no_error (error);
  g_assert_cmpint (koma_session_get_precision (session), ==, KOMA_PRECISION_FLOAT32);
  g_assert_null (koma_session_new (graph, &float16, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "cpu"));
}

static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  KomaPrecision precision = KOMA_PRECISION_AS_FLAGS;

  g_assert_true (koma_precision_parse ("float16", &precision, &error));
  g_assert_cmpint (precision, ==, KOMA_PRECISION_FLOAT16);
  g_assert_cmpstr (koma_precision_get_name (precision), ==, "float16");
  g_assert_false (koma_precision_parse ("float8", &precision, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "float32"));
  g_assert_cmpint (precision, ==, KOMA_PRECISION_FLOAT16);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/half-range/span", test_span);
  g_test_add_func ("/half-range/weights", test_weights);
  g_test_add_func ("/half-range/values", test_values);
  g_test_add_func ("/half-range/recipe", test_recipe);
  g_test_add_func ("/half-range/elsewhere", test_elsewhere);
  g_test_add_func ("/half-range/session", test_session);
  g_test_add_func ("/half-range/names", test_names);
  status = g_test_run ();
  graph_fixture_assert_no_memory ();
  return status;
}
