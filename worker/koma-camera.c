/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/*   start ──▶ STARTING ──▶ ASKING ──▶ STARTING ──▶ RUNNING ◀──▶ UNPLUGGED
 *             the list                 the stream               frozen, or out
 *
 * One function, proceed(), takes whatever step is next, and is called
 * whenever something may have changed: by start, by the list, by the portal's
 * answer, by a stream's end. A stream that ends is freed before another is
 * made, so that no camera is opened while it is being closed.
 *
 * Which way to a camera: KOMA_CAMERA_PIPELINE, where it is set; PipeWire, if
 * its daemon runs, over the connection that the camera portal gives, or where
 * there is no portal, directly; else V4L2. The order of the last two is that
 * of GStreamer's device monitor: what PipeWire offers hides V4L2. */
#include "koma-camera.h"

#include <glib/gstdio.h>

#include "koma-camera-list-private.h"
#include "koma-camera-monitor.h"
#include "koma-camera-portal.h"
#include "koma-camera-stream.h"
#include "koma-rate-meter.h"
#include "koma-thread.h"

#define TICK_MS 500
/* Ticks without a frame: PipeWire says nothing when a camera stops sending. */
#define FROZEN_TICKS  4
#define STARTED_TICKS 20 /* some cameras take seconds to wake */
#define REOPEN_TICKS  20 /* a frozen camera is opened anew after so many more */
/* A camera on its way out fails first, and leaves the list then. */
#define RETRY_MS    1000
#define MAX_RETRIES 5

typedef enum {
  ACCESS_UNKNOWN,
  ACCESS_ASKING,
  ACCESS_GRANTED, /* or nobody to ask */
} Access;

struct _KomaCamera
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaCameraList *list; /* (owned) */

  /* What is wanted. */
  gboolean is_wanted;
  char    *wanted_id; /* (nullable) any */
  char    *parent_window;
  char    *preferred; /* (nullable) */

  /* How it is. */
  KomaCameraState   state;
  KomaCameraTrouble trouble;
  KomaCameraDevice *device; /* (nullable) */
  KomaCameraFrame  *frame;  /* (nullable) the newest */
  KomaCameraStats   stats;  /* counts of earlier streams, but n_shown of all */
  KomaRateMeter     meter;

  Access        access;
  GCancellable *asking;      /* (nullable) */
  int           pipewire_fd; /* or -1 */

  KomaCameraStream *stream;     /* (nullable) until it has ended */
  gboolean          is_leaving; /* the stream has been stopped */
  guint             n_retries;  /* since the last frame */
  guint             retry;      /* source id */
  guint             watchdog;   /* source id */
  guint64           n_seen;     /* frames of the stream at the last tick */
  guint             n_still;    /* ticks without one */
};

G_DEFINE_FINAL_TYPE (KomaCamera, koma_camera, G_TYPE_OBJECT)

enum {
  PROP_STATE = 1,
  PROP_DEVICE,
  PROP_PREFERRED,
  N_PROPS,
};

enum {
  SIGNAL_FRAME,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void proceed (KomaCamera *self);

static void
set_state (KomaCamera     *self,
           KomaCameraState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
set_device (KomaCamera       *self,
            KomaCameraDevice *device)
{
  if (g_set_object (&self->device, device))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DEVICE]);
}

static void
stop_stream (KomaCamera *self)
{
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

static void
free_stream (KomaCamera *self)
{
  g_clear_handle_id (&self->watchdog, g_source_remove);
  if (self->stream != NULL)
    count_stream (self);
  g_clear_pointer (&self->stream, koma_camera_stream_free);
  self->is_leaving = FALSE;
}

static void
stop_asking (KomaCamera *self)
{
  if (self->asking == NULL)
    return;
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  self->access = ACCESS_UNKNOWN;
}

/* A stream has a copy of the connection. */
static void
close_access (KomaCamera *self)
{
  stop_asking (self);
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
  koma_camera_trouble_set (&self->trouble, trouble->state, trouble->detail);
  self->trouble.package = g_strdup (trouble->package);
  g_clear_handle_id (&self->retry, g_source_remove);
  close_access (self);
  set_state (self, trouble->state);
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

  self->retry = 0;
  proceed (self);
  return G_SOURCE_REMOVE;
}

static void
wait_and_retry (KomaCamera *self)
{
  set_state (self, KOMA_CAMERA_UNPLUGGED);
  if (self->retry == 0)
    self->retry = g_timeout_add (RETRY_MS, retry_cb, self);
}

/* What fails because it is being pulled out, or has been. */
static gboolean
may_come_back (KomaCamera              *self,
               const KomaCameraTrouble *trouble)
{
  if (trouble->state == KOMA_CAMERA_UNPLUGGED)
    return TRUE;
  return self->frame != NULL && trouble->state == KOMA_CAMERA_FAILED &&
         koma_camera_device_get_source (self->device) != NULL && self->n_retries < MAX_RETRIES;
}

static void
frame_cb (KomaCameraFrame *frame,
          gpointer         user_data)
{
  KomaCamera  *self = user_data;
  KomaPicture *picture = koma_camera_frame_get_picture (frame);

  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  self->frame = koma_camera_frame_ref (frame);
  self->n_retries = 0;
  self->stats.n_shown++;
  self->stats.width = koma_picture_get_width (picture);
  self->stats.height = koma_picture_get_height (picture);
  koma_rate_meter_add (&self->meter, koma_camera_frame_get_captured_us (frame));
  set_state (self, KOMA_CAMERA_RUNNING);
  g_signal_emit (self, signals[SIGNAL_FRAME], 0, frame);
}

static void
ended_cb (const KomaCameraTrouble *trouble,
          gpointer                 user_data)
{
  g_autoptr (KomaCamera) self = g_object_ref (user_data);
  gboolean          is_meant = self->is_leaving;
  KomaCameraTrouble why = { trouble->state, g_strdup (trouble->detail),
                            g_strdup (trouble->package) };

  free_stream (self);
  if (!self->is_wanted) {
    /* That was all. */
  } else if (is_meant || why.state == KOMA_CAMERA_OFF) {
    proceed (self);
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
  return koma_camera_list_find (self->list, koma_camera_device_get_id (self->device)) ==
         self->device;
}

static void
notice_frozen (KomaCamera *self)
{
  if (self->state == KOMA_CAMERA_STARTING && self->n_still >= STARTED_TICKS) {
    fail_with (self, KOMA_CAMERA_FAILED, "The camera was switched on, but sends no pictures");
    stop_stream (self);
  } else if (self->state == KOMA_CAMERA_RUNNING && self->n_still >= FROZEN_TICKS) {
    set_state (self, KOMA_CAMERA_UNPLUGGED);
  } else if (self->state == KOMA_CAMERA_UNPLUGGED && self->n_still >= FROZEN_TICKS + REOPEN_TICKS) {
    stop_stream (self);
  }
}

/* Counts frames at their source: the main loop may have been busy. */
static gboolean
watchdog_cb (gpointer user_data)
{
  KomaCamera *self = user_data;
  guint64     n_captured = koma_camera_stream_get_n_captured (self->stream);

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
  set_device (self, device);
  g_free (self->wanted_id);
  self->wanted_id = g_strdup (koma_camera_device_get_id (device));
  if (self->state != KOMA_CAMERA_UNPLUGGED)
    set_state (self, KOMA_CAMERA_STARTING);
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
    proceed (self);
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
  set_state (self, KOMA_CAMERA_ASKING);
  koma_camera_portal_open_async (self->parent_window, self->asking, asked_cb, asker_new (self));
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

static void
proceed (KomaCamera *self)
{
  KomaCameraDevice *device = NULL;

  if (!self->is_wanted || self->stream != NULL || self->access == ACCESS_ASKING)
    return;
  if (!koma_camera_list_is_listed (self->list)) {
    set_state (self, KOMA_CAMERA_STARTING);
    return;
  }
  if (koma_camera_list_get_trouble (self->list)->state != KOMA_CAMERA_OFF) {
    fail (self, koma_camera_list_get_trouble (self->list));
    return;
  }

  device = choose_device (self);
  if (device == NULL)
    set_state (self, self->wanted_id != NULL ? KOMA_CAMERA_UNPLUGGED : KOMA_CAMERA_NO_CAMERA);
  else if (koma_camera_device_is_pipewire (device) && self->access == ACCESS_UNKNOWN)
    ask (self);
  else
    start_stream (self, device);
}

static void
items_changed_cb (KomaCamera *self)
{
  if (self->stream != NULL && !self->is_leaving && !is_listed (self)) {
    set_state (self, KOMA_CAMERA_UNPLUGGED);
    stop_stream (self);
  } else {
    proceed (self);
  }
}

/* The object. */

static void
koma_camera_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  KomaCamera *self = KOMA_CAMERA (object);

  switch (id) {
  case PROP_STATE:
    g_value_set_int (value, (int) self->state);
    break;
  case PROP_DEVICE:
    g_value_set_object (value, self->device);
    break;
  case PROP_PREFERRED:
    g_value_set_string (value, self->preferred);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
koma_camera_dispose (GObject *object)
{
  KomaCamera *self = KOMA_CAMERA (object);

  self->is_wanted = FALSE;
  g_clear_handle_id (&self->retry, g_source_remove);
  free_stream (self);
  close_access (self);
  g_clear_object (&self->device);
  g_clear_object (&self->list);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);

  G_OBJECT_CLASS (koma_camera_parent_class)->dispose (object);
}

static void
koma_camera_finalize (GObject *object)
{
  KomaCamera *self = KOMA_CAMERA (object);

  koma_camera_trouble_clear (&self->trouble);
  g_free (self->wanted_id);
  g_free (self->parent_window);
  g_free (self->preferred);

  G_OBJECT_CLASS (koma_camera_parent_class)->finalize (object);
}

static void
koma_camera_class_init (KomaCameraClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = koma_camera_get_property;
  object_class->dispose = koma_camera_dispose;
  object_class->finalize = koma_camera_finalize;

  /**
   * KomaCamera:state:
   *
   * A KomaCameraState.
   */
  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, 0, KOMA_N_CAMERA_STATES - 1, KOMA_CAMERA_OFF,
                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * KomaCamera:device:
   *
   * The camera in use, or the last that was.
   */
  properties[PROP_DEVICE] =
    g_param_spec_object ("device", NULL, NULL, KOMA_TYPE_CAMERA_DEVICE,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * KomaCamera:preferred:
   *
   * The id of the camera that was started by its id last.
   */
  properties[PROP_PREFERRED] =
    g_param_spec_string ("preferred", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KomaCamera::frame:
   * @self: a camera
   * @frame: (type KomaCameraFrame): the newest; take a reference to keep it
   *
   * There is a new frame. Those that came before the main loop had time for
   * them are dropped and counted.
   */
  signals[SIGNAL_FRAME] =
    g_signal_new ("frame", KOMA_TYPE_CAMERA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                  1, G_TYPE_POINTER);
}

static void
koma_camera_init (KomaCamera *self)
{
  self->pipewire_fd = -1;
}

/**
 * koma_camera_new:
 * @list: the cameras there are
 *
 * Thread: main, as is all that follows.
 *
 * Returns: (transfer full): a camera that is off
 */
KomaCamera *
koma_camera_new (KomaCameraList *list)
{
  KomaCamera *self = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  self = g_object_new (KOMA_TYPE_CAMERA, NULL);
  self->list = g_object_ref (list);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "notify::is-listed", G_CALLBACK (proceed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* All but what the user was asked. */
static void
halt (KomaCamera *self)
{
  self->is_wanted = FALSE;
  g_clear_handle_id (&self->retry, g_source_remove);
  stop_stream (self);
  stop_asking (self);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  koma_camera_trouble_clear (&self->trouble);
}

static void
set_preferred (KomaCamera *self,
               const char *id)
{
  g_autofree char *copy = g_strdup (id);

  if (g_strcmp0 (self->preferred, id) == 0)
    return;
  g_free (self->preferred);
  self->preferred = g_steal_pointer (&copy);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PREFERRED]);
}

/**
 * koma_camera_start:
 * @self: a camera
 * @device_id: (nullable): which, as in the list; it becomes the preferred
 *   one. %NULL for the preferred, where that is there, or the first
 * @parent_window: (nullable): the window the user is asked in, "x11:XID" or
 *   "wayland:HANDLE"
 *
 * Switches a camera on, after the user has been asked where the desktop wants
 * that; only to be called because the user said so. Returns at once; what
 * becomes of it is told by KomaCamera:state. While another camera runs, that
 * one is switched off first.
 *
 * KOMA_CAMERA_PIPELINE in the environment, a description as of gst-launch-1.0
 * that ends in an element with raw video, is taken in place of any camera.
 */
void
koma_camera_start (KomaCamera *self,
                   const char *device_id,
                   const char *parent_window)
{
  g_autofree char *wanted_id = g_strdup (device_id);
  g_autofree char *window = g_strdup (parent_window);

  g_return_if_fail (KOMA_IS_CAMERA (self));

  halt (self);
  g_free (self->wanted_id);
  self->wanted_id = g_steal_pointer (&wanted_id);
  g_free (self->parent_window);
  self->parent_window = g_steal_pointer (&window);
  if (self->wanted_id != NULL)
    set_preferred (self, self->wanted_id);
  self->stats = (KomaCameraStats){ 0 };
  self->meter = (KomaRateMeter){ 0 };
  self->n_retries = 0;
  self->is_wanted = TRUE;
  set_state (self, KOMA_CAMERA_STARTING);
  proceed (self);
}

/**
 * koma_camera_stop:
 * @self: a camera
 *
 * Switches it off, and takes a question to the user back. There are no more
 * frames; the device is closed, and its light goes off, a few milliseconds
 * later.
 */
void
koma_camera_stop (KomaCamera *self)
{
  g_return_if_fail (KOMA_IS_CAMERA (self));

  halt (self);
  close_access (self);
  set_state (self, KOMA_CAMERA_OFF);
}

/**
 * koma_camera_get_preferred:
 * @self: a camera
 *
 * Returns: (nullable) (transfer none): the id that koma_camera_start() was
 *   given last, or koma_camera_set_preferred()
 */
const char *
koma_camera_get_preferred (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return self->preferred;
}

/**
 * koma_camera_set_preferred:
 * @self: a camera
 * @id: (nullable): the id that was preferred the last time
 */
void
koma_camera_set_preferred (KomaCamera *self,
                           const char *id)
{
  g_return_if_fail (KOMA_IS_CAMERA (self));

  set_preferred (self, id);
}

/**
 * koma_camera_get_state:
 * @self: a camera
 *
 * Returns: how it is
 */
KomaCameraState
koma_camera_get_state (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), KOMA_CAMERA_OFF);

  return self->state;
}

/**
 * koma_camera_get_detail:
 * @self: a camera
 *
 * Returns: (nullable) (transfer none): more about a state that is bad, in
 *   English: of %KOMA_CAMERA_MISSING_PLUGIN the name of GStreamer's element,
 *   else what a developer would want to read
 */
const char *
koma_camera_get_detail (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return self->trouble.detail;
}

/**
 * koma_camera_get_package:
 * @self: a camera
 *
 * Returns: (nullable) (transfer none): of %KOMA_CAMERA_MISSING_PLUGIN, the
 *   package of Debian and Ubuntu that has it
 */
const char *
koma_camera_get_package (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return self->trouble.package;
}

/**
 * koma_camera_get_device:
 * @self: a camera
 *
 * Returns: (nullable) (transfer none): the one in use, or the last that was
 */
KomaCameraDevice *
koma_camera_get_device (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return self->device;
}

/**
 * koma_camera_get_frame:
 * @self: a camera
 *
 * Returns: (nullable) (transfer none): the newest frame since it was started
 */
KomaCameraFrame *
koma_camera_get_frame (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return self->frame;
}

/**
 * koma_camera_get_stats:
 * @self: a camera
 * @ret_stats: return location for what was counted since it was started
 */
void
koma_camera_get_stats (KomaCamera      *self,
                       KomaCameraStats *ret_stats)
{
  g_return_if_fail (KOMA_IS_CAMERA (self));

  *ret_stats = self->stats;
  if (self->stream != NULL) {
    ret_stats->n_captured += koma_camera_stream_get_n_captured (self->stream);
    ret_stats->n_dropped += koma_camera_stream_get_n_dropped (self->stream);
  }
  ret_stats->rate = koma_rate_meter_get (&self->meter, g_get_monotonic_time ());
}
