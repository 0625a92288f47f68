/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/picture.h"
#include "engine/board/homography.h"

G_BEGIN_DECLS

/* How a board is drawn for a test. */
typedef struct
{
  guint    width; /* pixels of the picture */
  guint    height;
  double   tilt; /* degrees */
  double   roll; /* degrees, clockwise */
  guint    n_rows;
  guint    n_columns;
  double   pieces;   /* 0 … 1, of the squares */
  gboolean is_inked; /* its lines are there */
} DrawnBoard;

KomaPicture *drawn_board_new (const DrawnBoard *board, GRand *random, KomaPoint corners[4]);

G_END_DECLS
