/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-private.h"

#include "worker/koma-thread.h"

G_DEFINE_FINAL_TYPE (KomaCamera, koma_camera, G_TYPE_OBJECT)

enum {
  PROP_STATE = 1,
  PROP_DEVICE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

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
  koma_camera_free_stream (self);
  koma_camera_close_access (self);
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
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KomaCamera::frame:
   * @self: a camera
   * @frame: (type KomaCameraFrame): the newest; take a reference to keep it
   *
   * There is a new frame. Those that came before the main loop had time for
   * them are dropped and counted.
   */
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
  g_signal_connect_object (list, "items-changed", G_CALLBACK (koma_camera_take_list_change), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "notify::is-listed", G_CALLBACK (koma_camera_proceed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* Keeps the access that the user has given. */
static void
halt (KomaCamera *self)
{
  self->is_wanted = FALSE;
  g_clear_handle_id (&self->retry, g_source_remove);
  koma_camera_stop_stream (self);
  koma_camera_stop_asking (self);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  koma_camera_trouble_clear (&self->trouble);
}

/**
 * koma_camera_start:
 * @self: a camera
 * @device_id: (nullable): which, as in the list; it becomes the preferred
 *   one. %NULL for the preferred, where that is there, or the first
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
                   const char *device_id)
{
  g_autofree char *wanted_id = g_strdup (device_id);

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA (self));

  halt (self);
  g_free (self->wanted_id);
  self->wanted_id = g_steal_pointer (&wanted_id);
  if (self->wanted_id != NULL)
    koma_camera_set_preferred (self, self->wanted_id);
  self->stats = (KomaCameraStats){ 0 };
  self->meter = (KomaRateMeter){ 0 };
  self->n_retries = 0;
  self->is_wanted = TRUE;
  koma_camera_set_state (self, KOMA_CAMERA_STARTING);
  koma_camera_proceed (self);
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
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA (self));

  halt (self);
  koma_camera_close_access (self);
  koma_camera_set_state (self, KOMA_CAMERA_OFF);
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
  g_autofree char *copy = g_strdup (id);

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (KOMA_IS_CAMERA (self));

  g_free (self->preferred);
  self->preferred = g_steal_pointer (&copy);
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
 * koma_camera_get_trouble:
 * @self: a camera
 *
 * Returns: (transfer none): more about a state that is bad
 */
const KomaCameraTrouble *
koma_camera_get_trouble (KomaCamera *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA (self), NULL);

  return &self->trouble;
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
 * koma_camera_set_shown:
 * @self: a camera
 * @shown: how its frames are seen; copied
 *
 * Frames that are captured from now on come in this size, too, while the camera runs: they are
 * scaled by a thread of its own. Where the size changes, so does what comes some frames later.
 */
void
koma_camera_set_shown (KomaCamera            *self,
                       const KomaCameraShown *shown)
{
  g_return_if_fail (KOMA_IS_CAMERA (self));

  if (self->stream != NULL)
    koma_camera_stream_set_shown (self->stream, shown);
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
  ret_stats->rate = koma_rate_meter_get (&self->meter, g_get_monotonic_time () - G_USEC_PER_SEC);
}
