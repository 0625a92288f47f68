/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-rate-meter.h"

#define WINDOW_US G_USEC_PER_SEC

/**
 * koma_rate_meter_add:
 * @meter: a meter
 * @time_us: when it happened, not before the last time
 */
void
koma_rate_meter_add (KomaRateMeter *meter,
                     gint64         time_us)
{
  meter->times_us[meter->n_times++ % KOMA_RATE_METER_SIZE] = time_us;
}

/**
 * koma_rate_meter_get:
 * @meter: a meter
 * @now_us: not before the last time that was added
 *
 * Returns: times a second, over the last second or the last 64 times; 0 where
 *   it did not happen twice in that
 */
double
koma_rate_meter_get (const KomaRateMeter *meter,
                     gint64               now_us)
{
  const guint n_kept = MIN (meter->n_times, KOMA_RATE_METER_SIZE);
  gint64      last_us = 0;
  gint64      first_us = 0;
  guint       n_recent = 0;

  for (guint i = 1; i <= n_kept; i++) {
    gint64 time_us = meter->times_us[(meter->n_times - i) % KOMA_RATE_METER_SIZE];

    if (now_us - time_us > WINDOW_US)
      break;
    last_us = i == 1 ? time_us : last_us;
    first_us = time_us;
    n_recent++;
  }
  return last_us > first_us ? (n_recent - 1) * (double) G_USEC_PER_SEC / (last_us - first_us) : 0;
}
