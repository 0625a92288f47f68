/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* The cells of the shogi boards among @items at @positions, as items of their own, board by board.
 * An item that is not a whole picture in a file has none. */
GPtrArray *koma_board_cells_new (GListModel *items, GtkBitset *positions);

G_END_DECLS
