/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/decode/picture.h"
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

guint koma_board_search (const KomaPicture *picture, KomaBoardCandidate *ret_candidates);

G_END_DECLS
