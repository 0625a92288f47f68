/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/camera/koma-camera-region.h"
#include "worker/camera/koma-camera.h"

G_BEGIN_DECLS

/* The camera's picture, with the part that the model sees. */
#define KOMA_TYPE_CAMERA_VIEW (koma_camera_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraView, koma_camera_view, KOMA, CAMERA_VIEW, GtkWidget)

void koma_camera_view_set_texture (KomaCameraView *self, GdkTexture *texture); /* (nullable) */
/* Shows a frame, and tells the camera in what size it is seen. */
void  koma_camera_view_show (KomaCameraView  *self,
                             KomaCamera      *camera,
                             KomaCameraFrame *frame);
void  koma_camera_view_set_mirrored (KomaCameraView *self, gboolean is_mirrored);
guint koma_camera_view_get_n_drawn (KomaCameraView *self); /* textures so far */

/* The region refers to the picture that is not mirrored. The user can move a square; the view emits
 * "region-moved" then. */
void koma_camera_view_set_region (KomaCameraView         *self,
                                  const KomaCameraRegion *region);

const KomaCameraRegion *koma_camera_view_get_region (KomaCameraView *self);

G_END_DECLS
