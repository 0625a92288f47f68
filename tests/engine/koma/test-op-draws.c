/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops that draw numbers: how often, and the same from the same seed. */
#include <math.h>

#include "tests/engine/koma/refused-fixture.h"
#include "tests/test-main.h"

#define N 10000

static KomaTensor *
ones (const int *shape,
      guint      rank)
{
  return koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, shape, rank, NULL);
}

/* (transfer full) */
static float *
read_all (KomaTensor *x)
{
  gsize  n = 0;
  float *values = koma_tensor_read_floats (x, &n, NULL);

  g_assert_nonnull (values);
  g_assert_cmpuint (n, ==, koma_tensor_get_size (x));
  return values;
}

/* A quarter is dropped, the others are a third greater. */
static void
test_dropout (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autofree float *values =
    read_all (koma_tensor_dropout (ones (KOMA_DIMS (N)), 0.25, NULL, 0, 7, NULL));
  g_autofree float *again =
    read_all (koma_tensor_dropout (ones (KOMA_DIMS (N)), 0.25, NULL, 0, 7, NULL));
  g_autofree float *other =
    read_all (koma_tensor_dropout (ones (KOMA_DIMS (N)), 0.25, NULL, 0, 8, NULL));
  guint n_dropped = 0;
  guint n_others = 0;

  for (guint i = 0; i < N; i++) {
    if (values[i] == 0)
      n_dropped++;
    else
      g_assert_cmpfloat_with_epsilon (values[i], 4 / 3.0, 1e-6);
    n_others += values[i] != other[i];
  }
  g_assert_cmpmem (values, N * sizeof (float), again, N * sizeof (float));
  /* Six standard deviations of 43. */
  g_assert_cmpint (ABS ((int) n_dropped - N / 4), <, 260);
  g_assert_cmpuint (n_others, >, N / 4);
  koma_scope_end (scope);
}

/* One number for each row. */
static void
test_noise_shape (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autofree float *values =
    read_all (koma_tensor_dropout (ones (KOMA_DIMS (100, 3)), 0.5, KOMA_DIMS (100, 1), 1, NULL));
  guint n_dropped = 0;

  for (guint row = 0; row < 100; row++) {
    g_assert_cmpfloat (values[3 * row], ==, values[3 * row + 1]);
    g_assert_cmpfloat (values[3 * row], ==, values[3 * row + 2]);
    n_dropped += values[3 * row] == 0;
  }
  g_assert_cmpuint (n_dropped, >, 20);
  g_assert_cmpuint (n_dropped, <, 80);
  koma_scope_end (scope);
}

static KomaTensor *
drop_half (GPtrArray *xs,
           gpointer   data,
           GError   **error)
{
  return koma_tensor_dropout (g_ptr_array_index (xs, 0), 0.5, NULL, 0, 5, error);
}

/* Of what was dropped it is 0. */
static void
test_gradient (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor       *x = ones (KOMA_DIMS (50));
  g_autofree float *values = read_all (koma_tensor_dropout (x, 0.5, NULL, 0, 5, NULL));
  g_autofree float *gradient = read_all (koma_grad (drop_half, NULL, x, NULL, NULL));

  g_assert_cmpmem (values, 50 * sizeof (float), gradient, 50 * sizeof (float));
  koma_scope_end (scope);
}

static void
count_classes (KomaTensor *drawn,
               guint      *counts)
{
  gsize           n = 0;
  g_autofree int *classes = koma_tensor_read_ints (drawn, &n, NULL);

  g_assert_cmpuint (n, ==, N);
  for (guint i = 0; i < N; i++) {
    g_assert_cmpint (classes[i], >=, 0);
    g_assert_cmpint (classes[i], <, 3);
    counts[classes[i]]++;
  }
}

/* Probabilities 0.2, 0 and 0.8, as such and as logarithms that are shifted. */
static void
test_multinomial (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaScope) scope = koma_scope_begin ();
    const float logits[2][3] = { { 0.2f, 0, 0.8f }, { 1000, -HUGE_VALF, 1000 + 1.3862944f } };
    KomaTensor *x = koma_tensor_new_1d (logits[i], 3, NULL);
    guint       counts[3] = { 0 };

    count_classes (koma_tensor_multinomial (x, N, 3, i == 0, NULL), counts);
    g_assert_cmpuint (counts[1], ==, 0);
    g_assert_cmpint (ABS ((int) counts[0] - N / 5), <, 240);
    koma_scope_end (scope);
  }
}

/* Each row has its own; -1000 is never drawn. */
static void
test_rows (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor     *logits = koma_tensor_new_2d (KOMA_VALUES (0, -1000, -1000, 0), 2, 2, NULL);
  KomaTensor     *drawn = koma_tensor_multinomial (logits, 2, 1, FALSE, NULL);
  gsize           n = 0;
  g_autofree int *classes = koma_tensor_read_ints (drawn, &n, NULL);

  g_assert_cmpuint (koma_tensor_get_rank (drawn), ==, 2);
  g_assert_cmpmem (classes, n * sizeof (int), ((int[]){ 0, 0, 1, 1 }), 4 * sizeof (int));
  koma_scope_end (scope);
}

static void
test_refused (void)
{
  assert_refused (koma_tensor_dropout (ones (KOMA_DIMS (2)), 1, NULL, 0, 0, &error),
                  KOMA_ERROR_ARGUMENT, "dropout", "rate is 1");
  assert_refused (koma_tensor_dropout (ones (KOMA_DIMS (2)), 0.5, KOMA_DIMS (3), 0, &error),
                  KOMA_ERROR_SHAPE, "dropout", "noise_shape is [3]");
  assert_refused (koma_tensor_multinomial (ones (KOMA_DIMS (2, 1)), 3, 0, FALSE, &error),
                  KOMA_ERROR_SHAPE, "multinomial", "[2,1]");
  assert_refused (koma_tensor_multinomial (ones (KOMA_DIMS (2)), -1, 0, FALSE, &error),
                  KOMA_ERROR_ARGUMENT, "multinomial", "n_samples is -1");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-draws/dropout", test_dropout);
  g_test_add_func ("/op-draws/noise-shape", test_noise_shape);
  g_test_add_func ("/op-draws/gradient", test_gradient);
  g_test_add_func ("/op-draws/multinomial", test_multinomial);
  g_test_add_func ("/op-draws/rows", test_rows);
  g_test_add_func ("/op-draws/refused", test_refused);
  return g_test_run ();
}
