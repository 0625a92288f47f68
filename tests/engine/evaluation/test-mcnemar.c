/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/evaluation/mcnemar.h"
#include "tests/test-main.h"

#include <math.h>

/* The tails by hand: of 5 pictures, 1 against 4: 2 · (1 + 5) / 32; 0 against 6: 2 / 64. */
static void
test_few (void)
{
  const gboolean    first[] = { TRUE, TRUE, TRUE, TRUE, FALSE, TRUE, FALSE };
  const gboolean    second[] = { FALSE, FALSE, FALSE, FALSE, TRUE, TRUE, FALSE };
  const gboolean    right[] = { TRUE, TRUE, TRUE, TRUE, TRUE, TRUE };
  const gboolean    wrong[6] = { FALSE };
  const KomaMcnemar result = koma_mcnemar_test (first, second, 7);

  g_assert_cmpuint (result.n_first_only, ==, 4);
  g_assert_cmpuint (result.n_second_only, ==, 1);
  g_assert_cmpuint (result.n_both, ==, 1);
  g_assert_cmpuint (result.n_neither, ==, 1);
  g_assert_cmpfloat_with_epsilon (result.p, 0.375, 1e-12);
  g_assert_cmpfloat_with_epsilon (koma_mcnemar_test (wrong, right, 6).p, 0.03125, 1e-12);
}

/* Nothing differs, or as much one way as the other: chance explains all of it. */
static void
test_equal (void)
{
  const gboolean first[] = { TRUE, FALSE };
  const gboolean second[] = { FALSE, TRUE };

  g_assert_cmpfloat (koma_mcnemar_test (NULL, NULL, 0).p, ==, 1);
  g_assert_cmpfloat (koma_mcnemar_test (first, first, 2).p, ==, 1);
  g_assert_cmpfloat (koma_mcnemar_test (first, second, 2).p, ==, 1);
}

/* 2^-4000 is no double. A normal distribution is near: 2050 against 1950 is z = 99 / sqrt (4000).
 * */
static void
test_many (void)
{
  g_autofree gboolean *first = g_new0 (gboolean, 4000);
  g_autofree gboolean *second = g_new0 (gboolean, 4000);

  for (guint i = 0; i < 4000; i++) {
    first[i] = i < 2050;
    second[i] = !first[i];
  }
  g_assert_cmpfloat_with_epsilon (koma_mcnemar_test (first, second, 4000).p,
                                  erfc (99 / sqrt (4000) / sqrt (2)), 1e-4);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcnemar/few", test_few);
  g_test_add_func ("/mcnemar/equal", test_equal);
  g_test_add_func ("/mcnemar/many", test_many);
  return g_test_run ();
}
