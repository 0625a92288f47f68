/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA_DEVICE (koma_camera_device_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraDevice, koma_camera_device, KOMA, CAMERA_DEVICE, GObject)

/* One camera. Immutable. Properties "id" and "name". */
KomaCameraDevice *koma_camera_device_new (const char *id,
                                          const char *name,
                                          GObject    *source, /* (nullable) */
                                          gboolean    is_pipewire);

const char *koma_camera_device_get_id (KomaCameraDevice *self);   /* the same after a replug */
const char *koma_camera_device_get_name (KomaCameraDevice *self); /* for people */
GObject    *koma_camera_device_get_source (KomaCameraDevice *self);
gboolean    koma_camera_device_is_pipewire (KomaCameraDevice *self);

G_END_DECLS
