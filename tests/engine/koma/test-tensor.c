/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static void
assert_shape (KomaTensor *tensor,
              const int  *shape,
              guint       rank)
{
  guint      found_rank = 0;
  const int *found = koma_tensor_get_shape (tensor, &found_rank);

  g_assert_cmpmem (found, found_rank * sizeof (int), shape, rank * sizeof (int));
  g_assert_cmpuint (koma_tensor_get_rank (tensor), ==, rank);
}

static KomaTensor *
sink (KomaTensor *tensor)
{
  g_assert_nonnull (tensor);
  g_assert_true (g_object_is_floating (tensor));
  return g_object_ref_sink (tensor);
}

static void
test_new (void)
{
  const float values[] = { 1, 2, 3, 10, 20, 30 };
  g_autoptr (KomaTensor) tensor = sink (koma_tensor_new (values, 6, KOMA_DIMS (2, 3), NULL));
  g_autoptr (KomaTensor) scalar = sink (koma_tensor_new_scalar (2.5f, NULL));
  g_autoptr (KomaTensor) empty = sink (koma_tensor_new (NULL, 0, KOMA_DIMS (0, 3), NULL));

  assert_shape (tensor, KOMA_DIMS (2, 3));
  g_assert_cmpint (koma_tensor_get_dtype (tensor), ==, KOMA_DTYPE_FLOAT32);
  g_assert_cmpuint (koma_tensor_get_size (tensor), ==, 6);
  assert_floats (tensor, 1, 2, 3, 10, 20, 30);
  assert_shape (scalar, NULL, 0);
  assert_floats (scalar, 2.5f);
  assert_shape (empty, KOMA_DIMS (0, 3));
  g_assert_cmpuint (koma_tensor_get_size (empty), ==, 0);
}

static void
test_ranks (void)
{
  const float values[] = { 1, 2, 3, 4 };
  KomaTensor *tensors[] = {
    koma_tensor_new_1d (values, 4, NULL),
    koma_tensor_new_2d (values, 4, 2, 2, NULL),
    koma_tensor_new_3d (values, 4, 2, 1, 2, NULL),
    koma_tensor_new_4d (values, 4, 1, 2, 2, 1, NULL),
    koma_tensor_new_5d (values, 4, 1, 1, 2, 1, 2, NULL),
    koma_tensor_new_6d (values, 4, 4, 1, 1, 1, 1, 1, NULL),
  };

  assert_shape (tensors[0], KOMA_DIMS (4));
  assert_shape (tensors[1], KOMA_DIMS (2, 2));
  assert_shape (tensors[2], KOMA_DIMS (2, 1, 2));
  assert_shape (tensors[3], KOMA_DIMS (1, 2, 2, 1));
  assert_shape (tensors[4], KOMA_DIMS (1, 1, 2, 1, 2));
  assert_shape (tensors[5], KOMA_DIMS (4, 1, 1, 1, 1, 1));
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++) {
    assert_floats (tensors[i], 1, 2, 3, 4);
    g_object_unref (tensors[i]);
  }
}

static void
test_dtypes (void)
{
  const double values[] = { -1.9, 0, 2.9 };
  const int    ints[] = { G_MININT, G_MAXINT };
  const int    cut[] = { -1, 0, 2 };
  gsize        n = 0;
  g_autoptr (KomaTensor) whole =
    sink (koma_tensor_new_typed (KOMA_DTYPE_INT32, values, 3, KOMA_DIMS (3), NULL));
  g_autoptr (KomaTensor) truth =
    sink (koma_tensor_new_typed (KOMA_DTYPE_BOOL, values, 3, KOMA_DIMS (3), NULL));
  g_autoptr (KomaTensor) wide = sink (koma_tensor_new_ints (ints, 2, KOMA_DIMS (2), NULL));
  g_autoptr (KomaTensor) bytes =
    sink (koma_tensor_new_fill (KOMA_DTYPE_UINT8, KOMA_DIMS (2), 255, NULL));
  g_autoptr (KomaTensor) ones = sink (koma_tensor_new_ones (KOMA_DTYPE_INT8, NULL, 0, NULL));
  g_autofree int *read = koma_tensor_read_ints (whole, &n, NULL);
  g_autofree int *read_wide = koma_tensor_read_ints (wide, &n, NULL);

  g_assert_cmpmem (read, 3 * sizeof (int), cut, sizeof cut);
  g_assert_cmpmem (read_wide, n * sizeof (int), ints, sizeof ints);
  assert_floats (truth, 1, 0, 1);
  assert_floats (bytes, 255, 255);
  assert_floats (ones, 1);
}

/* Elements as they lie in memory, at an odd address too; bool is 0 or 1. */
static void
test_memory (void)
{
  const gint32 ints[] = { G_MININT, 7 };
  const guint8 truth[] = { 0, 2, 255 };
  guint8       odd[1 + sizeof ints];
  g_autoptr (KomaTensor) whole = NULL;
  g_autoptr (KomaTensor) flags = sink (
    koma_tensor_new_from_memory (KOMA_DTYPE_BOOL, truth, sizeof truth, KOMA_DIMS (3, 1), NULL));
  g_autoptr (KomaTensor) none =
    sink (koma_tensor_new_from_memory (KOMA_DTYPE_FLOAT16, NULL, 0, KOMA_DIMS (2, 0), NULL));
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) no_bytes = koma_tensor_read_bytes (none, NULL);

  memcpy (odd + 1, ints, sizeof ints);
  whole = koma_tensor_new_from_memory (KOMA_DTYPE_INT32, odd + 1, sizeof ints, KOMA_DIMS (2), NULL);
  sink (whole);
  bytes = koma_tensor_read_bytes (whole, NULL);
  assert_floats (flags, 0, 1, 1);
  g_assert_cmpuint (g_bytes_get_size (no_bytes), ==, 0);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), ints, sizeof ints);
}

/* What was read is a tensor again, and one of its own. */
static void
test_from_bytes (void)
{
  const float values[] = { 1, -2, 3.5 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = sink (koma_tensor_new (values, 3, KOMA_DIMS (3), NULL));
  g_autoptr (GBytes) bytes = koma_tensor_read_bytes (tensor, NULL);
  g_autoptr (GBytes) no_bytes = g_bytes_new (NULL, 0);
  g_autoptr (KomaTensor) column =
    sink (koma_tensor_new_from_bytes (KOMA_DTYPE_FLOAT32, bytes, KOMA_DIMS (3, 1), NULL));
  g_autoptr (KomaTensor) none =
    sink (koma_tensor_new_from_bytes (KOMA_DTYPE_INT32, no_bytes, KOMA_DIMS (0), NULL));
  g_autoptr (GBytes) copied = koma_tensor_read_bytes (column, NULL);

  assert_floats (column, 1, -2, 3.5);
  g_assert_cmpuint (koma_tensor_get_rank (column), ==, 2);
  g_assert_true (g_bytes_get_data (copied, NULL) != g_bytes_get_data (bytes, NULL));
  g_assert_cmpuint (koma_tensor_get_size (none), ==, 0);
  g_assert_null (koma_tensor_new_from_bytes (KOMA_DTYPE_INT32, bytes, KOMA_DIMS (2), &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

/* They are the tensor's own memory, which they keep, and no tensor that counts. */
static void
test_bytes (void)
{
  const float values[] = { 1, 2, 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = sink (koma_tensor_new (values, 3, KOMA_DIMS (3), NULL));
  g_autoptr (KomaTensor) row = sink (koma_tensor_reshape (tensor, KOMA_DIMS (1, 3), NULL));
  g_autoptr (GBytes) bytes = koma_tensor_read_bytes (tensor, NULL);
  g_autoptr (GBytes) same = koma_tensor_read_bytes (row, NULL);

  g_assert_true (g_bytes_get_data (bytes, NULL) == g_bytes_get_data (same, NULL));
  koma_tensor_dispose_data (tensor);
  koma_tensor_dispose_data (row);
  assert_memory (0, 0, 0);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), values,
                   sizeof values);
  g_assert_null (koma_tensor_read_bytes (tensor, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_null (koma_tensor_read_bytes (NULL, NULL));
}

static void
assert_refused (KomaTensor *tensor,
                GError    **error,
                KomaError   code)
{
  g_assert_null (tensor);
  g_assert_error (*error, KOMA_ERROR, code);
  g_clear_error (error);
}

static void
test_refused (void)
{
  const float  values[3] = { 0 };
  const double high = 256;
  const double nan = NAN;
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  g_autoptr (KomaTensor) floats = NULL;

  assert_refused (koma_tensor_new (values, 3, KOMA_DIMS (2, 2), &error), &error,
                  KOMA_ERROR_SHAPE);
  assert_refused (koma_tensor_new_zeros (0, KOMA_DIMS (-1), &error), &error, KOMA_ERROR_SHAPE);
  assert_refused (koma_tensor_new_zeros (0, KOMA_DIMS (1, 1, 1, 1, 1, 1, 1), &error), &error,
                  KOMA_ERROR_SHAPE);
  assert_refused (koma_tensor_new_zeros (0, KOMA_DIMS (G_MAXINT, G_MAXINT), &error), &error,
                  KOMA_ERROR_MEMORY);
  assert_refused (koma_tensor_new_zeros (KOMA_N_DTYPES, KOMA_DIMS (1), &error), &error,
                  KOMA_ERROR_ARGUMENT);
  assert_refused (
    koma_tensor_new_from_memory (KOMA_N_DTYPES, values, 4, KOMA_DIMS (1), &error), &error,
    KOMA_ERROR_ARGUMENT);
  assert_refused (koma_tensor_new_from_memory (0, values, 11, KOMA_DIMS (3), &error), &error,
                  KOMA_ERROR_SHAPE);
  assert_refused (koma_tensor_new_typed (KOMA_DTYPE_UINT8, &high, 1, NULL, 0, &error), &error,
                  KOMA_ERROR_ARGUMENT);
  assert_refused (koma_tensor_new_typed (KOMA_DTYPE_INT32, &nan, 1, NULL, 0, &error), &error,
                  KOMA_ERROR_ARGUMENT);
  floats = sink (koma_tensor_new (values, 3, KOMA_DIMS (3), NULL));
  g_assert_null (koma_tensor_read_ints (floats, &n, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

static void
test_disposed (void)
{
  g_autoptr (KomaTensor) tensor =
    sink (koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (2, 3), NULL));
  g_autoptr (GError) error = NULL;
  gsize n = 0;

  assert_memory (1, 1, 24);
  koma_tensor_dispose_data (tensor);
  assert_memory (0, 0, 0);
  koma_tensor_dispose_data (tensor);
  assert_memory (0, 0, 0);
  g_assert_true (koma_tensor_is_disposed (tensor));
  assert_shape (tensor, KOMA_DIMS (2, 3));
  g_assert_null (koma_tensor_read_floats (tensor, &n, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  assert_refused (koma_tensor_add (tensor, tensor, &error), &error, KOMA_ERROR_ARGUMENT);
}

/* Calls nest: the inner error is the one that is told, and nothing else happens. */
static void
test_chained (void)
{
  const float e[] = { 1, 2, 3, 4 };
  const float f[] = { 5, 6, 7, 8 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) a = sink (koma_tensor_new_2d (e, 4, 2, 2, &error));
  g_autoptr (KomaTensor) b = sink (koma_tensor_new_2d (f, 4, 2, 2, &error));
  g_autoptr (KomaTensor) row = sink (koma_tensor_new_1d (e, 2, &error));
  g_autoptr (KomaTensor) three = sink (koma_tensor_new_1d (e, 3, &error));
  g_autoptr (KomaTensor) sum = sink (koma_tensor_add (a, b, &error));
  g_autoptr (KomaTensor) squares = sink (koma_tensor_square (sum, &error));
  g_autoptr (KomaTensor) broadcast = sink (koma_tensor_add (a, row, &error));

  g_assert_no_error (error);
  assert_floats (squares, 36, 64, 100, 144);
  assert_floats (broadcast, 2, 4, 4, 6);
  assert_refused (koma_tensor_square (koma_tensor_add (a, three, &error), &error), &error,
                  KOMA_ERROR_SHAPE);
}

static gpointer
dispose_elsewhere (gpointer tensor)
{
  assert_memory (0, 0, 0);
  g_object_unref (tensor);
  return NULL;
}

/* A tensor is counted where it was made, wherever it ends. */
static void
test_threads (void)
{
  KomaTensor *tensor = sink (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (4), NULL));

  assert_memory (1, 1, 16);
  g_thread_join (g_thread_new ("other", dispose_elsewhere, tensor));
  assert_memory (0, 0, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensor/new", test_new);
  g_test_add_func ("/tensor/ranks", test_ranks);
  g_test_add_func ("/tensor/dtypes", test_dtypes);
  g_test_add_func ("/tensor/memory", test_memory);
  g_test_add_func ("/tensor/from-bytes", test_from_bytes);
  g_test_add_func ("/tensor/bytes", test_bytes);
  g_test_add_func ("/tensor/refused", test_refused);
  g_test_add_func ("/tensor/disposed", test_disposed);
  g_test_add_func ("/tensor/chained", test_chained);
  g_test_add_func ("/tensor/threads", test_threads);
  return g_test_run ();
}
