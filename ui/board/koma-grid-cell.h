/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* The best answer of one cell of a picture. */
#define KOMA_TYPE_GRID_CELL (koma_grid_cell_get_type ())
G_DECLARE_FINAL_TYPE (KomaGridCell, koma_grid_cell, KOMA, GRID_CELL, AdwBin)

GtkWidget *koma_grid_cell_new (KomaPreferences *preferences);
void       koma_grid_cell_show (KomaGridCell   *self,
                                KomaResultItem *item,     /* (nullable) */
                                guint           position, /* row by row */
                                guint           n_columns);

G_END_DECLS
