/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What lies over a picture: a texture on the part of it that a model saw. */
typedef struct
{
  GdkTexture     *texture;  /* (nullable) owned; NULL: there is no cover */
  graphene_rect_t seen;     /* in parts of the picture's width and height; may be more than it */
  gboolean        is_grey;  /* the picture below loses its colours */
  double          strength; /* of all of it: 0 … 1 */
} KomaPictureCover;

void koma_picture_cover_clear (KomaPictureCover *self);
/* The picture, and what lies over it. @bounds: of the picture. */
void koma_picture_cover_snapshot (const KomaPictureCover *self,
                                  GtkSnapshot            *snapshot,
                                  GdkTexture             *picture,
                                  const graphene_rect_t  *bounds);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaPictureCover, koma_picture_cover_clear)

G_END_DECLS
