/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From scores of squares to a position. */
#include "engine/board/position-read.h"
#include "tests/test-main.h"

static void
fill (KomaSquareScores *scores)
{
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    scores[i] = (KomaSquareScores){ 0 };
    scores[i].of[KOMA_PIECE_NONE][0] = 0.9f;
  }
}

static void
put (KomaSquareScores *scores,
     guint             square,
     KomaPieceKind     kind,
     KomaSide          side,
     float             score)
{
  scores[square].of[KOMA_PIECE_NONE][0] = 0;
  scores[square].of[kind][side] = score;
}

static void
test_best (void)
{
  KomaSquareScores scores[KOMA_POSITION_SQUARES];
  KomaPosition     position;
  float            sure[KOMA_POSITION_SQUARES];
  g_autofree char *sfen = NULL;

  fill (scores);
  put (scores, 0, KOMA_PIECE_LANCE, KOMA_SIDE_WHITE, 0.7f);
  put (scores, 80, KOMA_PIECE_DRAGON, KOMA_SIDE_BLACK, 0.6f);
  scores[80].of[KOMA_PIECE_ROOK][KOMA_SIDE_BLACK] = 0.4f;
  koma_position_read (scores, &position, sure);
  sfen = koma_position_to_sfen (&position);
  g_assert_cmpstr (sfen, ==, "l8/9/9/9/9/9/9/9/8+R b - 1");
  g_assert_cmpfloat (sure[0], ==, 0.7f);
  g_assert_cmpfloat (sure[1], ==, 0.9f);
  g_assert_cmpfloat (sure[80], ==, 0.6f);
}

/* The third rook becomes what it may be, but for kinds that are complete; certain ones stay. */
static void
test_third_rook (void)
{
  KomaSquareScores scores[KOMA_POSITION_SQUARES];
  KomaPosition     position;
  float            sure[KOMA_POSITION_SQUARES];

  fill (scores);
  put (scores, 0, KOMA_PIECE_ROOK, KOMA_SIDE_WHITE, 0.9f);
  put (scores, 1, KOMA_PIECE_DRAGON, KOMA_SIDE_BLACK, 0.9f);
  put (scores, 2, KOMA_PIECE_BISHOP, KOMA_SIDE_BLACK, 0.9f);
  put (scores, 3, KOMA_PIECE_BISHOP, KOMA_SIDE_WHITE, 0.9f);
  put (scores, 4, KOMA_PIECE_ROOK, KOMA_SIDE_WHITE, 0.5f);
  put (scores, 4, KOMA_PIECE_BISHOP, KOMA_SIDE_WHITE, 0.3f);
  put (scores, 4, KOMA_PIECE_SILVER, KOMA_SIDE_WHITE, 0.1f);
  koma_position_read (scores, &position, sure);
  g_assert_cmpuint (position.squares[4].kind, ==, KOMA_PIECE_SILVER);
  g_assert_cmpuint (position.squares[4].side, ==, KOMA_SIDE_WHITE);
  g_assert_cmpfloat (sure[4], ==, 0.1f);
  g_assert_cmpuint (position.squares[0].kind, ==, KOMA_PIECE_ROOK);
  for (guint i = 0; i < 5; i++)
    put (scores, i, KOMA_PIECE_ROOK, KOMA_SIDE_BLACK, 0.99f);
  koma_position_read (scores, &position, sure);
  g_assert_cmpuint (koma_position_count (&position, KOMA_PIECE_ROOK), ==, 5);
}

static void
test_labels (void)
{
  static const char *const wrong[] = { "", "_up", "FU", "FU_", "FU_left", "XX_up", "FUU_up" };
  KomaPiece                piece;

  g_assert_true (koma_piece_from_label ("empty", &piece));
  g_assert_cmpuint (piece.kind, ==, KOMA_PIECE_NONE);
  g_assert_true (koma_piece_from_label ("UM_down", &piece));
  g_assert_cmpuint (piece.kind, ==, KOMA_PIECE_HORSE);
  g_assert_cmpuint (piece.side, ==, KOMA_SIDE_WHITE);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (koma_piece_from_label (wrong[i], &piece));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/position-read/best", test_best);
  g_test_add_func ("/position-read/third-rook", test_third_rook);
  g_test_add_func ("/position-read/labels", test_labels);
  return g_test_run ();
}
