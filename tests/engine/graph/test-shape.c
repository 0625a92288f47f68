/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/graph/shape.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    const char *expected;
  } cases[] = {
    { "", "[]" },
    { "7", "[7]" },
    { "1,224,224,3", "[1,224,224,3]" },
    { " 1, 0 ,2147483647", "[1,0,2147483647]" },
    { "1,2,3,4,5,6", "[1,2,3,4,5,6]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = NULL;
    KomaShape        shape = { 0 };

    g_assert_true (koma_shape_parse (cases[i].text, &shape, &error));
    g_assert_no_error (error);
    text = koma_shape_to_string (&shape);
    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

static void
test_parse_bad (void)
{
  static const char *const texts[] = {
    ",", "1,", ",1", "1,,2", "a", "1x", "-1", "1.5", "2147483648", "1,2,3,4,5,6,7",
    "99999999999999999999"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    KomaShape shape = KOMA_SHAPE (42);

    g_assert_false (koma_shape_parse (texts[i], &shape, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
    g_assert_nonnull (strstr (error->message, texts[i]));
    g_assert_cmpint (shape.dims[0], ==, 42);
  }
}

static void
test_equal (void)
{
  const KomaShape scalar = KOMA_SHAPE_SCALAR;
  const KomaShape one = KOMA_SHAPE (1);
  const KomaShape a = KOMA_SHAPE (2, 3);
  const KomaShape b = KOMA_SHAPE (2, 4);

  g_assert_true (koma_shape_equal (&scalar, &scalar));
  g_assert_false (koma_shape_equal (&scalar, &one));
  g_assert_true (koma_shape_equal (&a, &a));
  g_assert_false (koma_shape_equal (&a, &b));
}

static void
test_count (void)
{
  const KomaShape scalar = KOMA_SHAPE_SCALAR;
  const KomaShape empty = KOMA_SHAPE (5, 0, 7);
  const KomaShape shape = KOMA_SHAPE (2, 3, 13);
  gsize           strides[3] = { 0 };

  g_assert_cmpuint (koma_shape_count (&scalar), ==, 1);
  g_assert_cmpuint (koma_shape_count (&empty), ==, 0);
  g_assert_cmpuint (koma_shape_count (&shape), ==, 78);
  koma_shape_strides (&shape, strides);
  g_assert_cmpuint (strides[0], ==, 39);
  g_assert_cmpuint (strides[1], ==, 13);
  g_assert_cmpuint (strides[2], ==, 1);
}

static void
test_check (void)
{
  const KomaShape scalar = KOMA_SHAPE_SCALAR;
  const KomaShape empty = KOMA_SHAPE (5, 0, 7);
  const KomaShape largest = KOMA_SHAPE (KOMA_MAX_TENSOR_BYTES / 4);
  gsize           count = 42;

  g_assert_true (koma_shape_check (&scalar, 4, &count, NULL));
  g_assert_cmpuint (count, ==, 1);
  g_assert_true (koma_shape_check (&empty, 4, &count, NULL));
  g_assert_cmpuint (count, ==, 0);
  g_assert_true (koma_shape_check (&largest, 4, &count, NULL));
  g_assert_cmpuint (count, ==, KOMA_MAX_TENSOR_BYTES / 4);
  g_assert_true (koma_shape_check (&largest, 4, NULL, NULL));
}

static void
expect_refusal (KomaShape shape,
                gsize     elem_size,
                KomaError code)
{
  g_autoptr (GError) error = NULL;
  gsize count = 42;

  g_assert_false (koma_shape_check (&shape, elem_size, &count, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  g_assert_cmpuint (count, ==, 42);
}

static void
test_check_bad (void)
{
  const gint64    max = G_MAXINT32;
  const KomaShape no_rank = { .rank = G_MAXUINT };

  expect_refusal (no_rank, 4, KOMA_ERROR_SHAPE);
  expect_refusal (KOMA_SHAPE (1, KOMA_DIM_UNKNOWN, 3), 4, KOMA_ERROR_SHAPE);
  expect_refusal (KOMA_SHAPE (G_MININT64), 4, KOMA_ERROR_SHAPE);
  expect_refusal (KOMA_SHAPE (KOMA_MAX_TENSOR_BYTES / 4 + 1), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (max + 1), 1, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (G_MAXINT64), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (1 << 16, 1 << 16, 1 << 16, 1 << 16), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (max, max, max, max, max, max), 4, KOMA_ERROR_MEMORY);
}

/* Loops over the other dimensions would never end, and their product
 * overflows, although there is nothing in the tensor. */
static void
test_check_vast_and_empty (void)
{
  const gint64 max = G_MAXINT32;

  expect_refusal (KOMA_SHAPE (max + 1, 0), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (0, max + 1), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (max, max, max, 0), 4, KOMA_ERROR_MEMORY);
  expect_refusal (KOMA_SHAPE (0, max, max, max, max), 4, KOMA_ERROR_MEMORY);
}

static void
test_broadcast (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    const char *expected; /* (nullable) */
  } cases[] = {
    { "", "", "[]" },
    { "", "2,3", "[2,3]" },
    { "2,3", "3", "[2,3]" },
    { "2,1,3", "4,1", "[2,4,3]" },
    { "1", "0", "[0]" },
    { "5,0", "1,1", "[5,0]" },
    { "2", "0", NULL },
    { "2,3", "2", NULL },
    { "4,3", "2,3", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint order = 0; order < 2; order++) {
      g_autofree char *text = NULL;
      KomaShape        a = { 0 };
      KomaShape        b = { 0 };
      KomaShape        result = KOMA_SHAPE (42);

      g_assert_true (koma_shape_parse (order ? cases[i].b : cases[i].a, &a, NULL));
      g_assert_true (koma_shape_parse (order ? cases[i].a : cases[i].b, &b, NULL));
      g_assert_cmpint (koma_shape_broadcast (&a, &b, &result), ==, cases[i].expected != NULL);
      text = koma_shape_to_string (&result);
      g_assert_cmpstr (text, ==, cases[i].expected != NULL ? cases[i].expected : "[42]");
    }
}

static void
test_to_string (void)
{
  const KomaShape  open = KOMA_SHAPE (KOMA_DIM_UNKNOWN, 224, KOMA_DIM_UNKNOWN);
  const KomaShape  no_rank = { .rank = G_MAXUINT };
  g_autofree char *text = koma_shape_to_string (&open);
  g_autofree char *unknown = koma_shape_to_string (&no_rank);

  g_assert_cmpstr (text, ==, "[?,224,?]");
  g_assert_cmpstr (unknown, ==, "[unknown]");
  g_assert_false (koma_shape_is_known (&open));
  g_assert_false (koma_shape_is_known (&no_rank));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape/parse", test_parse);
  g_test_add_func ("/shape/parse-bad", test_parse_bad);
  g_test_add_func ("/shape/equal", test_equal);
  g_test_add_func ("/shape/count", test_count);
  g_test_add_func ("/shape/check", test_check);
  g_test_add_func ("/shape/check-bad", test_check_bad);
  g_test_add_func ("/shape/check-vast-and-empty", test_check_vast_and_empty);
  g_test_add_func ("/shape/broadcast", test_broadcast);
  g_test_add_func ("/shape/to-string", test_to_string);
  return g_test_run ();
}
