/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* A picture with a grid over it, whose corners are dragged, or moved by arrow keys. Signals:
 *   "moved"              the user has moved a corner, and let it go
 *   "pressed" (guint)    the user has clicked on a cell: row × columns + column */
#define KOMA_TYPE_BOARD_VIEW (koma_board_view_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardView, koma_board_view, KOMA, BOARD_VIEW, GtkWidget)

/* Corners are counted in pixels of a picture of @width × @height, which may be other than the
 * texture's. */
void koma_board_view_set_picture (KomaBoardView *self,
                                  GdkTexture    *texture, /* (nullable) */
                                  guint          width,
                                  guint          height);
/* 9 × 9 where this is not called */
void koma_board_view_set_size (KomaBoardView *self, guint n_rows, guint n_columns);
/* A cell is drawn with a thick rim; G_MAXUINT: none is. */
void             koma_board_view_set_marked (KomaBoardView *self, guint cell);
void             koma_board_view_set_corners (KomaBoardView *self, const KomaPoint corners[4]);
void             koma_board_view_focus_corner (KomaBoardView *self);
const KomaPoint *koma_board_view_get_corners (KomaBoardView *self);

G_END_DECLS
