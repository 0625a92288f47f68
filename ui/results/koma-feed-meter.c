/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-feed-meter.h"

void
koma_feed_meter_reset (KomaFeedMeter *meter)
{
  meter->n_added = 0;
}

void
koma_feed_meter_add (KomaFeedMeter *meter,
                     gint64         time_us,
                     guint          count)
{
  guint at = meter->n_added++ % KOMA_FEED_METER_N_SAMPLES;

  meter->samples[at].time_us = time_us;
  meter->samples[at].count = count;
}

double
koma_feed_meter_get_rate (const KomaFeedMeter *meter)
{
  guint  n_samples = MIN (meter->n_added, KOMA_FEED_METER_N_SAMPLES);
  guint  newest = 0, oldest = 0;
  double seconds = 0.0;

  if (n_samples < 2)
    return 0.0;

  newest = (meter->n_added - 1) % KOMA_FEED_METER_N_SAMPLES;
  oldest = (meter->n_added - n_samples) % KOMA_FEED_METER_N_SAMPLES;
  seconds = (meter->samples[newest].time_us - meter->samples[oldest].time_us) / 1e6;
  if (seconds <= 0.0)
    return 0.0;

  return (meter->samples[newest].count - meter->samples[oldest].count) / seconds;
}
