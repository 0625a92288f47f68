/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "straight-lines.h"

G_BEGIN_DECLS

/* Where lines that are parallel on the board meet in the picture: homogeneous, in half sides of the
 * picture from its middle. */
typedef struct
{
  double x;
  double y;
  double w; /* 0: infinitely far */
} KomaVanishing;

/* Lines with middle and c in half sides of the picture, from its middle; the best first.
 * Returns: how many there are. Thread: any. */
guint koma_vanishing_find (const KomaLine *lines,
                           guint           n_lines,
                           KomaVanishing  *ret_points,
                           guint           n_max);
/* The sine of the angle between a line and the way from its middle to @point. Thread: any. */
double koma_vanishing_miss (const KomaVanishing *point, const KomaLine *line);

G_END_DECLS
