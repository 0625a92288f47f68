/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* A piece as diagrams have it: one character, White's upside down. */
#define KOMA_TYPE_BOARD_PIECE (koma_board_piece_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardPiece, koma_board_piece, KOMA, BOARD_PIECE, GtkWidget)

GtkWidget *koma_board_piece_new (void);
void       koma_board_piece_set (KomaBoardPiece *self, KomaPiece piece, gboolean is_doubtful);

G_END_DECLS
