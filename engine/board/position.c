/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "position.h"

#include <string.h>

/* What the notations call each kind, in the order of KomaPieceKind. */
static const struct
{
  const char   *label; /* as the bundled model and CSA have it */
  const char   *sfen;
  const char   *kanji;
  KomaPieceKind plain;  /* not promoted */
  guint         number; /* of a set, promoted or not */
} kinds[KOMA_N_PIECES] = {
  { "empty", "", "・", KOMA_PIECE_NONE, 0 },
  { "FU", "P", "歩", KOMA_PIECE_PAWN, 18 },
  { "KY", "L", "香", KOMA_PIECE_LANCE, 4 },
  { "KE", "N", "桂", KOMA_PIECE_KNIGHT, 4 },
  { "GI", "S", "銀", KOMA_PIECE_SILVER, 4 },
  { "KI", "G", "金", KOMA_PIECE_GOLD, 4 },
  { "KA", "B", "角", KOMA_PIECE_BISHOP, 2 },
  { "HI", "R", "飛", KOMA_PIECE_ROOK, 2 },
  { "OU", "K", "玉", KOMA_PIECE_KING, 2 },
  { "TO", "+P", "と", KOMA_PIECE_PAWN, 18 },
  { "NY", "+L", "杏", KOMA_PIECE_LANCE, 4 },
  { "NK", "+N", "圭", KOMA_PIECE_KNIGHT, 4 },
  { "NG", "+S", "全", KOMA_PIECE_SILVER, 4 },
  { "UM", "+B", "馬", KOMA_PIECE_BISHOP, 2 },
  { "RY", "+R", "龍", KOMA_PIECE_ROOK, 2 },
};

/* Hands are written from the rook down to the pawn. */
static const KomaPieceKind hand_order[] = { KOMA_PIECE_ROOK, KOMA_PIECE_BISHOP,
                                            KOMA_PIECE_GOLD, KOMA_PIECE_SILVER,
                                            KOMA_PIECE_KNIGHT, KOMA_PIECE_LANCE,
                                            KOMA_PIECE_PAWN };

/**
 * koma_piece_from_label:
 * @label: as the bundled model has it: "empty", "FU_up", "RY_down"
 * @ret_piece: (out): pieces that point up are Black's
 *
 * Thread: any.
 *
 * Returns: %FALSE if it is no such label
 */
gboolean
koma_piece_from_label (const char *label,
                       KomaPiece  *ret_piece)
{
  const char *direction = strchr (label, '_');

  *ret_piece = (KomaPiece){ 0 };
  if (g_str_equal (label, kinds[KOMA_PIECE_NONE].label))
    return TRUE;
  if (direction - label != 2 ||
      (!g_str_equal (direction, "_up") && !g_str_equal (direction, "_down")))
    return FALSE;
  for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_PIECES; kind++)
    if (strncmp (label, kinds[kind].label, 2) == 0) {
      *ret_piece = (KomaPiece){ kind, direction[1] == 'u' ? KOMA_SIDE_BLACK : KOMA_SIDE_WHITE };
      return TRUE;
    }
  return FALSE;
}

/**
 * koma_piece_get_kanji:
 * @piece: a piece, or none
 *
 * Thread: any.
 *
 * Returns: the one character that diagrams have for it; Black's king is 玉, White's 王
 */
const char *
koma_piece_get_kanji (KomaPiece piece)
{
  if (piece.kind == KOMA_PIECE_KING && piece.side == KOMA_SIDE_WHITE)
    return "王";
  return kinds[piece.kind].kanji;
}

/**
 * koma_piece_kind_demote:
 * @kind: a kind
 *
 * Thread: any.
 *
 * Returns: what it is when it is not promoted
 */
KomaPieceKind
koma_piece_kind_demote (KomaPieceKind kind)
{
  return kinds[kind].plain;
}

/**
 * koma_piece_kind_get_number:
 * @kind: a kind
 *
 * Thread: any.
 *
 * Returns: how many of it a set has, promoted or not
 */
guint
koma_piece_kind_get_number (KomaPieceKind kind)
{
  return kinds[kind].number;
}

/**
 * koma_position_count:
 * @position: a position
 * @kind: a kind that is not promoted
 *
 * Thread: any.
 *
 * Returns: how many there are, promoted ones and those in hands too
 */
guint
koma_position_count (const KomaPosition *position,
                     KomaPieceKind       kind)
{
  guint n = kind < KOMA_N_HAND ? position->hands[0][kind] + position->hands[1][kind] : 0;

  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    n += kinds[position->squares[i].kind].plain == kind;
  return n;
}

/**
 * koma_position_turn_around:
 * @position: a position
 *
 * Makes it what the player on the other side of the board sees: half a turn, and colours exchanged.
 *
 * Thread: any.
 */
void
koma_position_turn_around (KomaPosition *position)
{
  const KomaPosition given = *position;

  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    KomaPiece *piece = &position->squares[i];

    *piece = given.squares[KOMA_POSITION_SQUARES - 1 - i];
    if (piece->kind != KOMA_PIECE_NONE)
      piece->side = piece->side == KOMA_SIDE_BLACK ? KOMA_SIDE_WHITE : KOMA_SIDE_BLACK;
  }
  memcpy (position->hands[0], given.hands[1], sizeof given.hands[1]);
  memcpy (position->hands[1], given.hands[0], sizeof given.hands[0]);
  position->turn = given.turn == KOMA_SIDE_BLACK ? KOMA_SIDE_WHITE : KOMA_SIDE_BLACK;
}

static void
append_sfen_piece (GString  *text,
                   KomaPiece piece)
{
  for (const char *c = kinds[piece.kind].sfen; *c != '\0'; c++)
    g_string_append_c (text, piece.side == KOMA_SIDE_BLACK ? *c : g_ascii_tolower (*c));
}

static void
append_gap (GString *text,
            guint    n)
{
  if (n > 0)
    g_string_append_printf (text, "%u", n);
}

/**
 * koma_position_to_sfen_board:
 * @position: a position
 *
 * Thread: any.
 *
 * Returns: (transfer full): the first field of its SFEN, the board
 */
char *
koma_position_to_sfen_board (const KomaPosition *position)
{
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < KOMA_POSITION_SIDE; row++) {
    guint gap = 0;

    if (row > 0)
      g_string_append_c (text, '/');
    for (guint column = 0; column < KOMA_POSITION_SIDE; column++) {
      const KomaPiece piece = position->squares[row * KOMA_POSITION_SIDE + column];

      if (piece.kind == KOMA_PIECE_NONE) {
        gap++;
        continue;
      }
      append_gap (text, gap);
      gap = 0;
      append_sfen_piece (text, piece);
    }
    append_gap (text, gap);
  }
  return g_string_free (text, FALSE);
}

static void
append_sfen_hand (GString            *text,
                  const KomaPosition *position,
                  KomaSide            side)
{
  for (guint i = 0; i < G_N_ELEMENTS (hand_order); i++) {
    const guint n = position->hands[side][hand_order[i]];

    if (n > 1)
      g_string_append_printf (text, "%u", n);
    if (n > 0)
      append_sfen_piece (text, (KomaPiece){ hand_order[i], side });
  }
}

/**
 * koma_position_to_sfen:
 * @position: a position
 *
 * Thread: any.
 *
 * Returns: (transfer full): its SFEN as the protocol USI has it: board, whose move it is, hands,
 *   and 1 for the number of the move
 */
char *
koma_position_to_sfen (const KomaPosition *position)
{
  g_autofree char *board = koma_position_to_sfen_board (position);
  g_autoptr (GString) hands = g_string_new (NULL);

  append_sfen_hand (hands, position, KOMA_SIDE_BLACK);
  append_sfen_hand (hands, position, KOMA_SIDE_WHITE);
  return g_strdup_printf ("%s %c %s 1", board, position->turn == KOMA_SIDE_BLACK ? 'b' : 'w',
                          hands->len > 0 ? hands->str : "-");
}

static void
append_kif_hand (GString            *text,
                 const KomaPosition *position,
                 KomaSide            side)
{
  static const char *const digits[] = { "", "一", "二", "三", "四", "五", "六", "七", "八", "九" };
  gboolean                 is_empty = TRUE;

  g_string_append (text, side == KOMA_SIDE_BLACK ? "先手の持駒：" : "後手の持駒：");
  for (guint i = 0; i < G_N_ELEMENTS (hand_order); i++) {
    const guint n = MIN (position->hands[side][hand_order[i]], 19);

    if (n == 0)
      continue;
    g_string_append_printf (text, "%s%s%s%s", is_empty ? "" : "　", kinds[hand_order[i]].kanji,
                            n >= 10 ? "十" : "", n > 1 ? digits[n % 10] : "");
    is_empty = FALSE;
  }
  g_string_append (text, is_empty ? "なし\n" : "\n");
}

/**
 * koma_position_to_kif:
 * @position: a position; of a hand, at most 19 of a kind are told
 *
 * Thread: any.
 *
 * Returns: (transfer full): its diagram as Kakinoki's programs write it in KIF, in UTF-8, for a
 *   game that begins there
 */
char *
koma_position_to_kif (const KomaPosition *position)
{
  static const char *const rows[] = { "一", "二", "三", "四", "五", "六", "七", "八", "九" };
  static const char        rule[] = "+---------------------------+\n";
  GString                 *text = g_string_new (NULL);

  append_kif_hand (text, position, KOMA_SIDE_WHITE);
  g_string_append_printf (text, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n%s", rule);
  for (guint row = 0; row < KOMA_POSITION_SIDE; row++) {
    g_string_append_c (text, '|');
    for (guint column = 0; column < KOMA_POSITION_SIDE; column++) {
      const KomaPiece piece = position->squares[row * KOMA_POSITION_SIDE + column];

      g_string_append_printf (text, "%c%s", piece.side == KOMA_SIDE_WHITE ? 'v' : ' ',
                              kinds[piece.kind].kanji);
    }
    g_string_append_printf (text, "|%s\n", rows[row]);
  }
  g_string_append (text, rule);
  append_kif_hand (text, position, KOMA_SIDE_BLACK);
  if (position->turn == KOMA_SIDE_WHITE)
    g_string_append (text, "後手番\n");
  g_string_append (text, "手数----指手---------消費時間--\n");
  return g_string_free (text, FALSE);
}

/**
 * koma_position_to_csa:
 * @position: a position
 *
 * Thread: any.
 *
 * Returns: (transfer full): it in CSA's standard format, version 2.2
 */
char *
koma_position_to_csa (const KomaPosition *position)
{
  GString *text = g_string_new ("V2.2\n");

  for (guint row = 0; row < KOMA_POSITION_SIDE; row++) {
    g_string_append_printf (text, "P%u", row + 1);
    for (guint column = 0; column < KOMA_POSITION_SIDE; column++) {
      const KomaPiece piece = position->squares[row * KOMA_POSITION_SIDE + column];

      if (piece.kind == KOMA_PIECE_NONE)
        g_string_append (text, " * ");
      else
        g_string_append_printf (text, "%c%s", piece.side == KOMA_SIDE_BLACK ? '+' : '-',
                                kinds[piece.kind].label);
    }
    g_string_append_c (text, '\n');
  }
  for (guint side = KOMA_SIDE_BLACK; side <= KOMA_SIDE_WHITE; side++) {
    const gsize length = text->len;

    for (guint i = 0; i < G_N_ELEMENTS (hand_order); i++)
      for (guint n = 0; n < position->hands[side][hand_order[i]]; n++)
        g_string_append_printf (text, "00%s", kinds[hand_order[i]].label);
    if (text->len > length) {
      g_string_insert (text, (gssize) length, side == KOMA_SIDE_BLACK ? "P+" : "P-");
      g_string_append_c (text, '\n');
    }
  }
  g_string_append (text, position->turn == KOMA_SIDE_BLACK ? "+\n" : "-\n");
  return g_string_free (text, FALSE);
}
