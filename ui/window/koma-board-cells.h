/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/results/koma-result-item.h"

G_BEGIN_DECLS

/* The cells of @boards, which are KomaResultItems, as items of their own, board by board. An
 * item that is not a whole picture in a file has none. */
GPtrArray *koma_board_cells_new (GPtrArray *boards);

G_END_DECLS
