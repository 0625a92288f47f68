/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/finite-check.h"
#include "tests/test-main.h"

#include <float.h>

#define MOST 37

static const float numbers[] = { 0, -0.0f, 1, -1, FLT_MAX, -FLT_MAX, FLT_MIN, FLT_TRUE_MIN };
static const float others[] = { INFINITY, -INFINITY, NAN, -NAN };

/* At each place of arrays of each length, wherever they begin. */
static void
test_places (void)
{
  float data[MOST + 1];

  for (gsize i = 0; i <= MOST; i++)
    data[i] = numbers[i % G_N_ELEMENTS (numbers)];
  for (gsize begin = 0; begin < 2; begin++)
    for (gsize n = 0; n <= MOST - begin; n++) {
      g_assert_true (koma_finite_are (data + begin, n));
      for (gsize i = 0; i < n; i++) {
        const float before = data[begin + i];

        data[begin + i] = others[i % G_N_ELEMENTS (others)];
        g_assert_false (koma_finite_are (data + begin, n));
        g_assert_true (koma_finite_are (data + begin, i));
        data[begin + i] = before;
      }
    }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finite-check/places", test_places);
  return g_test_run ();
}
