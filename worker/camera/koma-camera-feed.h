/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-frame.h"
#include "koma-camera-region.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA_FEED (koma_camera_feed_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraFeed, koma_camera_feed, KOMA, CAMERA_FEED, GObject)

/* Classes of a result, as far as the model has them; enough for an average. */
#define KOMA_CAMERA_TOP_K 32

/* Since it was made, or koma_camera_feed_reset(). */
typedef struct
{
  guint64 n_offered;
  guint64 n_sent;    /* to the worker */
  guint64 n_dropped; /* offered, but a newer one was there before the worker was free */
  guint64 n_results;
  guint64 n_errors;
  gint64  age_us; /* of the frame of the newest result, when that came */
  double  rate;   /* results per second, over about a second; 0: not known yet */
} KomaCameraFeedStats;

/* Frames to results: one with the worker, one that waits, the newest wins.
 * Signals "result" (KomaCameraFrame, KomaResult) and "failed" (GError). All on
 * the main thread. */
KomaCameraFeed *koma_camera_feed_new (KomaWorker *worker);

void koma_camera_feed_offer (KomaCameraFeed *self, KomaCameraFrame *frame);
/* Drops the frame that waits; nobody is told of the one that the worker has. */
void koma_camera_feed_reset (KomaCameraFeed *self);

const KomaCameraRegion *koma_camera_feed_get_region (KomaCameraFeed *self);

void koma_camera_feed_set_region (KomaCameraFeed *self, const KomaCameraRegion *region);
void koma_camera_feed_get_stats (KomaCameraFeed *self, KomaCameraFeedStats *ret_stats);

G_END_DECLS
