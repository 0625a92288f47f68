/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/evaluation/temperature.h"
#include "tests/test-main.h"

#include <math.h>

/* Three pictures of four are right at 0.9. Softened to p for the best of two, the likelihood is
 * greatest where p is 3/4: 9^(1/T) = 3, T = 2. */
static const guint truth[] = { 0, 0, 1, 1 };
static const float scores[] = { 0.9f, 0.1f, 0.9f, 0.1f, 0.1f, 0.9f, 0.9f, 0.1f };

static void
test_fit (void)
{
  const double temperature = koma_temperature_fit (truth, scores, 4, 2, FALSE);
  const double best = koma_temperature_measure (truth, scores, 4, 2, temperature);

  g_assert_cmpfloat_with_epsilon (temperature, 2, 1e-4);
  g_assert_cmpfloat_with_epsilon (best, -0.75 * log (0.75) - 0.25 * log (0.25), 1e-6);
  g_assert_cmpfloat (koma_temperature_measure (truth, scores, 4, 2, temperature * 1.01), >, best);
  g_assert_cmpfloat (koma_temperature_measure (truth, scores, 4, 2, temperature / 1.01), >, best);
  g_assert_cmpfloat_with_epsilon (koma_temperature_measure (truth, scores, 4, 2, 1),
                                  -0.75 * log (0.9) - 0.25 * log (0.1), 1e-6);
}

/* All are right: the likelihood alone would have the least temperature there is. */
static void
test_prior (void)
{
  const double hardest = koma_temperature_fit (truth, scores, 2, 2, FALSE);

  g_assert_cmpfloat (hardest, <, 0.1);
  g_assert_cmpfloat (koma_temperature_fit (truth, scores, 2, 2, TRUE), >, 0.3);
  g_assert_cmpfloat (koma_temperature_fit (NULL, NULL, 0, 2, TRUE), ==, 1);
  g_assert_true (isnan (koma_temperature_measure (NULL, NULL, 0, 2, 1)));
}

static void
test_apply (void)
{
  float row[] = { 0.9f, 0.1f };
  float untouched[] = { 0.9f, 0.8f };
  float zeros[] = { 0, 0 };
  float unknown[] = { NAN, 0.5f, 0.5f };

  koma_temperature_apply (2, row, 2);
  g_assert_cmpfloat_with_epsilon (row[0], 0.75, 1e-6);
  g_assert_cmpfloat_with_epsilon (row[1], 0.25, 1e-6);
  koma_temperature_apply (1, untouched, 2);
  g_assert_cmpfloat (untouched[1], ==, 0.8f);
  koma_temperature_apply (2, zeros, 2);
  g_assert_cmpfloat (zeros[0], ==, 0.5f);
  koma_temperature_apply (2, unknown, 3);
  g_assert_true (isnan (unknown[0]));
  g_assert_cmpfloat (unknown[1], ==, 0.5f);
}

/* A picture whose truth has a score of 0 costs much, and the costs stay finite. */
static void
test_zero (void)
{
  const guint of[] = { 1 };
  const float row[] = { 1, 0 };

  g_assert_true (isfinite (koma_temperature_measure (of, row, 1, 2, 1)));
  g_assert_cmpfloat_with_epsilon (koma_temperature_fit (of, row, 1, 2, FALSE), KOMA_MAX_TEMPERATURE,
                                  1e-3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/temperature/fit", test_fit);
  g_test_add_func ("/temperature/prior", test_prior);
  g_test_add_func ("/temperature/apply", test_apply);
  g_test_add_func ("/temperature/zero", test_zero);
  return g_test_run ();
}
