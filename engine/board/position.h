/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_POSITION_SIDE    9
#define KOMA_POSITION_SQUARES (KOMA_POSITION_SIDE * KOMA_POSITION_SIDE)

typedef enum {
  KOMA_PIECE_NONE,
  KOMA_PIECE_PAWN,
  KOMA_PIECE_LANCE,
  KOMA_PIECE_KNIGHT,
  KOMA_PIECE_SILVER,
  KOMA_PIECE_GOLD,
  KOMA_PIECE_BISHOP,
  KOMA_PIECE_ROOK,
  KOMA_PIECE_KING,
  KOMA_PIECE_PROMOTED_PAWN,
  KOMA_PIECE_PROMOTED_LANCE,
  KOMA_PIECE_PROMOTED_KNIGHT,
  KOMA_PIECE_PROMOTED_SILVER,
  KOMA_PIECE_HORSE,
  KOMA_PIECE_DRAGON,
  KOMA_N_PIECES,
} KomaPieceKind;

#define KOMA_N_HAND KOMA_PIECE_KING /* kinds below are those that can be in a hand */

typedef enum {
  KOMA_SIDE_BLACK, /* moves up, from the bottom */
  KOMA_SIDE_WHITE,
} KomaSide;

typedef struct
{
  KomaPieceKind kind;
  KomaSide      side;
} KomaPiece;

/* A position of shogi; any, also one that no game reaches. */
typedef struct
{
  KomaPiece squares[KOMA_POSITION_SQUARES]; /* from the top left, 9一, row by row */
  guint     hands[2][KOMA_N_HAND];          /* of each side, by kind */
  KomaSide  turn;                           /* whose move it is */
} KomaPosition;

gboolean koma_piece_from_label (const char *label, KomaPiece *ret_piece);
/* (transfer none) one character, as diagrams have it */
const char *koma_piece_get_kanji (KomaPiece piece);

void          koma_position_turn_around (KomaPosition *position);
KomaPieceKind koma_piece_kind_demote (KomaPieceKind kind);
guint         koma_position_count (const KomaPosition *position, KomaPieceKind kind);
guint         koma_piece_kind_get_number (KomaPieceKind kind);

/* (transfer full) UTF-8; the first is the board alone, without whose move it is and hands. */
char *koma_position_to_sfen_board (const KomaPosition *position);
char *koma_position_to_sfen (const KomaPosition *position);
char *koma_position_to_kif (const KomaPosition *position);
char *koma_position_to_csa (const KomaPosition *position);

G_END_DECLS
