/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-feed-progress.h"

static void
test_unknown (void)
{
  KomaFeedMeter meter = { 0 };

  g_assert_cmpfloat (koma_feed_meter_get_rate (&meter), ==, 0.0);
  koma_feed_meter_add (&meter, 1000, 3);
  g_assert_cmpfloat (koma_feed_meter_get_rate (&meter), ==, 0.0);
  /* Twice at the same time: nothing to divide by. */
  koma_feed_meter_add (&meter, 1000, 4);
  g_assert_cmpfloat (koma_feed_meter_get_rate (&meter), ==, 0.0);
}

static void
test_window (void)
{
  KomaFeedMeter meter = { 0 };
  guint         count = 0;

  /* Slow for long, then fast: what is long ago no longer counts. */
  for (guint i = 0; i < 100; i++)
    koma_feed_meter_add (&meter, i * G_USEC_PER_SEC, ++count);
  g_assert_cmpfloat_with_epsilon (koma_feed_meter_get_rate (&meter), 1.0, 1e-6);

  for (guint i = 100; i < 100 + KOMA_FEED_METER_N_SAMPLES; i++)
    koma_feed_meter_add (&meter, i * G_USEC_PER_SEC, count += 50);
  g_assert_cmpfloat_with_epsilon (koma_feed_meter_get_rate (&meter), 50.0, 1e-6);

  koma_feed_meter_reset (&meter);
  g_assert_cmpfloat (koma_feed_meter_get_rate (&meter), ==, 0.0);
}

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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/feed-meter/unknown", test_unknown);
  g_test_add_func ("/ui/feed-meter/window", test_window);
  g_test_add_func ("/ui/feed-meter/progress", test_progress);
  return g_test_run ();
}
