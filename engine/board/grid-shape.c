/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid-shape.h"

#include <math.h>

/* Pixels of a square, at the least. */
#define SQUARE_MIN 6.0
/* Of its size, by which a board may stick out of the picture. */
#define OUTSIDE 0.06

void
koma_grid_get_corners (const KomaHomography *map,
                       KomaPoint             ret_corners[4])
{
  const double end = KOMA_BOARD_SIDE;

  ret_corners[0] = koma_homography_apply (map, 0, 0);
  ret_corners[1] = koma_homography_apply (map, end, 0);
  ret_corners[2] = koma_homography_apply (map, end, end);
  ret_corners[3] = koma_homography_apply (map, 0, end);
}

double
koma_grid_measure_shortest_side (const KomaPoint corners[4])
{
  double shortest = G_MAXDOUBLE;

  for (guint i = 0; i < 4; i++) {
    const KomaPoint *a = &corners[i], *b = &corners[(i + 1) % 4];

    shortest = MIN (shortest, hypot (a->x - b->x, a->y - b->y));
  }
  return shortest;
}

gboolean
koma_grid_is_possible (const KomaHomography *map,
                       guint                 width,
                       guint                 height)
{
  KomaPoint corners[4];
  double    outside = 0;

  koma_grid_get_corners (map, corners);
  if (!koma_quad_is_convex (corners) ||
      koma_grid_measure_shortest_side (corners) < SQUARE_MIN * KOMA_BOARD_SIDE)
    return FALSE;
  for (guint i = 0; i < 4; i++) {
    outside = MAX (outside, MAX (-corners[i].x, corners[i].x - width));
    outside = MAX (outside, MAX (-corners[i].y, corners[i].y - height));
  }
  return outside < OUTSIDE * koma_grid_measure_shortest_side (corners);
}

void
koma_grid_make_clockwise (KomaHomography *map)
{
  KomaPoint a = koma_homography_apply (map, 4, 4), b = koma_homography_apply (map, 5, 4);
  KomaPoint c = koma_homography_apply (map, 4, 5);

  if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0)
    return;
  for (guint i = 0; i < 3; i++) {
    map->m[3 * i + 2] += KOMA_BOARD_SIDE * map->m[3 * i];
    map->m[3 * i] = -map->m[3 * i];
  }
}
