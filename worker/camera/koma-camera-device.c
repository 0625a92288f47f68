/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-device.h"

struct _KomaCameraDevice
{
  GObject parent_instance;

  /* Immutable after construction. */
  char    *id;
  char    *name;
  GObject *source; /* (nullable) */
  gboolean is_pipewire;
};

G_DEFINE_FINAL_TYPE (KomaCameraDevice, koma_camera_device, G_TYPE_OBJECT)

enum {
  PROP_ID = 1,
  PROP_NAME,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
koma_camera_device_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  KomaCameraDevice *self = KOMA_CAMERA_DEVICE (object);

  switch (id) {
  case PROP_ID:
    g_value_set_string (value, self->id);
    break;
  case PROP_NAME:
    g_value_set_string (value, self->name);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
koma_camera_device_finalize (GObject *object)
{
  KomaCameraDevice *self = KOMA_CAMERA_DEVICE (object);

  g_free (self->id);
  g_free (self->name);
  g_clear_object (&self->source);

  G_OBJECT_CLASS (koma_camera_device_parent_class)->finalize (object);
}

static void
koma_camera_device_class_init (KomaCameraDeviceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = koma_camera_device_get_property;
  object_class->finalize = koma_camera_device_finalize;

  /**
   * KomaCameraDevice:id:
   *
   * Tells the camera from others, and is the same when it is plugged in again
   * or the computer is started anew.
   */
  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * KomaCameraDevice:name:
   *
   * What the camera calls itself; for people.
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
koma_camera_device_init (KomaCameraDevice *self)
{
}

/**
 * koma_camera_device_new:
 * @id: tells it from others, for good
 * @name: for people
 * @source: (nullable): what the stream opens, a GstDevice
 * @is_pipewire: whether it is reached through PipeWire, which the desktop may
 *   want to be asked about
 *
 * Thread: main.
 *
 * Returns: (transfer full): a camera
 */
KomaCameraDevice *
koma_camera_device_new (const char *id,
                        const char *name,
                        GObject    *source,
                        gboolean    is_pipewire)
{
  KomaCameraDevice *self = g_object_new (KOMA_TYPE_CAMERA_DEVICE, NULL);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  g_set_object (&self->source, source);
  self->is_pipewire = is_pipewire;
  return self;
}

/**
 * koma_camera_device_get_id:
 * @self: a camera
 *
 * Returns: (transfer none): tells it from others, for good
 */
const char *
koma_camera_device_get_id (KomaCameraDevice *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_DEVICE (self), NULL);

  return self->id;
}

/**
 * koma_camera_device_get_name:
 * @self: a camera
 *
 * Returns: (transfer none): its name, for people
 */
const char *
koma_camera_device_get_name (KomaCameraDevice *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_DEVICE (self), NULL);

  return self->name;
}

/**
 * koma_camera_device_get_source:
 * @self: a camera
 *
 * Returns: (transfer none) (nullable): what the stream opens
 */
GObject *
koma_camera_device_get_source (KomaCameraDevice *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_DEVICE (self), NULL);

  return self->source;
}

/**
 * koma_camera_device_is_pipewire:
 * @self: a camera
 *
 * Returns: whether it is reached through PipeWire
 */
gboolean
koma_camera_device_is_pipewire (KomaCameraDevice *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_DEVICE (self), FALSE);

  return self->is_pipewire;
}
