/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows a picture file small, in @side application pixels, once it is decoded. A file that is
 * asked for later takes the place of one that is not there yet. Thread: main */
void koma_picture_tile_load (GtkPicture *tile, GFile *file, int side);
void koma_picture_tile_clear (GtkPicture *tile);

G_END_DECLS
