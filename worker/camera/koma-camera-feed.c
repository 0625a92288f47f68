/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-feed.h"

#include "worker/koma-rate-meter.h"
#include "worker/koma-thread.h"

struct _KomaCameraFeed
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaWorker *worker;

  KomaCameraRegion    region;
  KomaCameraFrame    *waiting;     /* (nullable) the newest that was offered */
  KomaCameraFrame    *sent;        /* (nullable) the frame that the worker has */
  GCancellable       *cancellable; /* of that request */
  KomaCameraFeedStats stats;
  KomaRateMeter       meter;
};

G_DEFINE_FINAL_TYPE (KomaCameraFeed, koma_camera_feed, G_TYPE_OBJECT)

enum {
  SIGNAL_RESULT,
  SIGNAL_FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
koma_camera_feed_dispose (GObject *object)
{
  KomaCameraFeed *self = KOMA_CAMERA_FEED (object);

  koma_camera_feed_reset (self);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_camera_feed_parent_class)->dispose (object);
}

static void
koma_camera_feed_finalize (GObject *object)
{
  KomaCameraFeed *self = KOMA_CAMERA_FEED (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->sent, koma_camera_frame_unref);

  G_OBJECT_CLASS (koma_camera_feed_parent_class)->finalize (object);
}

static void
koma_camera_feed_class_init (KomaCameraFeedClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = koma_camera_feed_dispose;
  object_class->finalize = koma_camera_feed_finalize;

  /**
   * KomaCameraFeed::result:
   * @self: a feed
   * @frame: (type KomaCameraFrame): the frame that was looked at
   * @result: (type KomaResult): what is in it; up to %KOMA_CAMERA_TOP_K
   *   classes, their scores raw
   */
  signals[SIGNAL_RESULT] =
    g_signal_new ("result", KOMA_TYPE_CAMERA_FEED, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
  /**
   * KomaCameraFeed::failed:
   * @self: a feed
   * @error: those of koma_worker_classify_finish(), but
   *   %G_IO_ERROR_CANCELLED
   *
   * A frame has no answer. The next is tried all the same: a model may be on
   * its way.
   */
  signals[SIGNAL_FAILED] =
    g_signal_new ("failed", KOMA_TYPE_CAMERA_FEED, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
koma_camera_feed_init (KomaCameraFeed *self)
{
}

/**
 * koma_camera_feed_new:
 * @worker: classifies the frames
 *
 * Thread: main, as for all that follows.
 *
 * Returns: (transfer full): a feed that looks at the centre
 */
KomaCameraFeed *
koma_camera_feed_new (KomaWorker *worker)
{
  KomaCameraFeed *self = g_object_new (KOMA_TYPE_CAMERA_FEED, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  return self;
}

/* Only a square is cut out: the model's own recipe cuts the centre. */
static KomaRequest *
make_request (KomaCameraFeed        *self,
              const KomaCameraFrame *frame)
{
  KomaPicture *picture = frame->picture;
  g_autoptr (KomaPicture) part = NULL;
  KomaCameraRect rect = { 0 };

  if (self->region.kind == KOMA_CAMERA_REGION_SQUARE) {
    koma_camera_region_get_rect (&self->region, picture->width,
                                 picture->height, 1, &rect);
    part = koma_picture_share_part (picture, rect.x, rect.y, rect.width, rect.height);
    picture = part;
  }
  return koma_request_new (&(KomaRequest){
    .priority = KOMA_PRIORITY_INTERACTIVE,
    .top_k = KOMA_CAMERA_TOP_K,
    .fit = self->region.kind == KOMA_CAMERA_REGION_CENTRE ? KOMA_REQUEST_FIT_CROP
                                                          : KOMA_REQUEST_FIT_STRETCH,
    .is_from_camera = TRUE,
    .picture = picture,
  });
}

static void send_waiting (KomaCameraFeed *self);

static void
tell_result (KomaCameraFeed  *self,
             KomaCameraFrame *frame,
             KomaResult      *result)
{
  const gint64 now_us = g_get_monotonic_time ();

  self->stats.n_results++;
  self->stats.age_us = now_us - frame->captured_us;
  koma_rate_meter_add (&self->meter, now_us, self->stats.n_results);
  g_signal_emit (self, signals[SIGNAL_RESULT], 0, frame, result);
}

static void
classified_cb (GObject      *source,
               GAsyncResult *async_result,
               gpointer      user_data)
{
  g_autoptr (KomaCameraFeed) self = user_data;
  g_autoptr (KomaCameraFrame) frame = g_steal_pointer (&self->sent);
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaResult) result =
    koma_worker_classify_finish (KOMA_WORKER (source), async_result, NULL, &error);

  KOMA_ASSERT_MAIN_THREAD ();

  /* Before the answer is handled: the worker must not wait for that. */
  send_waiting (self);
  if (g_cancellable_is_cancelled (cancellable) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (result != NULL) {
    tell_result (self, frame, result);
  } else {
    self->stats.n_errors++;
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
  }
}

static void
send_waiting (KomaCameraFeed *self)
{
  g_autoptr (KomaRequest) request = NULL;

  if (self->waiting == NULL || self->sent != NULL)
    return;
  self->sent = g_steal_pointer (&self->waiting);
  self->cancellable = g_cancellable_new ();
  self->stats.n_sent++;
  request = make_request (self, self->sent);
  koma_worker_classify_async (self->worker, request, self->cancellable, classified_cb,
                              g_object_ref (self));
}

/**
 * koma_camera_feed_offer:
 * @self: a feed
 * @frame: a frame; a reference is taken for as long as it is needed
 *
 * Sends @frame to the worker, when that is free: a frame that is offered
 * meanwhile takes its place. So a result is never older than one inference
 * and the time between two frames.
 */
void
koma_camera_feed_offer (KomaCameraFeed  *self,
                        KomaCameraFrame *frame)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA_FEED (self));
  g_return_if_fail (frame != NULL);

  self->stats.n_offered++;
  if (self->waiting != NULL)
    self->stats.n_dropped++;
  g_clear_pointer (&self->waiting, koma_camera_frame_unref);
  self->waiting = koma_camera_frame_ref (frame);
  send_waiting (self);
}

/**
 * koma_camera_feed_reset:
 * @self: a feed
 *
 * Drops the frame that waits, and tells nobody of the one that the worker
 * has: for a camera that was stopped or frozen, or another model. All counts
 * become 0.
 */
void
koma_camera_feed_reset (KomaCameraFeed *self)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA_FEED (self));

  g_clear_pointer (&self->waiting, koma_camera_frame_unref);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  self->stats = (KomaCameraFeedStats){ 0 };
  self->meter = (KomaRateMeter){ 0 };
}

/**
 * koma_camera_feed_get_region:
 * @self: a feed
 *
 * Returns: (transfer none): which part of a frame the model sees
 */
const KomaCameraRegion *
koma_camera_feed_get_region (KomaCameraFeed *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_FEED (self), NULL);

  return &self->region;
}

/**
 * koma_camera_feed_set_region:
 * @self: a feed
 * @region: which part of a frame the model is to see; copied
 *
 * Holds for frames that are sent from now on.
 */
void
koma_camera_feed_set_region (KomaCameraFeed         *self,
                             const KomaCameraRegion *region)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA_FEED (self));

  self->region = *region;
}

/**
 * koma_camera_feed_get_stats:
 * @self: a feed
 * @ret_stats: return location for the counts
 */
void
koma_camera_feed_get_stats (KomaCameraFeed      *self,
                            KomaCameraFeedStats *ret_stats)
{
  g_return_if_fail (KOMA_IS_CAMERA_FEED (self));

  *ret_stats = self->stats;
  ret_stats->rate = koma_rate_meter_get (&self->meter, g_get_monotonic_time () - G_USEC_PER_SEC);
}
