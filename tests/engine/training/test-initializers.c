/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What weights begin with: exact values, and the moments of random ones. */
#include "engine/koma/koma-error.h"
#include "engine/training/initializer.h"
#include "tests/test-main.h"

#include <math.h>

typedef struct
{
  double mean, stddev, min, max;
} Moments;

static float *
fill (const char *name,
      KomaShape   shape,
      guint64     seed)
{
  KomaInitializer   initializer = { 0 };
  g_autofree float *values = g_new (float, koma_shape_count (&shape));

  g_assert_true (koma_initializer_init (&initializer, name, NULL));
  g_assert_true (koma_initializer_fill (&initializer, &shape, seed, values, NULL));
  return g_steal_pointer (&values);
}

static Moments
measure (const float *values,
         gsize        n)
{
  Moments moments = { 0, 0, INFINITY, -INFINITY };

  for (gsize i = 0; i < n; i++) {
    moments.mean += values[i] / n;
    moments.min = fmin (moments.min, values[i]);
    moments.max = fmax (moments.max, values[i]);
  }
  for (gsize i = 0; i < n; i++)
    moments.stddev += pow (values[i] - moments.mean, 2) / n;
  moments.stddev = sqrt (moments.stddev);
  return moments;
}

/* A kernel of 3·3·20 inputs to an output and 3·3·50 outputs of an input. */
static void
test_moments (void)
{
  const KomaShape kernel = KOMA_SHAPE (3, 3, 20, 50);
  const gsize     n = koma_shape_count (&kernel);
  const struct
  {
    const char *name;
    double      variance, limit;
  } cases[] = {
    { "glorotUniform", 1 / 315., sqrt (3 / 315.) },
    { "glorot_normal", 1 / 315., 2 / sqrt (315) / 0.8796 },
    { "heUniform", 2 / 180., sqrt (6 / 180.) },
    { "HeNormal", 2 / 180., 2 * sqrt (2 / 180.) / 0.8796 },
    { "leCunUniform", 1 / 180., sqrt (3 / 180.) },
    { "lecun_normal", 1 / 180., 2 / sqrt (180) / 0.8796 },
    { "randomUniform", 0.05 * 0.05 / 3, 0.05 },
    { "random_normal", 0.05 * 0.05, 0.5 },
    { "truncatedNormal", pow (0.05 * 0.8796, 2), 0.1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree float *values = fill (cases[i].name, kernel, 7);
    g_autofree float *again = fill (cases[i].name, kernel, 7);
    g_autofree float *other = fill (cases[i].name, kernel, 8);
    const Moments     found = measure (values, n);
    const double      stddev = sqrt (cases[i].variance);

    g_assert_cmpfloat_with_epsilon (found.mean, 0, 0.06 * stddev);
    g_assert_cmpfloat_with_epsilon (found.stddev, stddev, 0.03 * stddev);
    g_assert_cmpfloat (found.max, <=, cases[i].limit * 1.0001);
    g_assert_cmpfloat (found.min, >=, -cases[i].limit * 1.0001);
    g_assert_cmpmem (values, n * sizeof *values, again, n * sizeof *again);
    g_assert_cmpint (memcmp (values, other, n * sizeof *values), !=, 0);
  }
}

static void
test_exact (void)
{
  g_autofree float *zeros = fill ("zeros", KOMA_SHAPE (3), 1);
  g_autofree float *ones = fill ("Ones", KOMA_SHAPE (3), 1);
  g_autofree float *identity = fill ("identity", KOMA_SHAPE (2, 2), 1);
  g_autofree float *forget = fill ("unitForgetBias", KOMA_SHAPE (8), 1);
  KomaInitializer   constant = { 0 };
  const KomaShape   shape = KOMA_SHAPE (2);
  float             values[2] = { 0 };

  for (guint i = 0; i < 3; i++) {
    g_assert_cmpfloat (zeros[i], ==, 0);
    g_assert_cmpfloat (ones[i], ==, 1);
  }
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (identity[i], ==, i == 0 || i == 3);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpfloat (forget[i], ==, i == 2 || i == 3);
  g_assert_true (koma_initializer_init (&constant, "constant", NULL));
  g_assert_true (koma_initializer_set_number (&constant, "value", -1.5, NULL));
  g_assert_true (koma_initializer_fill (&constant, &shape, 1, values, NULL));
  g_assert_cmpfloat (values[0], ==, -1.5);
  g_assert_cmpfloat (values[1], ==, -1.5);
}

/* Rows, or columns where they are fewer, have products of 0 and 1 with each other. */
static void
check_orthogonal (gsize n_rows,
                  gsize n_columns)
{
  g_autofree float *values = fill ("orthogonal", KOMA_SHAPE (n_rows, n_columns), 3);
  const gsize       n_vectors = MIN (n_rows, n_columns);
  const gsize       step = n_rows <= n_columns ? n_columns : 1;
  const gsize       inner = n_rows <= n_columns ? 1 : n_columns;

  for (gsize a = 0; a < n_vectors; a++)
    for (gsize b = 0; b < n_vectors; b++) {
      double product = 0;

      for (gsize i = 0; i < MAX (n_rows, n_columns); i++)
        product += values[a * step + i * inner] * values[b * step + i * inner];
      g_assert_cmpfloat_with_epsilon (product, a == b, 1e-5);
    }
}

static void
test_orthogonal (void)
{
  check_orthogonal (6, 6);
  check_orthogonal (4, 9);
  check_orthogonal (9, 4);
}

static void
test_variance_scaling (void)
{
  const KomaShape   shape = KOMA_SHAPE (100, 400);
  const gsize       n = koma_shape_count (&shape);
  g_autofree float *values = g_new (float, n);
  KomaInitializer   initializer = { 0 };
  Moments           found = { 0 };

  g_assert_true (koma_initializer_init (&initializer, "varianceScaling", NULL));
  g_assert_true (koma_initializer_set_number (&initializer, "scale", 3, NULL));
  g_assert_true (koma_initializer_set_word (&initializer, "mode", "fanOut", NULL));
  g_assert_true (koma_initializer_set_word (&initializer, "distribution", "untruncated_normal",
                                            NULL));
  g_assert_true (koma_initializer_fill (&initializer, &shape, 5, values, NULL));
  found = measure (values, n);
  g_assert_cmpfloat_with_epsilon (found.stddev, sqrt (3 / 400.), 0.002);
  g_assert_cmpfloat (found.max, >, 3 * found.stddev);
  g_assert_true (koma_initializer_set_word (&initializer, "distribution", "uniform", NULL));
  g_assert_true (koma_initializer_fill (&initializer, &shape, 5, values, NULL));
  g_assert_cmpfloat (measure (values, n).max, <=, 3 / sqrt (400) + 1e-6);
}

static void
test_bad (void)
{
  KomaInitializer initializer = { 0 };
  const KomaShape vector = KOMA_SHAPE (3);
  float           values[3] = { 0 };
  const char     *square[] = { "identity", "orthogonal" };
  g_autoptr (GError) unknown = NULL;

  g_assert_false (koma_initializer_init (&initializer, "sevens", &unknown));
  g_assert_error (unknown, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (unknown->message, ==, "There is no initializer “sevens”");
  for (guint i = 0; i < G_N_ELEMENTS (square); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_true (koma_initializer_init (&initializer, square[i], NULL));
    g_assert_false (koma_initializer_fill (&initializer, &vector, 1, values, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  }
  g_assert_false (koma_initializer_set_number (&initializer, "size", 1, NULL));
  g_assert_false (koma_initializer_set_number (&initializer, "scale", -1, NULL));
  g_assert_false (koma_initializer_set_word (&initializer, "mode", "fan", NULL));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/initializers/moments", test_moments);
  g_test_add_func ("/initializers/exact", test_exact);
  g_test_add_func ("/initializers/orthogonal", test_orthogonal);
  g_test_add_func ("/initializers/variance-scaling", test_variance_scaling);
  g_test_add_func ("/initializers/bad", test_bad);
  return g_test_run ();
}
