/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-words.h"

#include <glib/gi18n-lib.h>

/* In the order of KomaPieceKind. */
static const char *const kinds[KOMA_N_PIECES] = {
  N_ ("Empty"),
  N_ ("Pawn"),
  N_ ("Lance"),
  N_ ("Knight"),
  N_ ("Silver"),
  N_ ("Gold"),
  N_ ("Bishop"),
  N_ ("Rook"),
  N_ ("King"),
  N_ ("Promoted Pawn"),
  N_ ("Promoted Lance"),
  N_ ("Promoted Knight"),
  N_ ("Promoted Silver"),
  N_ ("Horse"),
  N_ ("Dragon"),
};

static const char *
get_kind (KomaPieceKind kind)
{
  return _ (kinds[kind]);
}

char *
koma_board_words_describe_piece (KomaPiece piece)
{
  const char *kind = get_kind (piece.kind);

  if (piece.kind == KOMA_PIECE_NONE)
    return g_strdup (kind);
  return piece.side == KOMA_SIDE_BLACK
           /* Translators: a piece of shogi that the player at the bottom has: 先手の歩兵 */
           ? g_strdup_printf (_ ("Black’s %s"), kind)
           /* Translators: a piece of shogi that the player at the top has: 後手の歩兵 */
           : g_strdup_printf (_ ("White’s %s"), kind);
}

/* "7f: Black’s Pawn", as USI counts squares. */
char *
koma_board_words_describe_square (guint     square,
                                  KomaPiece piece,
                                  gboolean  is_doubtful)
{
  g_autofree char *name = koma_board_words_describe_piece (piece);
  const guint      file = KOMA_POSITION_SIDE - square % KOMA_POSITION_SIDE;
  const char       rank = (char) ('a' + square / KOMA_POSITION_SIDE);

  return is_doubtful
           /* Translators: a square of a shogi board as 7f, and the piece that may be there */
           ? g_strdup_printf (_ ("%u%c: %s, doubtful"), file, rank, name)
           : g_strdup_printf ("%u%c: %s", file, rank, name);
}

char *
koma_board_words_describe_excess (const KomaPosition *position)
{
  for (guint kind = KOMA_PIECE_PAWN; kind <= KOMA_PIECE_KING; kind++) {
    const guint n = koma_position_count (position, kind);

    if (n > koma_piece_kind_get_number (kind))
      /* Translators: a kind of shogi piece, how many there are, and how many a set has */
      return g_strdup_printf (_ ("%s: there are %u, and a set has %u"),
                              get_kind (kind), n,
                              koma_piece_kind_get_number (kind));
  }
  return NULL;
}
