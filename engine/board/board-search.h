/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/picture.h"
#include "homography.h"

G_BEGIN_DECLS

/* A shogi board that a picture may show. */
typedef struct
{
  KomaPoint corners[4]; /* of the playing field, in pixels of the picture as it is in memory:
                           top left, top right, bottom right, bottom left */
  double    lines;      /* 0 … 1: how well its lines are seen */
} KomaBoardCandidate;

#define KOMA_BOARD_MAX_CANDIDATES 4
/* How well lines are seen: photographs of boards have 1.0, those of other things up to 0.3. Boards
 * in glare may have less, and are refused. */
#define KOMA_BOARD_LINES_MIN 0.5

guint koma_board_search (const KomaPicture *picture, KomaBoardCandidate *ret_candidates);

G_END_DECLS
