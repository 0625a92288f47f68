/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "combs.h"
#include "line-profiles.h"
#include "vanishing-points.h"

G_BEGIN_DECLS

/* The lines of a picture, with middle and c in half sides of it, from its middle. */
typedef struct
{
  const KomaLine        *lines;    /* [n] */
  const KomaLineProfile *profiles; /* [n] */
  guint                  n;
  guint                  width; /* pixels of the picture */
  guint                  height;
} KomaLines;

/* A grid that may be in the picture. */
typedef struct
{
  KomaHomography map;   /* from the grid, its corners at 0 and 9, to pixels; clockwise */
  double         score; /* how much of its lines is drawn on it, and not beyond */
} KomaGridProposal;

/* Grids whose lines go through @p and @q: at most @n_max of them, the best first; room for so many
 * is at @ret_proposals. Returns: how many. Thread: any. */
guint koma_grid_propose (const KomaLines     *lines,
                         const KomaVanishing *p,
                         const KomaVanishing *q,
                         KomaGridProposal    *ret_proposals,
                         guint                n_max);

G_END_DECLS
