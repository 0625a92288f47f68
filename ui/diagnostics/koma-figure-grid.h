/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Figures with their captions, in two or three columns of one width, so that those of several
 * grids stand below each other. A GtkFlowBox leaves room for texts as if they were narrower. */
#define KOMA_TYPE_FIGURE_GRID (koma_figure_grid_get_type ())
G_DECLARE_FINAL_TYPE (KomaFigureGrid, koma_figure_grid, KOMA, FIGURE_GRID, GtkWidget)

GtkLabel *koma_figure_grid_add (KomaFigureGrid *self,
                                const char     *caption); /* (transfer none) of the value */

G_END_DECLS
