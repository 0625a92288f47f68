/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-feed-progress.h"
#include "tests/test-main.h"

static void
test_progress (void)
{
  KomaFeedProgress progress = { 0 };

  koma_feed_progress_add (&progress, 10);
  koma_feed_progress_estimate (&progress, 0);
  g_assert_cmpfloat (progress.seconds_left, <, 0.0);

  for (guint i = 0; i < 4; i++)
    koma_feed_progress_answer (&progress, i == 0);
  koma_feed_progress_estimate (&progress, 2 * G_USEC_PER_SEC);
  g_assert_cmpuint (progress.n_done, ==, 4);
  g_assert_cmpuint (progress.n_failed, ==, 1);
  g_assert_cmpfloat_with_epsilon (progress.per_second, 2.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (progress.seconds_left, 3.0, 1e-6);

  koma_feed_progress_take_away (&progress, 5);
  g_assert_cmpuint (progress.n_total, ==, 5);
  g_assert_cmpuint (progress.n_open, ==, 1);

  /* What comes while there is something to do is the same run; after that, a new one. */
  koma_feed_progress_add (&progress, 1);
  g_assert_cmpuint (progress.n_total, ==, 6);
  koma_feed_progress_stop (&progress);
  koma_feed_progress_add (&progress, 7);
  g_assert_cmpuint (progress.n_total, ==, 7);
  g_assert_cmpuint (progress.n_done, ==, 0);
}

/* The time of a pause makes nothing slower; a new run is not paused. */
static void
test_paused (void)
{
  KomaFeedProgress progress = { 0 };

  koma_feed_progress_add (&progress, 100);
  koma_feed_progress_estimate (&progress, 0);
  for (guint i = 0; i < 10; i++)
    koma_feed_progress_answer (&progress, FALSE);
  koma_feed_progress_estimate (&progress, G_USEC_PER_SEC);
  koma_feed_progress_set_paused (&progress, TRUE);
  koma_feed_progress_answer (&progress, FALSE);
  koma_feed_progress_estimate (&progress, 2 * G_USEC_PER_SEC);
  g_assert_cmpfloat (progress.per_second, <=, 0);
  g_assert_cmpfloat (progress.seconds_left, <, 0);
  koma_feed_progress_set_paused (&progress, FALSE);
  koma_feed_progress_estimate (&progress, 100 * G_USEC_PER_SEC);
  for (guint i = 0; i < 10; i++)
    koma_feed_progress_answer (&progress, FALSE);
  koma_feed_progress_estimate (&progress, 101 * G_USEC_PER_SEC);
  g_assert_cmpfloat_with_epsilon (progress.per_second, 10, 1e-6);
  koma_feed_progress_set_paused (&progress, TRUE);
  koma_feed_progress_stop (&progress);
  koma_feed_progress_add (&progress, 1);
  g_assert_false (progress.is_paused);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/feed-progress", test_progress);
  g_test_add_func ("/ui/feed-progress/paused", test_paused);
  return g_test_run ();
}
