/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA_DEVICE (koma_camera_device_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraDevice, koma_camera_device, KOMA, CAMERA_DEVICE, GObject)

/* One camera. Immutable. Property "name". */
struct _KomaCameraDevice
{
  GObject parent_instance;

  char    *id;          /* tells it from others; the same after a replug, or a restart */
  char    *name;        /* for people */
  GObject *source;      /* (nullable) the GstDevice that the stream opens */
  gboolean is_pipewire; /* reached through PipeWire, which the desktop may want to be asked about */
};

KomaCameraDevice *koma_camera_device_new (const char *id,
                                          const char *name,
                                          GObject    *source, /* (nullable) */
                                          gboolean    is_pipewire);

G_END_DECLS
