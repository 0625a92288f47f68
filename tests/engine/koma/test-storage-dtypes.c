/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dtypes that numbers are stored in: they are kept where elements move alone, and computed with as
 * int32 or float32. */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
new_bytes (void)
{
  const double values[] = { 1, 200, 255 };

  return koma_tensor_new_typed (KOMA_DTYPE_UINT8, values, 3, KOMA_DIMS (3), NULL);
}

static void
assert_ints (KomaTensor *tensor,
             KomaDType   dtype,
             const int  *wanted,
             gsize       n_wanted)
{
  gsize           n = 0;
  g_autofree int *found = koma_tensor_read_ints (tensor, &n, NULL);

  g_assert_cmpint (koma_tensor_get_dtype (tensor), ==, dtype);
  g_assert_cmpmem (found, n * sizeof *found, wanted, n_wanted * sizeof *wanted);
}

#define ASSERT_INTS(tensor, dtype, ...)                         \
  assert_ints ((tensor), (dtype), (const int[]){ __VA_ARGS__ }, \
               G_N_ELEMENTS (((const int[]){ __VA_ARGS__ })))

static void
test_bytes_computed (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *bytes = new_bytes ();

  ASSERT_INTS (koma_tensor_add (bytes, bytes, NULL), KOMA_DTYPE_INT32, 2, 400, 510);
  ASSERT_INTS (koma_tensor_square (bytes, NULL), KOMA_DTYPE_INT32, 1, 40000, 65025);
  ASSERT_INTS (koma_tensor_sum (bytes, NULL, 0, FALSE, NULL), KOMA_DTYPE_INT32, 456);
  ASSERT_INTS (koma_tensor_max (bytes, NULL, 0, FALSE, NULL), KOMA_DTYPE_INT32, 255);
  ASSERT_INTS (koma_tensor_greater (bytes, koma_tensor_reverse (bytes, NULL, 0, NULL), NULL),
               KOMA_DTYPE_BOOL, 0, 0, 1);
  assert_floats (koma_tensor_mul (bytes, koma_tensor_new_scalar (0.5f, NULL), NULL), 0.5f, 100,
                 127.5f);
  assert_floats (koma_tensor_sqrt (bytes, NULL), 1, sqrtf (200), sqrtf (255));
}

static void
test_bytes_kept (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *bytes = new_bytes ();
  KomaTensor                 *both[] = { bytes, bytes };

  assert_memory (1, 1, 3);
  ASSERT_INTS (koma_tensor_concat (both, 2, 0, NULL), KOMA_DTYPE_UINT8, 1, 200, 255, 1, 200, 255);
  ASSERT_INTS (koma_tensor_slice (bytes, (int[]){ 1 }, 1, (int[]){ 2 }, 1, NULL),
               KOMA_DTYPE_UINT8, 200, 255);
  ASSERT_INTS (koma_tensor_clone (bytes, NULL), KOMA_DTYPE_UINT8, 1, 200, 255);
  ASSERT_INTS (koma_tensor_cast (bytes, KOMA_DTYPE_INT8, NULL), KOMA_DTYPE_INT8, 1, -56, -1);
  ASSERT_INTS (koma_tensor_cast (koma_tensor_new_1d ((float[]){ 1.5f, 300, -2 }, 3, NULL),
                                 KOMA_DTYPE_UINT8, NULL),
               KOMA_DTYPE_UINT8, 1, 255, 0);
}

/* 0.1 is 0x2e66 there; 1e6 is too much. */
static const double half_values[] = { 0.1, -2, 1e6, 2049 };
static const float  half_floats[] = { 0.0999755859375f, -2, INFINITY, 2048 };

static KomaTensor *
new_halves (void)
{
  return koma_tensor_new_typed (KOMA_DTYPE_FLOAT16, half_values, 4, KOMA_DIMS (2, 2), NULL);
}

static void
assert_halves (KomaTensor *tensor)
{
  gsize             n = 0;
  g_autofree float *found = koma_tensor_read_floats (tensor, &n, NULL);

  g_assert_cmpmem (found, n * sizeof *found, half_floats, sizeof half_floats);
}

static void
test_halves_stored (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *halves = new_halves ();
  g_autofree char            *text = koma_tensor_to_string (halves, FALSE, NULL);
  g_autoptr (GError) error = NULL;

  assert_memory (1, 1, 8);
  assert_halves (halves);
  g_assert_cmpstr (text, ==, "Tensor\n    [[0.0999756, -2  ],\n     [Infinity , 2048]]");
  g_assert_null (koma_tensor_read_ints (halves, &(gsize){ 0 }, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* What moves no element shares the data; a cast to float32 is exact. */
static void
test_halves_kept (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *halves = new_halves ();
  KomaTensor                 *kept[] = { koma_tensor_clone (halves, NULL),
                                         koma_tensor_flatten (halves, NULL),
                                         koma_tensor_cast (halves, KOMA_DTYPE_FLOAT16, NULL) };
  KomaTensor                 *wide = NULL;

  assert_memory (4, 1, 32);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++) {
    g_assert_cmpint (koma_tensor_get_dtype (kept[i]), ==, KOMA_DTYPE_FLOAT16);
    assert_halves (kept[i]);
  }
  wide = koma_tensor_cast (halves, KOMA_DTYPE_FLOAT32, NULL);
  g_assert_cmpint (koma_tensor_get_dtype (wide), ==, KOMA_DTYPE_FLOAT32);
  assert_halves (wide);
  assert_halves (koma_tensor_cast (wide, KOMA_DTYPE_FLOAT16, NULL));
  ASSERT_INTS (koma_tensor_cast (halves, KOMA_DTYPE_INT32, NULL), KOMA_DTYPE_INT32, 0, -2, G_MAXINT,
               2048);
  assert_floats (koma_tensor_cast (koma_tensor_new_ints ((int[]){ 7 }, 1, NULL, 0, NULL),
                                   KOMA_DTYPE_FLOAT16, NULL),
                 7);
}

/* As float32; a variable keeps its dtype. */
static void
test_halves_computed (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *halves = new_halves ();
  KomaTensor                 *sum = koma_tensor_add (halves, halves, NULL);
  g_autoptr (KomaVariable) variable = koma_variable_new (halves, TRUE, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (koma_tensor_get_dtype (sum), ==, KOMA_DTYPE_FLOAT32);
  assert_floats (sum, 0.199951171875f, -4, INFINITY, 4096);
  assert_floats (koma_tensor_transpose (halves, NULL, 0, NULL), 0.0999755859375f, INFINITY, -2,
                 2048);
  g_assert_false (koma_variable_assign (variable, sum, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_true (koma_variable_assign (variable, koma_tensor_cast (sum, KOMA_DTYPE_FLOAT16, NULL),
                                       NULL));
  assert_floats (KOMA_TENSOR (variable), 0.199951171875f, -4, INFINITY, 4096);
}

/* A factor that no tape watches. */
static void
test_halves_traced (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  KomaTensor *halves = new_halves ();
  KomaTensor *x = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (2, 2), NULL);
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_tape_watch (tape, x, NULL));
  gradients = koma_tape_gradient (tape, koma_tensor_mul (x, halves, NULL), NULL, &x, 1, NULL);
  assert_halves (gradients->pdata[0]);
  g_assert_false (koma_tape_watch (tape, halves, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/storage-dtypes/bytes/computed", test_bytes_computed);
  g_test_add_func ("/storage-dtypes/bytes/kept", test_bytes_kept);
  g_test_add_func ("/storage-dtypes/halves/stored", test_halves_stored);
  g_test_add_func ("/storage-dtypes/halves/kept", test_halves_kept);
  g_test_add_func ("/storage-dtypes/halves/computed", test_halves_computed);
  g_test_add_func ("/storage-dtypes/halves/traced", test_halves_traced);
  return g_test_run ();
}
