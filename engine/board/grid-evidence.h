/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "combs.h"
#include "homography.h"
#include "ridges.h"

G_BEGIN_DECLS

/* How well the lines of a picture agree with a grid of 9 × 9 squares. */
typedef struct
{
  float on;      /* 0 … 1: the mean strength of lines where the grid has them, */
  float off;     /* half a square beside, */
  float beyond;  /* and on its lines prolonged, outside */
  float more;    /* 0 … 1: whether it goes on, by one more row or column at some side */
  float weakest; /* of the 20 lines, the mean of the three weakest */
  float score;   /* of all that; the larger, the better */
} KomaGridEvidence;

/* @map: from a grid, with squares of 1 and corners at 0 and 9, to pixels. Thread: any. */
KomaGridEvidence koma_grid_evidence (const KomaRidges *ridges, const KomaHomography *map);
/* Moves the grid onto the lines near it, to a part of a pixel.
 * Returns: FALSE if there are not enough of them. Thread: any. */
gboolean koma_grid_refine (const KomaRidges *ridges, KomaHomography *map);

G_END_DECLS
