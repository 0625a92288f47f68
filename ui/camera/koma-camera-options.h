/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/camera/koma-camera-region.h"

G_BEGIN_DECLS

/* How the camera page shows the picture and which part of it the model sees. The properties
 * "mirror" and "steady" (gboolean) and "region" ("centre", "whole" or "square") are actions. */
#define KOMA_TYPE_CAMERA_OPTIONS (koma_camera_options_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraOptions, koma_camera_options, KOMA, CAMERA_OPTIONS, GObject)

KomaCameraOptions *koma_camera_options_new (void);
void               koma_camera_options_add_actions (KomaCameraOptions *self, GActionMap *map);

gboolean koma_camera_options_get_mirror (KomaCameraOptions *self); /* affects the view only */
gboolean koma_camera_options_get_steady (KomaCameraOptions *self);

const KomaCameraRegion *koma_camera_options_get_region (KomaCameraOptions *self);
/* The square is kept while another region is chosen. */
void koma_camera_options_set_square (KomaCameraOptions *self, double x, double y, double side);

/* The camera that was used last. */
const char *koma_camera_options_get_device (KomaCameraOptions *self); /* (nullable) its id */
void        koma_camera_options_set_device (KomaCameraOptions *self, const char *id);

void koma_camera_options_load (KomaCameraOptions *self, GKeyFile *file); /* group "Camera" */
void koma_camera_options_save (KomaCameraOptions *self, GKeyFile *file);

G_END_DECLS
