/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "engine/board/homography.h"

G_BEGIN_DECLS

/* A picture with the grid of a board over it, whose corners are dragged, or moved by arrow keys.
 * Signal "moved": the user has moved a corner, and let it go. */
#define KOMA_TYPE_BOARD_VIEW (koma_board_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardView, koma_board_view, KOMA, BOARD_VIEW, GtkWidget)

/* Corners are counted in pixels of a picture of @width × @height, which may be other than the
 * texture's. */
void             koma_board_view_set_picture (KomaBoardView *self,
                                              GdkTexture    *texture, /* (nullable) */
                                              guint          width,
                                              guint          height);
void             koma_board_view_set_corners (KomaBoardView *self, const KomaPoint corners[4]);
const KomaPoint *koma_board_view_get_corners (KomaBoardView *self);

G_END_DECLS
