/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "answer-fixture.h"
#include "worker/take/koma-correction.h"
#include "worker/take/koma-rating.h"
#include "worker/take/koma-said.h"
#include "tests/test-main.h"

static void
test_time (void)
{
  const gint64 then = G_GINT64_CONSTANT (1795975385250000);
  g_autoptr (KomaCorrection) one = koma_correction_new ("cat", "Ada", then);
  g_autoptr (KomaCorrection) none = koma_correction_new ("c\xff", "\xff", G_MAXINT64);
  g_autofree char *time = koma_said_dup_time (one->corrected_us);
  g_autofree char *no_time = koma_said_dup_time (none->corrected_us);

  g_assert_cmpstr (time, ==, "2026-11-29T18:03:05Z");
  g_assert_cmpstr (no_time, ==, "");
  g_assert_true (g_utf8_validate (none->label, -1, NULL));
  g_assert_true (g_utf8_validate (none->author, -1, NULL));
}

static void
test_rating (void)
{
  g_autoptr (KomaRating) rating = koma_rating_new (KOMA_RATING_REJECTED, "A\xff", 5);

  g_assert_cmpstr (rating->author, ==, "A\uFFFD");
  g_assert_cmpint (koma_rating_get_stars (rating), ==, -1);
  g_assert_cmpint (koma_rating_get_stars (NULL), ==, KOMA_RATING_NONE);
}

static void
test_now (void)
{
  const gint64 before = g_get_real_time ();
  g_autoptr (KomaCorrection) one = koma_correction_new_now ("cat");

  g_assert_cmpint (one->corrected_us, >=, before);
  g_assert_cmpstr (one->author, !=, "");
  g_assert_cmpstr (one->author, !=, "Unknown");
}

/* Labels of the model are called as its names say; others as they are. */
static void
test_class (void)
{
  g_autoptr (KomaResult) plain = make_answer ("dog,cat,crane,crane", 0.5);
  char *names[] = { g_strdup ("Hund"), g_strdup ("Katze"), g_strdup ("Kranich"),
                    g_strdup ("Kran"), NULL };
  g_autoptr (KomaLabels) labels =
    koma_labels_new_named (plain->labels, g_memdup2 (names, sizeof names), NULL);
  g_autoptr (KomaResult) result = koma_result_new_named (plain, labels);
  g_autoptr (KomaCorrection) cat = koma_correction_new ("cat", "Ada", 0);
  g_autoptr (KomaCorrection) dog = koma_correction_new ("dog", "Ada", 0);
  g_autoptr (KomaCorrection) crane = koma_correction_new ("crane", "Ada", 0);
  g_autoptr (KomaCorrection) own = koma_correction_new ("my cat", "Ada", 0);

  g_assert_cmpint (koma_correction_find_class (cat, result), ==, 1);
  g_assert_cmpint (koma_correction_find_class (crane, result), ==, 2);
  g_assert_cmpint (koma_correction_find_class (own, result), ==, -1);
  g_assert_cmpstr (koma_correction_get_name (cat, result), ==, "Katze");
  g_assert_cmpstr (koma_correction_get_name (cat, NULL), ==, "cat");
  g_assert_cmpstr (koma_correction_get_name (own, result), ==, "my cat");
  g_assert_null (koma_correction_get_kind (own, result));
  g_assert_true (koma_correction_confirms (dog, result));
  g_assert_false (koma_correction_confirms (cat, result));
  g_assert_false (koma_correction_confirms (dog, NULL));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/correction/rating", test_rating);
  g_test_add_func ("/correction/time", test_time);
  g_test_add_func ("/correction/now", test_now);
  g_test_add_func ("/correction/class", test_class);
  return g_test_run ();
}
