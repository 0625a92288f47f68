/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "worker/koma-rate-meter.h"

G_BEGIN_DECLS

/* The progress of a run. A run begins when there is something to do and ends when all is done. A
 * plain value. */
typedef struct
{
  guint  n_total;
  guint  n_done; /* failed ones included */
  guint  n_failed;
  guint  n_open;       /* still to be answered */
  double per_second;   /* 0: not known yet */
  double seconds_left; /* < 0: not known yet */

  gboolean is_paused; /* nothing is sent; a new run begins without */

  KomaRateMeter meter;
} KomaFeedProgress;

void koma_feed_progress_add (KomaFeedProgress *progress, guint n_items);
void koma_feed_progress_take_away (KomaFeedProgress *progress, guint n_items);
void koma_feed_progress_answer (KomaFeedProgress *progress, gboolean is_failed);
void koma_feed_progress_set_paused (KomaFeedProgress *progress, gboolean is_paused);
void koma_feed_progress_stop (KomaFeedProgress *progress);
void koma_feed_progress_estimate (KomaFeedProgress *progress, gint64 time_us);

G_END_DECLS
