/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-feed-progress.h"

#define WINDOW_US (4 * G_USEC_PER_SEC)

/**
 * koma_feed_progress_add:
 * @progress: of a run; zero at first
 * @n_items: more to do
 *
 * Begins a new run if there was nothing left to do.
 */
void
koma_feed_progress_add (KomaFeedProgress *progress,
                        guint             n_items)
{
  if (n_items == 0)
    return;

  if (progress->n_open == 0)
    *progress = (KomaFeedProgress){ .seconds_left = -1.0 };
  progress->n_open += n_items;
  progress->n_total += n_items;
}

/**
 * koma_feed_progress_take_away:
 * @progress: of a run
 * @n_items: open items that were cancelled or removed
 */
void
koma_feed_progress_take_away (KomaFeedProgress *progress,
                              guint             n_items)
{
  progress->n_open -= n_items;
  progress->n_total -= n_items;
}

void
koma_feed_progress_answer (KomaFeedProgress *progress,
                           gboolean          is_failed)
{
  progress->n_open--;
  progress->n_done++;
  progress->n_failed += is_failed;
}

/* The speed is measured anew: the pause would make it less. */
void
koma_feed_progress_set_paused (KomaFeedProgress *progress,
                               gboolean          is_paused)
{
  progress->is_paused = is_paused;
  progress->meter = (KomaRateMeter){ 0 };
  progress->per_second = 0;
  progress->seconds_left = -1;
}

void
koma_feed_progress_stop (KomaFeedProgress *progress)
{
  progress->n_open = 0;
}

/**
 * koma_feed_progress_estimate:
 * @progress: of a run
 * @time_us: now, monotonic
 *
 * Estimates the speed and the time left. Call it at regular intervals.
 */
void
koma_feed_progress_estimate (KomaFeedProgress *progress,
                             gint64            time_us)
{
  if (progress->is_paused)
    return;
  koma_rate_meter_add (&progress->meter, time_us, progress->n_done);
  progress->per_second = koma_rate_meter_get (&progress->meter, time_us - WINDOW_US);
  progress->seconds_left = progress->per_second > 0.0
                             ? progress->n_open / progress->per_second
                             : -1.0;
}
