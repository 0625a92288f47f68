/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/evaluation/evaluation.h"
#include "tests/test-main.h"

#include <math.h>

/* Five pictures of four classes, computed by hand. The last class is never answered, and no picture
 * is of the third. */
static void
test_figures (void)
{
  const guint truth[] = { 0, 0, 1, 1, 3 };
  const float scores[] = {
    0.72f, 0.10f, 0.10f, 0.08f, /* right */
    0.10f, 0.65f, 0.05f, 0.20f, /* 1 for 0, third */
    0.05f, 0.95f, 0.00f, 0.00f, /* right */
    0.10f, 0.75f, 0.10f, 0.05f, /* right */
    0.30f, 0.20f, 0.45f, 0.05f, /* 2 for 3, last */
  };
  g_autoptr (KomaEvaluation) evaluation = koma_evaluation_new (truth, scores, 5, 4);
  const guint expected[] = { 1, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 };

  g_assert_cmpfloat_with_epsilon (evaluation->accuracy, 0.6, 1e-9);
  g_assert_cmpfloat_with_epsilon (evaluation->top_3, 0.8, 1e-9);
  g_assert_cmpmem (evaluation->confusion, sizeof expected, expected, sizeof expected);
  g_assert_cmpfloat_with_epsilon (evaluation->recalls[0], 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (evaluation->recalls[1], 1, 1e-9);
  g_assert_true (isnan (evaluation->recalls[2]));
  g_assert_cmpfloat (evaluation->recalls[3], ==, 0);
  g_assert_cmpfloat_with_epsilon (evaluation->precisions[1], 2.0 / 3, 1e-9);
  g_assert_cmpfloat (evaluation->precisions[2], ==, 0);
  g_assert_true (isnan (evaluation->precisions[3]));
  /* F1: 1 right, 1 missed; 2 right, 1 answered wrongly. */
  g_assert_cmpfloat_with_epsilon (evaluation->f1s[0], 2.0 / 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (evaluation->f1s[1], 0.8, 1e-9);
  g_assert_cmpfloat (evaluation->f1s[3], ==, 0);
  g_assert_cmpuint (koma_evaluation_count_class (evaluation, 1), ==, 2);
  g_assert_cmpuint (evaluation->bins[7].n, ==, 2);
  g_assert_cmpuint (evaluation->bins[7].n_right, ==, 2);
  /* Bins: 0.6 … 0.7: 0.65, wrong; 0.7 …: 0.72 + 0.75, two right; 0.9 …: 0.95, right; 0.4 …: 0.45,
   * wrong. */
  g_assert_cmpfloat_with_epsilon (evaluation->calibration_error,
                                  (0.65 + 0.53 + 0.05 + 0.45) / 5, 1e-6);
}

static void
test_nothing (void)
{
  g_autoptr (KomaEvaluation) evaluation = koma_evaluation_new (NULL, NULL, 0, 2);

  g_assert_true (isnan (evaluation->accuracy));
  g_assert_true (isnan (evaluation->top_3));
  g_assert_true (isnan (evaluation->calibration_error));
  g_assert_cmpuint (evaluation->confusion[0], ==, 0);
}

/* One class: all is right, and every figure is a number. */
static void
test_one_class (void)
{
  const guint truth[] = { 0, 0 };
  const float scores[] = { 1, 0.25f };
  g_autoptr (KomaEvaluation) evaluation = koma_evaluation_new (truth, scores, 2, 1);

  g_assert_cmpfloat (evaluation->accuracy, ==, 1);
  g_assert_cmpfloat (evaluation->top_3, ==, 1);
  g_assert_cmpfloat (evaluation->precisions[0], ==, 1);
  g_assert_cmpfloat (evaluation->recalls[0], ==, 1);
  g_assert_cmpfloat (evaluation->f1s[0], ==, 1);
  g_assert_cmpuint (evaluation->bins[9].n, ==, 1); /* 1 is in the last bin */
  g_assert_cmpfloat_with_epsilon (evaluation->calibration_error, 0.375, 1e-9);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/evaluation/figures", test_figures);
  g_test_add_func ("/evaluation/nothing", test_nothing);
  g_test_add_func ("/evaluation/one-class", test_one_class);
  return g_test_run ();
}
