/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_FEED_METER_N_SAMPLES 16

/* How fast a count grows, over the last samples. A plain value, zero at first. */
typedef struct
{
  struct
  {
    gint64 time_us;
    guint  count;
  } samples[KOMA_FEED_METER_N_SAMPLES];
  guint n_added; /* the newest is at (n_added - 1) % n_samples */
} KomaFeedMeter;

void   koma_feed_meter_reset (KomaFeedMeter *meter);
void   koma_feed_meter_add (KomaFeedMeter *meter, gint64 time_us, guint count);
double koma_feed_meter_get_rate (const KomaFeedMeter *meter); /* per second; 0: not known */

G_END_DECLS
