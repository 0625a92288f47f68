/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "position.h"

G_BEGIN_DECLS

/* Scores of one square, 0 … 1: for each kind, of each side. No piece has one of Black's. */
typedef struct
{
  float of[KOMA_N_PIECES][2];
} KomaSquareScores;

void koma_position_read (const KomaSquareScores *scores,
                         KomaPosition           *ret_position,
                         float                  *ret_sure);

G_END_DECLS
