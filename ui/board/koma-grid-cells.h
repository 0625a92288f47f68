/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* The cells of a picture, each with its best answer, as they lie in it. One is selected.
 * Signal "selected": another one is. */
#define KOMA_TYPE_GRID_CELLS (koma_grid_cells_get_type ())
G_DECLARE_FINAL_TYPE (KomaGridCells, koma_grid_cells, KOMA, GRID_CELLS, AdwBin)

/* @items: (nullable) KomaResultItems, row by row; may grow */
void koma_grid_cells_set_items (KomaGridCells   *self,
                                GListModel      *items,
                                guint            n_rows,
                                guint            n_columns,
                                KomaPreferences *preferences);
/* GTK_INVALID_LIST_POSITION: there are no cells */
guint koma_grid_cells_get_selected (KomaGridCells *self);
void  koma_grid_cells_select (KomaGridCells *self, guint position);

G_END_DECLS
