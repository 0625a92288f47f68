/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-rate-meter.h"

void
koma_rate_meter_add (KomaRateMeter *meter,
                     gint64         time_us,
                     guint64        count)
{
  const guint at = meter->n_samples++ % KOMA_RATE_METER_SIZE;

  meter->samples[at].time_us = time_us;
  meter->samples[at].count = count;
}

/**
 * koma_rate_meter_get:
 * @meter: a meter
 * @since_us: older samples do not count
 *
 * Returns: how much the count grew in a second, over the samples since then, or
 *   the last 64; 0 where there are fewer than two
 */
double
koma_rate_meter_get (const KomaRateMeter *meter,
                     gint64               since_us)
{
  const guint n_kept = MIN (meter->n_samples, KOMA_RATE_METER_SIZE);
  const guint newest = (meter->n_samples - 1) % KOMA_RATE_METER_SIZE;
  guint       oldest = newest;
  gint64      elapsed_us = 0;

  for (guint i = 1; i <= n_kept; i++) {
    const guint at = (meter->n_samples - i) % KOMA_RATE_METER_SIZE;

    if (meter->samples[at].time_us < since_us)
      break;
    oldest = at;
  }
  elapsed_us = meter->samples[newest].time_us - meter->samples[oldest].time_us;
  return elapsed_us > 0 ? (meter->samples[newest].count - meter->samples[oldest].count) *
                            (double) G_USEC_PER_SEC / elapsed_us
                        : 0;
}
