/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-picture-cover.h"

G_BEGIN_DECLS

/* A picture that can be zoomed and moved, and what may lie over it. */
#define KOMA_TYPE_PICTURE_VIEW (koma_picture_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureView, koma_picture_view, KOMA, PICTURE_VIEW, GtkWidget)

/* All of it is shown. @width, @height: of the picture in its file, which may have more pixels. */
void        koma_picture_view_set_texture (KomaPictureView *self,
                                           GdkTexture      *texture, /* (nullable) */
                                           guint            width,
                                           guint            height);
GdkTexture *koma_picture_view_get_texture (KomaPictureView *self); /* (nullable) */
void        koma_picture_view_set_cover (KomaPictureView *self, const KomaPictureCover *cover);
void        koma_picture_view_set_strength (KomaPictureView *self, double strength); /* of it */

gboolean koma_picture_view_find_point (KomaPictureView  *self,
                                       double            x,
                                       double            y,
                                       graphene_point_t *ret_point);

/* 0: all of the picture is seen; 1: a pixel of it is one of the screen.
 * @direction: 1: in, -1: out, 0: all of it. */
double   koma_picture_view_get_zoom (KomaPictureView *self);
gboolean koma_picture_view_can_zoom (KomaPictureView *self, int direction);
void     koma_picture_view_zoom (KomaPictureView *self, int direction);

GdkTexture *koma_picture_view_draw (KomaPictureView *self);

G_END_DECLS
