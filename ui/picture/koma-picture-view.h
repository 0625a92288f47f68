/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A picture that can be zoomed and moved, and a second one that may lie over a part of it. */
#define KOMA_TYPE_PICTURE_VIEW (koma_picture_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureView, koma_picture_view, KOMA, PICTURE_VIEW, GtkWidget)

/* All of it is shown. @width, @height: of the picture in its file, which may have more pixels. */
void koma_picture_view_set_texture (KomaPictureView *self,
                                    GdkTexture      *texture, /* (nullable) */
                                    guint            width,
                                    guint            height);
/* @bounds: where it lies, in parts of the picture's width and height: 0 … 1 within it. */
void koma_picture_view_set_cover (KomaPictureView       *self,
                                  GdkTexture            *cover, /* (nullable) */
                                  const graphene_rect_t *bounds,
                                  double                 opacity);

/* 0: all of the picture is seen; 1: a pixel of it is one of the screen.
 * @direction: 1: in, -1: out, 0: all of it. */
double   koma_picture_view_get_zoom (KomaPictureView *self);
gboolean koma_picture_view_can_zoom (KomaPictureView *self, int direction);
void     koma_picture_view_zoom (KomaPictureView *self, int direction);

GdkTexture *koma_picture_view_draw (KomaPictureView *self);

G_END_DECLS
