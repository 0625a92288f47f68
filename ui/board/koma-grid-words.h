/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* Whether a cell has an answer that its model is not sure of. */
gboolean koma_grid_words_is_not_sure (KomaResultItem *cell, KomaPreferences *preferences);
/* The best class, or why there is none. */
char *koma_grid_words_for_answer (KomaResultItem *cell);
/* "Row 1, column 2: tabby 98%" */
char *koma_grid_words_for_cell (KomaResultItem  *cell,
                                guint            position, /* row by row */
                                guint            n_columns,
                                KomaPreferences *preferences);
/* How many have an answer, and how many of these are not sure; or why there is none. */
char *koma_grid_words_for_all (GListModel *cells, KomaPreferences *preferences);
/* The best classes as they stand: columns between tabs, rows as lines. @cells: KomaResultItems */
char *koma_grid_words_for_table (GListModel *cells, guint n_columns);

G_END_DECLS
