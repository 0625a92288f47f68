/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/teach/project/koma-teach-example.h"

G_BEGIN_DECLS

/* The picture of an example, cut to a square with round corners. */
#define KOMA_TYPE_EXAMPLE_TILE (koma_example_tile_get_type ())
G_DECLARE_FINAL_TYPE (KomaExampleTile, koma_example_tile, KOMA, EXAMPLE_TILE, GtkWidget)

GtkWidget        *koma_example_tile_new (int side); /* application pixels */
void              koma_example_tile_set_example (KomaExampleTile  *self,
                                                 KomaTeachExample *example); /* (nullable) */
KomaTeachExample *koma_example_tile_get_example (KomaExampleTile *self);     /* (nullable) */

G_END_DECLS
