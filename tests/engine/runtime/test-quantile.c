/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/quantile.h"
#include "tests/test-main.h"

static void
test_quantile (void)
{
  double one[] = { 7 };
  double four[] = { 4, 1, 3, 2 };
  double five[] = { 50, 10, 30, 20, 40 };

  g_assert_cmpfloat (koma_quantile (one, 1, 0), ==, 7);
  g_assert_cmpfloat (koma_quantile (one, 1, 1), ==, 7);
  g_assert_cmpfloat (koma_quantile (four, 4, 0.5), ==, 2.5);
  g_assert_cmpfloat (four[0], ==, 1);
  g_assert_cmpfloat (four[3], ==, 4);
  g_assert_cmpfloat (koma_quantile (five, 5, 0), ==, 10);
  g_assert_cmpfloat (koma_quantile (five, 5, 0.5), ==, 30);
  g_assert_cmpfloat_with_epsilon (koma_quantile (five, 5, 0.95), 48, 1e-9);
  g_assert_cmpfloat (koma_quantile (five, 5, 1), ==, 50);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quantile", test_quantile);
  return g_test_run ();
}
