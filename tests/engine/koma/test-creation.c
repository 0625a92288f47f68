/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
sink (KomaTensor *tensor)
{
  g_assert_nonnull (tensor);
  return g_object_ref_sink (tensor);
}

static void
test_eye (void)
{
  g_autoptr (KomaTensor) wide = sink (koma_tensor_new_eye (KOMA_DTYPE_INT32, 2, 3, NULL));
  g_autoptr (KomaTensor) high = sink (koma_tensor_new_eye (KOMA_DTYPE_FLOAT32, 3, 2, NULL));

  g_assert_cmpint (koma_tensor_get_dtype (wide), ==, KOMA_DTYPE_INT32);
  assert_floats (wide, 1, 0, 0, 0, 1, 0);
  assert_floats (high, 1, 0, 0, 1, 0, 0);
}

static void
test_sequences (void)
{
  g_autoptr (KomaTensor) linspace = sink (koma_tensor_new_linspace (0, 9, 4, NULL));
  g_autoptr (KomaTensor) one = sink (koma_tensor_new_linspace (5, 9, 1, NULL));
  g_autoptr (KomaTensor) up = sink (koma_tensor_new_range (KOMA_DTYPE_INT32, 1, 9, 3, NULL));
  g_autoptr (KomaTensor) down = sink (koma_tensor_new_range (0, 1, -1, -0.5, NULL));
  g_autoptr (KomaTensor) none = sink (koma_tensor_new_range (0, 1, 5, -1, NULL));

  assert_floats (linspace, 0, 3, 6, 9);
  assert_floats (one, 5);
  assert_floats (up, 1, 4, 7);
  assert_floats (down, 1, 0.5f, 0, -0.5f);
  g_assert_cmpuint (koma_tensor_get_size (none), ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_tensor_new_linspace (0, 1, 0, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, 5, 0, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, NAN, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, 1e18, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_clear_error (&error);
  g_assert_null (koma_tensor_new_eye (KOMA_DTYPE_FLOAT32, -1, 2, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

/* Mean and standard deviation of 4,000 numbers; the seed is fixed. */
static void
assert_moments (KomaTensor *tensor,
                double      mean,
                double      deviation,
                double      furthest)
{
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (tensor, &n, NULL);
  double            sum = 0;
  double            squares = 0;

  for (gsize i = 0; i < n; i++) {
    sum += values[i];
    squares += (values[i] - mean) * (values[i] - mean);
    g_assert_cmpfloat (fabs (values[i] - mean), <=, furthest);
  }
  g_assert_cmpfloat (fabs (sum / n - mean), <, 0.1 * deviation);
  g_assert_cmpfloat (fabs (sqrt (squares / n) / deviation - 1), <, 0.05);
}

static KomaTensor *
nested (const char *text,
        int         rank,
        GError    **error)
{
  g_autoptr (GVariant) values = g_variant_parse (NULL, text, NULL, NULL, error);

  g_assert_no_error (*error);
  return koma_tensor_new_nested (values, KOMA_DTYPE_FLOAT32, rank, error);
}

static void
check_nested (const char *text,
              guint       rank,
              gsize       size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = nested (text, -1, &error);

  g_assert_no_error (error);
  g_object_ref_sink (tensor);
  g_assert_cmpuint (koma_tensor_get_rank (tensor), ==, rank);
  g_assert_cmpuint (koma_tensor_get_size (tensor), ==, size);
}

static void
test_nested (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = sink (nested ("[[1.5, 2], [3, 4], [5, 6]]", 2, &error));
  guint rank = 0;

  assert_floats (tensor, 1.5f, 2, 3, 4, 5, 6);
  g_assert_cmpint (koma_tensor_get_shape (tensor, &rank)[0], ==, 3);
  check_nested ("7", 0, 1);
  check_nested ("[true, false]", 1, 2);
  check_nested ("[<1>, <2.5>]", 1, 2);
  check_nested ("@aad []", 1, 0);
  check_nested ("[@ad [], []]", 2, 0);
  check_nested ("[[[[[[1]]]]]]", 6, 1);
}

static void
test_nested_refused (void)
{
  static const struct
  {
    const char *text;
    int         rank;
    KomaError   code;
  } cases[] = {
    { "[1, 2, 3]", 2, KOMA_ERROR_SHAPE },
    { "[[[1]]]", 2, KOMA_ERROR_SHAPE },
    { "[1]", 0, KOMA_ERROR_SHAPE },
    { "[[1, 2], [3]]", -1, KOMA_ERROR_SHAPE },
    { "[<1>, <[2]>]", -1, KOMA_ERROR_SHAPE },
    { "[<[1]>, <2>]", -1, KOMA_ERROR_SHAPE },
    { "[[[[[[[1]]]]]]]", -1, KOMA_ERROR_SHAPE },
    { "['a']", -1, KOMA_ERROR_ARGUMENT },
    { "(1, 2)", -1, KOMA_ERROR_ARGUMENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", cases[i].text);
    g_assert_null (nested (cases[i].text, cases[i].rank, &error));
    g_assert_error (error, KOMA_ERROR, cases[i].code);
  }
}

static void
test_random (void)
{
  g_autoptr (KomaTensor) uniform =
    sink (koma_tensor_new_random_uniform (KOMA_DIMS (40, 100), 2, 8, 7, NULL));
  g_autoptr (KomaTensor) normal =
    sink (koma_tensor_new_random_normal (KOMA_DIMS (4000), 1, 2, 7, NULL));
  g_autoptr (KomaTensor) truncated =
    sink (koma_tensor_new_truncated_normal (KOMA_DIMS (4000), 1, 2, 7, NULL));
  g_autoptr (KomaTensor) again =
    sink (koma_tensor_new_random_uniform (KOMA_DIMS (40, 100), 2, 8, 7, NULL));
  g_autofree char *text = koma_tensor_to_string (uniform, FALSE, NULL);
  g_autofree char *text_again = koma_tensor_to_string (again, FALSE, NULL);

  assert_moments (uniform, 5, 6 / sqrt (12), 3);
  assert_moments (normal, 1, 2, 12);
  assert_moments (truncated, 1, 2 * 0.8796, 4);
  g_assert_cmpstr (text, ==, text_again);
}

static void
test_clone (void)
{
  g_autoptr (KomaTensor) a = sink (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (4), NULL));
  g_autoptr (KomaTensor) b = sink (koma_tensor_clone (a, NULL));

  assert_memory (2, 1, 32);
  koma_tensor_dispose_data (a);
  assert_memory (1, 1, 16);
  assert_floats (b, 1, 1, 1, 1);
}

typedef struct
{
  GAsyncResult *result;
  GMainLoop    *loop;
} Waiting;

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Waiting *waiting = data;

  waiting->result = g_object_ref (result);
  g_main_loop_quit (waiting->loop);
}

static GAsyncResult *
read_and_wait (KomaTensor *tensor)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Waiting waiting = { NULL, loop };

  koma_tensor_read_async (tensor, NULL, read_cb, &waiting);
  g_main_loop_run (loop);
  return waiting.result;
}

static void
test_async (void)
{
  const float wanted[] = { 1, 2 };
  gsize       n = 0;
  g_autoptr (KomaTensor) tensor = sink (koma_tensor_new_1d (wanted, 2, NULL));
  g_autoptr (GAsyncResult) result = read_and_wait (tensor);
  g_autoptr (GAsyncResult) refused = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree float *values = koma_tensor_read_finish (tensor, result, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (values, n * sizeof (float), wanted, sizeof wanted);
  koma_tensor_dispose_data (tensor);
  refused = read_and_wait (tensor);
  g_assert_null (koma_tensor_read_finish (tensor, refused, &n, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/creation/eye", test_eye);
  g_test_add_func ("/creation/sequences", test_sequences);
  g_test_add_func ("/creation/refused", test_refused);
  g_test_add_func ("/creation/nested", test_nested);
  g_test_add_func ("/creation/nested-refused", test_nested_refused);
  g_test_add_func ("/creation/random", test_random);
  g_test_add_func ("/creation/clone", test_clone);
  g_test_add_func ("/creation/async", test_async);
  return g_test_run ();
}
