/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-values.h"

G_BEGIN_DECLS

char *koma_board_words_describe_piece (KomaPiece piece);
char *koma_board_words_describe_square (guint square, KomaPiece piece, gboolean is_doubtful);
/* (nullable) that a set of pieces does not have as many of a kind */
char *koma_board_words_describe_excess (const KomaPosition *position);

G_END_DECLS
