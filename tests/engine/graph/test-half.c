/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/graph/half.h"
#include "engine/graph/nan.h"
#include "tests/test-main.h"

#define N_FINITE 0x7c00

static void
test_known (void)
{
  g_assert_cmpfloat (koma_half_to_float (0x0000), ==, 0);
  g_assert_true (signbit (koma_half_to_float (0x8000)));
  g_assert_cmpfloat (koma_half_to_float (0x7bff), ==, KOMA_HALF_MAX);
  g_assert_cmpfloat (koma_half_to_float (0x0400), ==, 0x1p-14f);
  g_assert_cmpfloat (koma_half_to_float (0x03ff), ==, 0x1.ff8p-15f);
  g_assert_cmpfloat (koma_half_to_float (0x0001), ==, 0x1p-24f);
  g_assert_cmpfloat (koma_half_to_float (0x3555), ==, 0x1.554p-2f);
  g_assert_cmpfloat (koma_half_to_float (0x7c00), ==, INFINITY);
  g_assert_cmpfloat (koma_half_to_float (0xfc00), ==, -INFINITY);
  g_assert_true (isnan (koma_half_to_float (0x7e00)));
  g_assert_true (isnan (koma_half_to_float (0x7c01)));
}

/* Signs and other bits of a NaN are not kept. */
static void
test_nan (void)
{
  for (guint half = 0x7c01; half <= 0x7fff; half++) {
    const float numbers[] = { koma_half_to_float (half), koma_half_to_float (0x8000 | half) };
    guint32     bits[2] = { 0 };

    memcpy (bits, numbers, sizeof bits);
    g_assert_cmphex (bits[0], ==, KOMA_NAN_BITS);
    g_assert_cmphex (bits[1], ==, KOMA_NAN_BITS);
  }
}

/* Every float16 there is. */
static void
test_there_and_back (void)
{
  for (guint half = 0; half <= G_MAXUINT16; half++) {
    float number = koma_half_to_float (half);

    if (isnan (number))
      g_assert_true (isnan (koma_half_to_float (koma_half_from_float (number))));
    else
      g_assert_cmphex (koma_half_from_float (number), ==, half);
  }
}

/* Between two neighbours the middle goes to the even one, and whatever is
 * beside the middle to the nearer. */
static void
test_rounding (void)
{
  for (guint half = 0; half + 1 < N_FINITE; half++) {
    float middle = (koma_half_to_float (half) + koma_half_to_float (half + 1)) / 2;

    g_assert_cmphex (koma_half_from_float (middle), ==, half + half % 2);
    g_assert_cmphex (koma_half_from_float (nextafterf (middle, 0)), ==, half);
    g_assert_cmphex (koma_half_from_float (nextafterf (middle, INFINITY)), ==, half + 1);
    g_assert_cmphex (koma_half_from_float (-middle), ==, 0x8000 | (half + half % 2));
  }
}

static void
test_ends (void)
{
  g_assert_cmphex (koma_half_from_float (65519.996f), ==, 0x7bff);
  g_assert_cmphex (koma_half_from_float (65520), ==, 0x7c00);
  g_assert_cmphex (koma_half_from_float (-1e30f), ==, 0xfc00);
  g_assert_cmphex (koma_half_from_float (INFINITY), ==, 0x7c00);
  g_assert_cmphex (koma_half_from_float (0x1p-25f), ==, 0);
  g_assert_cmphex (koma_half_from_float (0x1.000002p-25f), ==, 1);
  g_assert_cmphex (koma_half_from_float (-1e-45f), ==, 0x8000);
}

static void
test_arrays (void)
{
  const float numbers[] = { 1, -2.5f, 1e9f };
  guint16     halves[3] = { 0 };
  float       found[3] = { 0 };

  koma_half_from_floats (numbers, 3, halves);
  koma_half_to_floats (halves, 3, found);
  g_assert_cmpfloat (found[0], ==, 1);
  g_assert_cmpfloat (found[1], ==, -2.5f);
  g_assert_cmpfloat (found[2], ==, INFINITY);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/half/known", test_known);
  g_test_add_func ("/half/nan", test_nan);
  g_test_add_func ("/half/there-and-back", test_there_and_back);
  g_test_add_func ("/half/rounding", test_rounding);
  g_test_add_func ("/half/ends", test_ends);
  g_test_add_func ("/half/arrays", test_arrays);
  return g_test_run ();
}
