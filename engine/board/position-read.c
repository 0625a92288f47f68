/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "position-read.h"

/* A square whose best piece has at least this score keeps it, whatever the others are. */
#define CERTAIN 0.97f

static KomaPiece
pick_best (const KomaSquareScores *scores,
           const gboolean         *is_full) /* (nullable) [KOMA_N_PIECES], by plain kind */
{
  KomaPiece best = { KOMA_PIECE_NONE, KOMA_SIDE_BLACK };

  for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_PIECES; kind++)
    for (guint side = KOMA_SIDE_BLACK; side <= KOMA_SIDE_WHITE; side++)
      if ((is_full == NULL || !is_full[koma_piece_kind_demote (kind)]) &&
          scores->of[kind][side] > scores->of[best.kind][best.side])
        best = (KomaPiece){ kind, side };
  return best;
}

/* The unsure square of a kind that there are too many of whose second choice costs least. */
static gboolean
give_way (const KomaSquareScores *scores,
          KomaPosition           *position)
{
  gboolean  is_full[KOMA_N_PIECES] = { FALSE }, is_over[KOMA_N_PIECES] = { FALSE };
  guint     changed = KOMA_POSITION_SQUARES;
  float     least = -1;
  KomaPiece other = { 0 };

  for (guint kind = KOMA_PIECE_PAWN; kind <= KOMA_PIECE_KING; kind++) {
    const guint n = koma_position_count (position, kind);

    is_full[kind] = n >= koma_piece_kind_get_number (kind);
    is_over[kind] = n > koma_piece_kind_get_number (kind);
  }
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    const KomaPiece piece = position->squares[i];
    const KomaPiece second = pick_best (&scores[i], is_full);
    const float     score = scores[i].of[piece.kind][piece.side];
    const float     kept = scores[i].of[second.kind][second.side] / (score + 1e-9f);

    if (is_over[koma_piece_kind_demote (piece.kind)] && score < CERTAIN && kept > least) {
      changed = i;
      least = kept;
      other = second;
    }
  }
  if (changed == KOMA_POSITION_SQUARES)
    return FALSE;
  position->squares[changed] = other;
  return TRUE;
}

/**
 * koma_position_read:
 * @scores: [81] what each square may be
 * @ret_position: (out): the board, Black to move, with empty hands
 * @ret_sure: (out): [81] the score of the piece that each square got
 *
 * Takes the best piece of each square. A set has 40 pieces: where there would be three rooks, the
 * square that is least sure of its own becomes what it is next most likely, unless it is certain.
 * A position with too many of a kind is still possible. Nothing else is known of positions.
 *
 * Thread: any.
 */
void
koma_position_read (const KomaSquareScores *scores,
                    KomaPosition           *ret_position,
                    float                  *ret_sure)
{
  *ret_position = (KomaPosition){ 0 };
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    ret_position->squares[i] = pick_best (&scores[i], NULL);
  for (guint i = 0; i < KOMA_POSITION_SQUARES && give_way (scores, ret_position); i++)
    ;
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    const KomaPiece piece = ret_position->squares[i];

    ret_sure[i] = scores[i].of[piece.kind][piece.side];
  }
}
