/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/graph/array.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "tests/test-main.h"

/* Each test ends with as much memory alive as it began with. */
static void
run (gconstpointer data)
{
  void (*test) (void) = *(void (*const *) (void)) data;
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo after = { 0 };

  koma_memory_get_info (&before);
  test ();
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
}

static void
test_new (void)
{
  static const gsize sizes[] = { 0, 1, 2, 3, 13, 127 };
  const KomaShape    scalar = KOMA_SHAPE_SCALAR;

  for (guint dtype = 0; dtype < KOMA_N_DTYPES; dtype++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
      const KomaShape shape = KOMA_SHAPE (1, sizes[i], 3);
      g_autoptr (KomaArray) tensor = koma_array_new (dtype, &shape, NULL);
      const guint8 *data = tensor->data;

      g_assert_cmpint (tensor->dtype, ==, dtype);
      g_assert_true (koma_shape_equal (&tensor->shape, &shape));
      g_assert_cmpuint (tensor->count, ==, sizes[i] * 3);
      g_assert_cmpuint (koma_array_get_size_bytes (tensor), ==,
                        sizes[i] * 3 * koma_dtype_size (dtype));
      g_assert_cmpuint (GPOINTER_TO_SIZE (data) % KOMA_MEMORY_ALIGNMENT, ==, 0);
      for (gsize k = 0; k < koma_array_get_size_bytes (tensor); k++)
        g_assert_cmpuint (data[k], ==, 0);
    }
  {
    g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_INT32, &scalar, NULL);
    g_assert_cmpuint (tensor->count, ==, 1);
  }
}

static void
test_new_bad (void)
{
  const KomaShape open = KOMA_SHAPE (KOMA_DIM_UNKNOWN);
  const KomaShape vast = KOMA_SHAPE (1 << 20, 1 << 20);
  const KomaShape shape = KOMA_SHAPE (3);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_array_new (KOMA_DTYPE_FLOAT32, &open, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (koma_array_new (KOMA_DTYPE_FLOAT32, &vast, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_clear_error (&error);
  koma_memory_fail_after (1);
  g_assert_null (koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape, "123456789ab", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_clear_error (&error);
  koma_memory_fail_after (1);
  g_assert_null (koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
}

static KomaArray *
make_floats (const KomaShape *shape,
             const float     *values)
{
  return koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, values, NULL);
}

static void
test_new_from_data (void)
{
  const KomaShape empty = KOMA_SHAPE (0, 3);
  const KomaShape shape = KOMA_SHAPE (3);
  float           values[] = { 1, -2.5, 3 };
  g_autoptr (KomaArray) nothing = make_floats (&empty, NULL);
  g_autoptr (KomaArray) tensor = make_floats (&shape, values);

  values[1] = 0;
  g_assert_cmpuint (nothing->count, ==, 0);
  g_assert_cmpfloat (((const float *) tensor->data)[1], ==, -2.5);
}

static void
test_scalar (void)
{
  g_autoptr (KomaArray) real = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 0.5, NULL);
  g_autoptr (KomaArray) number = koma_array_new_scalar (KOMA_DTYPE_INT32, -7, NULL);
  g_autoptr (KomaArray) truth = koma_array_new_scalar (KOMA_DTYPE_BOOL, 5, NULL);
  g_autoptr (KomaArray) byte = koma_array_new_scalar (KOMA_DTYPE_UINT8, 200, NULL);
  g_autoptr (KomaArray) small = koma_array_new_scalar (KOMA_DTYPE_INT8, -100, NULL);

  g_assert_cmpfloat (*(const float *) real->data, ==, 0.5);
  g_assert_cmpint (koma_array_get_int (number, 0), ==, -7);
  g_assert_cmpint (koma_array_get_int (truth, 0), ==, 1);
  g_assert_cmpint (koma_array_get_int (byte, 0), ==, 200);
  g_assert_cmpint (koma_array_get_int (small, 0), ==, -100);
  g_assert_cmpuint (real->shape.rank, ==, 0);
}

static void
test_get_int (void)
{
  const float     values[] = { 2.9f, -2.9f, 1e30f, -1e30f, NAN, INFINITY, 0 };
  const gint64    expected[] = { 2, -2, 0, 0, 0, 0, 0 };
  const KomaShape shape = KOMA_SHAPE (G_N_ELEMENTS (values));
  g_autoptr (KomaArray) tensor = make_floats (&shape, values);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpint (koma_array_get_int (tensor, i), ==, expected[i]);
}

/* A reshaped tensor keeps the data alive. */
static void
test_reshape (void)
{
  const KomaShape flat = KOMA_SHAPE (12);
  const KomaShape square = KOMA_SHAPE (3, 4);
  const KomaShape deep = KOMA_SHAPE (1, 2, 1, 6);
  KomaArray      *tensor = koma_array_new (KOMA_DTYPE_INT32, &flat, NULL);
  KomaArray      *reshaped = koma_array_reshape (tensor, &square, NULL);
  g_autoptr (KomaArray) again = koma_array_reshape (reshaped, &deep, NULL);
  KomaMemoryInfo info = { 0 };

  ((gint32 *) tensor->data)[11] = 42;
  g_assert_true (tensor->data == again->data);
  koma_array_unref (tensor);
  koma_array_unref (reshaped);
  g_assert_cmpint (koma_array_get_int (again, 11), ==, 42);
  g_assert_true (koma_shape_equal (&again->shape, &deep));
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 1);
}

/* A tensor reshaped over and over holds on to the first one alone: freeing
 * the last must not walk along a chain, for that would be recursion. */
static void
test_reshape_chain (void)
{
  const KomaShape shapes[] = { KOMA_SHAPE (12), KOMA_SHAPE (3, 4) };
  KomaArray      *tensor = koma_array_new (KOMA_DTYPE_INT32, &shapes[0], NULL);

  for (guint i = 0; i < 1000000; i++) {
    KomaArray *next = koma_array_reshape (tensor, &shapes[i % 2], NULL);

    koma_array_unref (tensor);
    tensor = next;
  }
  koma_array_unref (tensor);
}

static void
test_reshape_bad (void)
{
  const KomaShape flat = KOMA_SHAPE (12);
  const KomaShape other = KOMA_SHAPE (13);
  const KomaShape open = KOMA_SHAPE (KOMA_DIM_UNKNOWN);
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_INT32, &flat, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_array_reshape (tensor, &other, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==, "Can not reshape [12] to [13]");
  g_clear_error (&error);
  g_assert_null (koma_array_reshape (tensor, &open, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

static gpointer
ref_and_unref (gpointer tensor)
{
  for (guint i = 0; i < 10000; i++)
    koma_array_unref (koma_array_ref (tensor));
  return NULL;
}

static void
test_ref (void)
{
  const KomaShape shape = KOMA_SHAPE (2);
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);
  GThread *threads[4] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("ref", ref_and_unref, tensor);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (tensor->count, ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *path;
    void (*test) (void);
  } tests[] = {
    { "/tensor/new", test_new },
    { "/tensor/new-bad", test_new_bad },
    { "/tensor/new-from-data", test_new_from_data },
    { "/tensor/scalar", test_scalar },
    { "/tensor/get-int", test_get_int },
    { "/tensor/reshape", test_reshape },
    { "/tensor/reshape-chain", test_reshape_chain },
    { "/tensor/reshape-bad", test_reshape_bad },
    { "/tensor/ref", test_ref },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_data_func (tests[i].path, &tests[i].test, run);
  return g_test_run ();
}
