/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Below the pictures while several are selected: how many, and what can be done with them. The
 * properties “list-model” and “grid-model” (GtkSelectionModel) are those of the list and of the
 * grid, of which one has none.
 * Signal "leave": it goes, and had the focus. */
#define KOMA_TYPE_SELECTION_BAR (koma_selection_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaSelectionBar, koma_selection_bar, KOMA, SELECTION_BAR, AdwBin)

G_END_DECLS
