/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/camera/koma-camera-region.h"

G_BEGIN_DECLS

/* The camera's picture, and in it the part that the model sees. */
#define KOMA_TYPE_CAMERA_VIEW (koma_camera_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraView, koma_camera_view, KOMA, CAMERA_VIEW, GtkWidget)

GtkWidget *koma_camera_view_new (void);

void  koma_camera_view_set_texture (KomaCameraView *self, GdkTexture *texture); /* (nullable) */
void  koma_camera_view_set_mirrored (KomaCameraView *self, gboolean is_mirrored);
guint koma_camera_view_get_n_drawn (KomaCameraView *self); /* textures so far */

/* The region is that of the picture as it is, not mirrored. A square can be
 * moved by the user; "region-moved" tells of it. */
void koma_camera_view_set_region (KomaCameraView         *self,
                                  const KomaCameraRegion *region);

const KomaCameraRegion *koma_camera_view_get_region (KomaCameraView *self);

G_END_DECLS
