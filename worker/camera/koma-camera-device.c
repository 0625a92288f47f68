/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-device.h"

G_DEFINE_FINAL_TYPE (KomaCameraDevice, koma_camera_device, G_TYPE_OBJECT)

enum {
  PROP_NAME = 1,
};

static void
koma_camera_device_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  KomaCameraDevice *self = KOMA_CAMERA_DEVICE (object);

  if (id == PROP_NAME)
    g_value_set_string (value, self->name);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
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

  g_object_class_install_property (
    object_class, PROP_NAME,
    g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
koma_camera_device_init (KomaCameraDevice *self)
{
}

/**
 * koma_camera_device_new:
 * @id: tells it from others, for good
 * @name: for people
 * @source: (nullable): the GstDevice that the stream opens
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
