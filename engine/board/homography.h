/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x;
  double y;
} KomaPoint;

/* A projective map of the plane: (x, y, 1) times the matrix, by rows. */
typedef struct
{
  double m[9];
} KomaHomography;

gboolean  koma_solve_linear (double *matrix, double *ret_x, guint n);
gboolean  koma_homography_from_points (const KomaPoint from[4],
                                       const KomaPoint to[4],
                                       KomaHomography *ret_map);
gboolean  koma_homography_invert (const KomaHomography *map, KomaHomography *ret_inverse);
KomaPoint koma_homography_apply (const KomaHomography *map, double x, double y);
gboolean  koma_quad_is_convex (const KomaPoint corners[4]);

G_END_DECLS
