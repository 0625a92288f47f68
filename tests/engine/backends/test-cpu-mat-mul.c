/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MatMul at every level of this CPU, against its definition. */
#include "cpu-step-fixture.h"
#include "tests/test-main.h"

enum {
  BIAS = 1,
  VARIABLE = 2, /* the right side is no constant */
  A_TRANSPOSED = 4,
  B_TRANSPOSED = 8,
};

/* clang-format off */
typedef struct
{
  const char *name;
  KomaShape   a, b, out;
  guint       flags;
} MatMulCase;

#define SHAPE2(h, w) { 2, { h, w } }
#define SHAPE3(n, h, w) { 3, { n, h, w } }
#define SHAPE4(m, n, h, w) { 4, { m, n, h, w } }
static const MatMulCase cases[] = {
  { "1-1-1", SHAPE2 (1, 1), SHAPE2 (1, 1), SHAPE2 (1, 1), BIAS },
  { "1-1280-1001", SHAPE2 (1, 1280), SHAPE2 (1280, 1001), SHAPE2 (1, 1001), BIAS },
  { "13-127-3", SHAPE2 (13, 127), SHAPE2 (127, 3), SHAPE2 (13, 3), 0 },
  { "127-2-127", SHAPE2 (127, 2), SHAPE2 (2, 127), SHAPE2 (127, 127), BIAS | VARIABLE },
  { "a-transposed", SHAPE2 (70, 130), SHAPE2 (70, 33), SHAPE2 (130, 33), A_TRANSPOSED | BIAS },
  { "b-transposed", SHAPE2 (13, 70), SHAPE2 (33, 70), SHAPE2 (13, 33), B_TRANSPOSED | BIAS },
  { "both-transposed", SHAPE2 (70, 130), SHAPE2 (133, 70), SHAPE2 (130, 133), A_TRANSPOSED | B_TRANSPOSED | VARIABLE },
  { "batches", SHAPE3 (5, 13, 7), SHAPE3 (5, 7, 9), SHAPE3 (5, 13, 9), VARIABLE },
  { "batches-constant", SHAPE3 (3, 13, 7), SHAPE3 (3, 7, 9), SHAPE3 (3, 13, 9), BIAS },
  { "batches-one-right-side", SHAPE3 (3, 13, 7), SHAPE2 (7, 9), SHAPE3 (3, 13, 9), BIAS },
  { "batches-broadcast", SHAPE4 (2, 1, 4, 7), SHAPE3 (3, 7, 5), SHAPE4 (2, 3, 4, 5), VARIABLE },
  { "batches-transposed", SHAPE3 (4, 7, 13), SHAPE3 (4, 9, 7), SHAPE3 (4, 13, 9), A_TRANSPOSED | B_TRANSPOSED | VARIABLE },
};
/* clang-format on */

static double *
expect (const MatMulCase *test,
        const float      *a,
        const float      *b,
        const float      *bias)
{
  const KomaShape *out = &test->out;
  const gint64     m = out->dims[out->rank - 2];
  const gint64     n = out->dims[out->rank - 1];
  const gint64     k = test->a.dims[test->a.rank - ((test->flags & A_TRANSPOSED) ? 2 : 1)];
  const gint64     inner = out->rank > 2 ? out->dims[out->rank - 3] : 1;
  double          *expected = g_new0 (double, koma_shape_count (out));

  for (gsize i = 0; i < koma_shape_count (out); i++) {
    const gint64 matrix = i / (m * n);
    const gint64 row = i / n % m;
    const gint64 column = i % n;
    /* Rank 4 of a is [outer, 1, m, k], b's batch is the inner dimension. */
    const gint64 a_matrix = test->a.rank == 4 ? matrix / inner : matrix;
    const gint64 b_matrix = test->b.rank == 2 ? 0 : matrix % inner;
    const float *a_data = a + a_matrix * m * k;
    const float *b_data = b + b_matrix * k * n;

    expected[i] = bias != NULL ? bias[column] : 0;
    for (gint64 p = 0; p < k; p++)
      expected[i] += (double) a_data[(test->flags & A_TRANSPOSED) ? p * m + row : row * k + p] *
                     b_data[(test->flags & B_TRANSPOSED) ? column * k + p : p * n + column];
  }
  return expected;
}

static void
check (gconstpointer data,
       const char   *level,
       guint         n_threads)
{
  const MatMulCase  *test = data;
  g_autofree double *expected = NULL;
  const gboolean     has_bias = (test->flags & BIAS) != 0;
  CpuStepFixture     fixture;

  cpu_step_fixture_init (&fixture, level, n_threads);
  cpu_step_fixture_add_input (&fixture, test->a, FALSE);
  cpu_step_fixture_add_input (&fixture, test->b, (test->flags & VARIABLE) == 0);
  if (has_bias)
    cpu_step_fixture_add_input (&fixture, KOMA_SHAPE (test->out.dims[test->out.rank - 1]), TRUE);
  cpu_step_fixture_add_node (&fixture, KOMA_OP_MAT_MUL, test->out);
  fixture.node->params.mat_mul = (KomaMatMulParams){
    .is_a_transposed = (test->flags & A_TRANSPOSED) != 0,
    .is_b_transposed = (test->flags & B_TRANSPOSED) != 0,
  };
  expected = expect (test, fixture.in[0], fixture.in[1], has_bias ? fixture.in[2] : NULL);
  cpu_step_fixture_prepare (&fixture, koma_cpu_mat_mul_prepare);
  cpu_step_fixture_run (&fixture, expected);
  cpu_step_fixture_clear (&fixture);
}

static void
test_case (gconstpointer data)
{
  cpu_step_check_levels (check, data);
}

/* Every number of rows and columns around the tiles of all levels. */
static void
test_all_tails (void)
{
  for (guint m = 1; m <= 26; m++)
    for (guint n = 1; n <= 67; n += m % 3 + 1) {
      const MatMulCase test = {
        .a = SHAPE2 (m, 5),
        .b = SHAPE2 (5, n),
        .out = SHAPE2 (m, n),
        .flags = BIAS,
      };

      cpu_step_check_levels (check, &test);
    }
}

static void
test_bool (void)
{
  g_autoptr (GError) error = NULL;
  CpuStepFixture fixture;

  cpu_step_fixture_init (&fixture, NULL, 1);
  cpu_step_fixture_add_input (&fixture, KOMA_SHAPE (2, 3), FALSE);
  cpu_step_fixture_add_input (&fixture, KOMA_SHAPE (3, 2), FALSE);
  cpu_step_fixture_add_node (&fixture, KOMA_OP_MAT_MUL, KOMA_SHAPE (2, 2));
  koma_node_input (fixture.graph, fixture.node, 0)->dtype = KOMA_DTYPE_BOOL;
  g_assert_false (koma_cpu_mat_mul_prepare (&fixture.step, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  cpu_step_fixture_clear (&fixture);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-mat-mul/bool", test_bool);
  g_test_add_func ("/cpu-mat-mul/all-tails", test_all_tails);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/cpu-mat-mul/%s", cases[i].name);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  return g_test_run ();
}
