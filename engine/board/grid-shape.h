/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "combs.h"
#include "homography.h"

G_BEGIN_DECLS

/* @map: from a grid, with squares of 1 and corners at 0 and 9, to pixels. Thread: any. */
void   koma_grid_get_corners (const KomaHomography *map, KomaPoint ret_corners[4]);
double koma_grid_measure_shortest_side (const KomaPoint corners[4]);
/* Turns a grid that is seen from behind: with u to the right, v goes down. Thread: any. */
void koma_grid_make_clockwise (KomaHomography *map);
/* Whether a picture of this size can show it, large enough. Thread: any. */
gboolean koma_grid_is_possible (const KomaHomography *map, guint width, guint height);

G_END_DECLS
