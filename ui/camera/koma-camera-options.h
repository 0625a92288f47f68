/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/camera/koma-camera-region.h"

G_BEGIN_DECLS

/* How the camera's picture is shown and looked at. Properties, so that they
 * can be actions: "mirror" and "steady" (gboolean), "region" ("centre",
 * "whole" or "square"). */
#define KOMA_TYPE_CAMERA_OPTIONS (koma_camera_options_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraOptions, koma_camera_options, KOMA, CAMERA_OPTIONS, GObject)

KomaCameraOptions *koma_camera_options_new (void);
void               koma_camera_options_add_actions (KomaCameraOptions *self, GActionMap *map);

gboolean koma_camera_options_get_mirror (KomaCameraOptions *self); /* of the view alone */
gboolean koma_camera_options_get_steady (KomaCameraOptions *self);

const KomaCameraRegion *koma_camera_options_get_region (KomaCameraOptions *self);
/* Where the square is, whether that is the region or not. */
void koma_camera_options_set_square (KomaCameraOptions *self, double x, double y, double side);

/* The camera of the last time. */
const char *koma_camera_options_get_device (KomaCameraOptions *self); /* (nullable) its id */
void        koma_camera_options_set_device (KomaCameraOptions *self, const char *id);

void koma_camera_options_load (KomaCameraOptions *self, GKeyFile *file); /* group "Camera" */
void koma_camera_options_save (KomaCameraOptions *self, GKeyFile *file);

G_END_DECLS
