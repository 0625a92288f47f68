/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   start ──▶ STARTING ──▶ ASKING ──▶ STARTING ──▶ RUNNING ◀──▶ UNPLUGGED
 *             the list                 the stream               frozen, or out
 *
 * One function, koma_camera_proceed(), takes the next step, and is called
 * whenever something may have changed: by start, by the list, by the portal's
 * answer, by a stream's end. A stream that ends is freed before another is
 * made, so that no camera is opened while it is being closed.
 *
 * Which way to a camera: KOMA_CAMERA_PIPELINE, where it is set; PipeWire, if
 * its daemon runs, over the connection that the camera portal gives, or where
 * there is no portal, directly; else V4L2. The order of the last two is that
 * of GStreamer's device monitor: a camera that PipeWire offers is hidden from V4L2. */
#include "koma-camera-private.h"

#include <glib/gstdio.h>

#include "koma-camera-monitor.h"
#include "koma-camera-portal.h"

#include "worker/koma-thread.h"

#define TICK_MS 500
/* Ticks without a frame: PipeWire says nothing when a camera stops sending. */
#define FROZEN_TICKS  4
#define STARTED_TICKS 20 /* some cameras take seconds to wake */
#define REOPEN_TICKS  20 /* a frozen camera is opened anew after so many more */
/* A camera on its way out fails first, and leaves the list then. */
#define RETRY_MS    1000
#define MAX_RETRIES 5

void
koma_camera_set_state (KomaCamera     *self,
                       KomaCameraState state)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->state == state)
    return;
  self->state = state;
  g_object_notify (G_OBJECT (self), "state");
}

void
koma_camera_stop_stream (KomaCamera *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->stream == NULL)
    return;
  self->is_leaving = TRUE;
  koma_camera_stream_stop (self->stream);
}

static void
count_stream (KomaCamera *self)
{
  self->stats.n_captured += koma_camera_stream_get_n_captured (self->stream);
  self->stats.n_dropped += koma_camera_stream_get_n_dropped (self->stream);
}

void
koma_camera_free_stream (KomaCamera *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&self->watchdog, g_source_remove);
  if (self->stream != NULL)
    count_stream (self);
  g_clear_pointer (&self->stream, koma_camera_stream_free);
  self->is_leaving = FALSE;
}

void
koma_camera_stop_asking (KomaCamera *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->asking == NULL)
    return;
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  self->access = ACCESS_UNKNOWN;
}

/* A stream has a copy of the connection. */
void
koma_camera_close_access (KomaCamera *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_stop_asking (self);
  self->access = ACCESS_UNKNOWN;
  if (self->pipewire_fd >= 0) {
    g_close (self->pipewire_fd, NULL);
    self->pipewire_fd = -1;
  }
}

/* It is over until the user says start. */
static void
fail (KomaCamera              *self,
      const KomaCameraTrouble *trouble)
{
  self->is_wanted = FALSE;
  koma_camera_trouble_copy (&self->trouble, trouble);
  g_clear_handle_id (&self->retry, g_source_remove);
  koma_camera_close_access (self);
  koma_camera_set_state (self, trouble->state);
}

static void
fail_with (KomaCamera     *self,
           KomaCameraState state,
           const char     *detail)
{
  fail (self, &(KomaCameraTrouble){ .state = state, .detail = (char *) detail });
}

/* The stream. */

static gboolean
retry_cb (gpointer user_data)
{
  KomaCamera *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  self->retry = 0;
  koma_camera_proceed (self);
  return G_SOURCE_REMOVE;
}

static void
wait_and_retry (KomaCamera *self)
{
  koma_camera_set_state (self, KOMA_CAMERA_UNPLUGGED);
  if (self->retry == 0)
    self->retry = g_timeout_add (RETRY_MS, retry_cb, self);
}

/* Whether it failed because it is being pulled out, or has been. */
static gboolean
may_come_back (KomaCamera              *self,
               const KomaCameraTrouble *trouble)
{
  if (trouble->state == KOMA_CAMERA_UNPLUGGED)
    return TRUE;
  return self->frame != NULL && trouble->state == KOMA_CAMERA_FAILED &&
         self->device->source != NULL && self->n_retries < MAX_RETRIES;
}

static void
frame_cb (KomaCameraFrame *frame,
          gpointer         user_data)
{
  KomaCamera  *self = user_data;
  KomaPicture *picture = frame->picture;

  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  self->frame = koma_camera_frame_ref (frame);
  self->n_retries = 0;
  self->stats.n_shown++;
  self->stats.width = picture->width;
  self->stats.height = picture->height;
  koma_rate_meter_add (&self->meter, frame->captured_us,
                       self->stats.n_shown);
  koma_camera_set_state (self, KOMA_CAMERA_RUNNING);
  g_signal_emit_by_name (self, "frame", frame);
}

static void
ended_cb (const KomaCameraTrouble *trouble,
          gpointer                 user_data)
{
  g_autoptr (KomaCamera) self = g_object_ref (user_data);
  gboolean          is_meant = self->is_leaving;
  KomaCameraTrouble why = { 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_trouble_copy (&why, trouble);
  koma_camera_free_stream (self);
  if (!self->is_wanted) {
    /* That was all. */
  } else if (is_meant || why.state == KOMA_CAMERA_OFF) {
    koma_camera_proceed (self);
  } else if (may_come_back (self, &why)) {
    self->n_retries++;
    wait_and_retry (self);
  } else {
    fail (self, &why);
  }
  koma_camera_trouble_clear (&why);
}

static const KomaCameraStreamFuncs stream_funcs = { frame_cb, ended_cb };

static gboolean
is_listed (KomaCamera *self)
{
  return koma_camera_list_find (self->list, self->device->id) ==
         self->device;
}

static void
notice_frozen (KomaCamera *self)
{
  if (self->state == KOMA_CAMERA_STARTING && self->n_still >= STARTED_TICKS) {
    fail_with (self, KOMA_CAMERA_FAILED, "The camera was switched on, but sends no pictures");
    koma_camera_stop_stream (self);
  } else if (self->state == KOMA_CAMERA_RUNNING && self->n_still >= FROZEN_TICKS) {
    koma_camera_set_state (self, KOMA_CAMERA_UNPLUGGED);
  } else if (self->state == KOMA_CAMERA_UNPLUGGED && self->n_still >= FROZEN_TICKS + REOPEN_TICKS) {
    koma_camera_stop_stream (self);
  }
}

/* Counts frames at their source: the main loop may have been busy. */
static gboolean
watchdog_cb (gpointer user_data)
{
  KomaCamera *self = user_data;
  guint64     n_captured = koma_camera_stream_get_n_captured (self->stream);

  KOMA_ASSERT_MAIN_THREAD ();

  self->n_still = n_captured == self->n_seen ? self->n_still + 1 : 0;
  self->n_seen = n_captured;
  if (!self->is_leaving)
    notice_frozen (self);
  return G_SOURCE_CONTINUE;
}

static void
start_stream (KomaCamera       *self,
              KomaCameraDevice *device)
{
  if (g_set_object (&self->device, device))
    g_object_notify (G_OBJECT (self), "device");
  g_free (self->wanted_id);
  self->wanted_id = g_strdup (device->id);
  if (self->state != KOMA_CAMERA_UNPLUGGED)
    koma_camera_set_state (self, KOMA_CAMERA_STARTING);
  self->n_seen = 0;
  self->n_still = 0;
  self->stream = koma_camera_stream_new (device, self->pipewire_fd, &stream_funcs, self);
  self->watchdog = g_timeout_add (TICK_MS, watchdog_cb, self);
}

/* Access. */

/* Not a reference: the answer may take as long as it likes. */
typedef struct
{
  GWeakRef      camera;
  GCancellable *cancellable;
} Asker;

static Asker *
asker_new (KomaCamera *self)
{
  Asker *asker = g_new0 (Asker, 1);

  g_weak_ref_init (&asker->camera, self);
  asker->cancellable = g_object_ref (self->asking);
  return asker;
}

static void
asker_free (Asker *asker)
{
  g_weak_ref_clear (&asker->camera);
  g_object_unref (asker->cancellable);
  g_free (asker);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asker, asker_free)

static void
use_answer (KomaCamera   *self,
            int           fd,
            const GError *error)
{
  g_clear_object (&self->asking);
  self->pipewire_fd = fd;
  self->access = ACCESS_GRANTED;
  if (error == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    koma_camera_proceed (self);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    fail_with (self, KOMA_CAMERA_DENIED, error->message);
  else
    fail_with (self, KOMA_CAMERA_FAILED, error->message);
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Asker) asker = user_data;
  g_autoptr (KomaCamera) self = g_weak_ref_get (&asker->camera);
  g_autoptr (GError) error = NULL;
  int fd = koma_camera_portal_open_finish (result, &error);

  KOMA_ASSERT_MAIN_THREAD ();

  /* Also where the answer had been on its way before that. */
  if (self != NULL && !g_cancellable_is_cancelled (asker->cancellable))
    use_answer (self, fd, error);
  else if (fd >= 0)
    g_close (fd, NULL);
}

static void
ask (KomaCamera *self)
{
  self->access = ACCESS_ASKING;
  self->asking = g_cancellable_new ();
  koma_camera_set_state (self, KOMA_CAMERA_ASKING);
  koma_camera_portal_open_async (self->asking, asked_cb, asker_new (self));
}

/* The next step. */

/* The one that is wanted, or while that is open, the preferred, or the first. */
static KomaCameraDevice *
choose_device (KomaCamera *self)
{
  KomaCameraDevice *device = NULL;

  if (self->wanted_id != NULL)
    return koma_camera_list_find (self->list, self->wanted_id);
  if (self->preferred != NULL)
    device = koma_camera_list_find (self->list, self->preferred);
  if (device == NULL) {
    g_autoptr (KomaCameraDevice) first = g_list_model_get_item (G_LIST_MODEL (self->list), 0);

    device = first; /* the list has it, too */
  }
  return device;
}

/* The daemon at the other end of the portal's connection has gone. */
static gboolean
has_lost_access (KomaCamera *self)
{
  GPollFD connection = { .fd = self->pipewire_fd };

  return self->pipewire_fd >= 0 && g_poll (&connection, 1, 0) > 0 &&
         (connection.revents & (G_IO_HUP | G_IO_ERR)) != 0;
}

void
koma_camera_proceed (KomaCamera *self)
{
  KomaCameraDevice *device = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (!self->is_wanted || self->stream != NULL || self->access == ACCESS_ASKING)
    return;
  if (!koma_camera_list_is_listed (self->list)) {
    koma_camera_set_state (self, KOMA_CAMERA_STARTING);
    return;
  }
  if (koma_camera_list_get_trouble (self->list)->state != KOMA_CAMERA_OFF) {
    fail (self, koma_camera_list_get_trouble (self->list));
    return;
  }

  if (has_lost_access (self))
    koma_camera_close_access (self);
  device = choose_device (self);
  if (device == NULL)
    koma_camera_set_state (self, self->wanted_id != NULL ? KOMA_CAMERA_UNPLUGGED
                                                         : KOMA_CAMERA_NO_CAMERA);
  else if (device->is_pipewire && self->access == ACCESS_UNKNOWN)
    ask (self);
  else
    start_stream (self, device);
}

void
koma_camera_take_list_change (KomaCamera *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->stream != NULL && !self->is_leaving && !is_listed (self)) {
    koma_camera_set_state (self, KOMA_CAMERA_UNPLUGGED);
    koma_camera_stop_stream (self);
  } else {
    koma_camera_proceed (self);
  }
}
