/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/picture.h"
#include "homography.h"

G_BEGIN_DECLS

/* How a quadrangle is cut into cells. */
typedef struct
{
  KomaPoint corners[4]; /* in pixels; top left, top right, bottom right, bottom left */
  guint     n_rows;
  guint     n_columns;
  double    margin; /* of a cell, added at each of its sides */
} KomaSquareGrid;

gboolean     koma_square_get_corners (const KomaSquareGrid *grid,
                                      guint                 index,
                                      KomaPoint             ret_corners[4],
                                      GError              **error);
KomaPicture *koma_square_cut (const KomaPicture    *picture,
                              const KomaSquareGrid *grid,
                              guint                 index,
                              guint                 width,
                              guint                 height,
                              GError              **error);

G_END_DECLS
