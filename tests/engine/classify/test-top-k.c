/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/classify/top-k.h"
#include "tests/test-main.h"

#include <math.h>
#include <stdlib.h>

static void
assert_top (const float *scores,
            guint        n_classes,
            guint        k,
            const guint *expected,
            guint        n_expected)
{
  g_autofree KomaClassScore *top = g_new0 (KomaClassScore, k + 1);

  g_assert_cmpuint (koma_top_k (scores, n_classes, k, top), ==, n_expected);
  for (guint i = 0; i < n_expected; i++) {
    g_assert_cmpuint (top[i].index, ==, expected[i]);
    g_assert_cmpfloat (top[i].score, ==, scores[expected[i]]);
  }
}

static void
test_order (void)
{
  static const float scores[] = { 0.1f, 0.5f, 0.05f, 0.3f, 0.05f };
  static const guint expected[] = { 1, 3, 0, 2, 4 };

  for (guint k = 0; k <= 5; k++)
    assert_top (scores, 5, k, expected, k);
  assert_top (scores, 5, 9, expected, 5);
  assert_top (scores, 0, 3, NULL, 0);
}

static void
test_ties (void)
{
  static const float scores[] = { 1, 2, 2, 1, 2, 1 };
  static const guint expected[] = { 1, 2, 4, 0, 3, 5 };

  for (guint k = 1; k <= 6; k++)
    assert_top (scores, 6, k, expected, k);
}

static void
test_nan (void)
{
  static const float scores[] = { NAN, 0.2f, NAN, INFINITY, -INFINITY, NAN };
  static const float nothing[] = { NAN, NAN };
  static const guint expected[] = { 3, 1, 4 };

  assert_top (scores, 6, 2, expected, 2);
  assert_top (scores, 6, 6, expected, 3);
  assert_top (nothing, 2, 2, NULL, 0);
}

static int
compare_best_first (gconstpointer a,
                    gconstpointer b)
{
  const KomaClassScore *first = a;
  const KomaClassScore *second = b;

  if (first->score != second->score)
    return first->score > second->score ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

static void
test_against_sorting (void)
{
  KomaClassScore sorted[127];
  KomaClassScore top[127];
  float          scores[127];

  for (guint round = 0; round < 200; round++) {
    const guint n = (guint) g_test_rand_int_range (1, 128);
    const guint k = (guint) g_test_rand_int_range (1, 128);
    guint       n_found = 0;

    for (guint i = 0; i < n; i++) {
      scores[i] = (float) g_test_rand_int_range (0, 20);
      sorted[i] = (KomaClassScore){ i, scores[i] };
    }
    qsort (sorted, n, sizeof *sorted, compare_best_first);
    n_found = koma_top_k (scores, n, k, top);
    g_assert_cmpuint (n_found, ==, MIN (n, k));
    for (guint i = 0; i < n_found; i++)
      g_assert_cmpuint (top[i].index, ==, sorted[i].index);
  }
}

static void
test_normalize (void)
{
  float logits[] = { 1000.0f, 1000.0f, -1000.0f, 999.0f };
  float logarithms[] = { 0.0f, -INFINITY, -1.0f };
  float probabilities[] = { 0.25f, 0.75f };
  float infinite[] = { INFINITY, 0.0f, INFINITY };
  float damaged[] = { 1.0f, NAN, 1.0f };

  koma_scores_normalize (KOMA_SCORES_LOGITS, logits, 4);
  g_assert_cmpfloat_with_epsilon (logits[0], 0.42231879825, 1e-7);
  g_assert_cmpfloat_with_epsilon (logits[3], 0.15536240349, 1e-7);
  g_assert_cmpfloat (logits[2], ==, 0.0f);

  koma_scores_normalize (KOMA_SCORES_LOG, logarithms, 3);
  g_assert_cmpfloat (logarithms[0], ==, 1.0f);
  g_assert_cmpfloat (logarithms[1], ==, 0.0f);
  g_assert_cmpfloat_with_epsilon (logarithms[2], 0.36787944117, 1e-7);

  koma_scores_normalize (KOMA_SCORES_PROBABILITIES, probabilities, 2);
  g_assert_cmpfloat (probabilities[1], ==, 0.75f);

  koma_scores_normalize (KOMA_SCORES_LOGITS, infinite, 3);
  g_assert_cmpfloat (infinite[0], ==, 0.5f);
  g_assert_cmpfloat (infinite[1], ==, 0.0f);

  koma_scores_normalize (KOMA_SCORES_LOGITS, damaged, 3);
  g_assert_cmpfloat (damaged[0], ==, 0.5f);
  g_assert_true (isnan (damaged[1]));
}

/* The temperature counts after the output was read; a recipe without one is at 1. */
static void
test_temperature (void)
{
  KomaRecipe recipe = { .scores = KOMA_SCORES_LOGITS, .temperature = 2 };
  float      scores[] = { logf (81), 0 };
  float      plain[] = { 0.9f, 0.8f };

  koma_recipe_read_scores (&recipe, scores, 2);
  g_assert_cmpfloat_with_epsilon (scores[0], 0.9, 1e-6);
  g_assert_cmpfloat_with_epsilon (scores[1], 0.1, 1e-6);
  recipe = (KomaRecipe){ .scores = KOMA_SCORES_PROBABILITIES };
  koma_recipe_read_scores (&recipe, plain, 2);
  g_assert_cmpfloat (plain[1], ==, 0.8f);
}

/* Each class has a score of its own; a temperature softens it alone. */
static void
test_multi_label (void)
{
  KomaRecipe recipe = { .scores = KOMA_SCORES_MULTI_LABEL, .temperature = 1 };
  float      scores[] = { logf (3), 0, -INFINITY, NAN };
  float      softened[] = { logf (81), logf (81) };

  koma_recipe_read_scores (&recipe, scores, 4);
  g_assert_cmpfloat_with_epsilon (scores[0], 0.75, 1e-6);
  g_assert_cmpfloat_with_epsilon (scores[1], 0.5, 1e-6);
  g_assert_cmpfloat (scores[2], ==, 0);
  g_assert_true (isnan (scores[3]));
  recipe.temperature = 2;
  koma_recipe_read_scores (&recipe, softened, 2);
  g_assert_cmpfloat_with_epsilon (softened[0], 0.9, 1e-6);
  g_assert_cmpfloat_with_epsilon (softened[1], 0.9, 1e-6);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/top-k/order", test_order);
  g_test_add_func ("/top-k/ties", test_ties);
  g_test_add_func ("/top-k/nan", test_nan);
  g_test_add_func ("/top-k/against-sorting", test_against_sorting);
  g_test_add_func ("/top-k/normalize", test_normalize);
  g_test_add_func ("/top-k/temperature", test_temperature);
  g_test_add_func ("/top-k/multi-label", test_multi_label);
  return g_test_run ();
}
