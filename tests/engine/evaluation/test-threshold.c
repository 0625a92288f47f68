/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/evaluation/threshold.h"
#include "tests/test-main.h"

/* Best scores 0.9 right, 0.8 right, 0.7 wrong, 0.6 right; three of four from 0.6 on. */
static const guint truth[] = { 0, 0, 1, 0 };
static const float scores[] = { 0.6f, 0.4f, 0.8f, 0.2f, 0.7f, 0.3f, 0.9f, 0.1f };

static void
test_found (void)
{
  const KomaThreshold all = koma_threshold_find (truth, scores, 4, 2, 0.75);
  const KomaThreshold sure = koma_threshold_find (truth, scores, 4, 2, 0.95);

  g_assert_true (all.is_reached);
  g_assert_cmpfloat (all.score, ==, 0.6f);
  g_assert_cmpfloat (all.precision, ==, 0.75);
  g_assert_cmpfloat (all.share, ==, 1);
  g_assert_true (sure.is_reached);
  g_assert_cmpfloat (sure.score, ==, 0.8f);
  g_assert_cmpfloat (sure.precision, ==, 1);
  g_assert_cmpfloat (sure.share, ==, 0.5);
}

/* Of equal scores none can be taken without the other. */
static void
test_equal (void)
{
  const guint         of[] = { 0, 1 };
  const float         rows[] = { 0.9f, 0.1f, 0.9f, 0.1f };
  const KomaThreshold none = koma_threshold_find (of, rows, 2, 2, 0.95);

  g_assert_false (none.is_reached);
  g_assert_cmpfloat (none.score, ==, 1);
  g_assert_cmpfloat (none.share, ==, 0);
  g_assert_false (koma_threshold_find (NULL, NULL, 0, 2, 0.5).is_reached);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threshold/found", test_found);
  g_test_add_func ("/threshold/equal", test_equal);
  return g_test_run ();
}
