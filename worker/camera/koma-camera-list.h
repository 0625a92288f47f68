/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-device.h"
#include "koma-camera-trouble.h"

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA_LIST (koma_camera_list_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraList, koma_camera_list, KOMA, CAMERA_LIST, GObject)

/* The cameras there are, a GListModel of KomaCameraDevice; follows
 * cameras that are plugged in and out. Looking them up switches none of them on. */
KomaCameraList *koma_camera_list_get_default (void); /* (transfer none) */

/* Whether the system has been asked once; property "is-listed". Until then it
 * is empty, and that says nothing. */
gboolean koma_camera_list_is_listed (KomaCameraList *self);
/* Why this program can not find any: a build without GStreamer … */
const KomaCameraTrouble *koma_camera_list_get_trouble (KomaCameraList *self);
KomaCameraDevice        *koma_camera_list_find (KomaCameraList *self, /* (nullable) */
                                                const char     *id);      /* (transfer none) */

G_END_DECLS
