/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid-evidence.h"

#include <math.h>

#define N_ROUNDS   6
#define N_SAMPLES  6    /* of a side of a square */
#define REACH      0.14 /* squares, in the first round; then less */
#define REACH_MIN  1.6  /* pixels */
#define OUTLIER    0.03 /* squares: what misses by more counts less than half */
#define N_UNKNOWNS 8
#define MIDDLE     (KOMA_BOARD_SIDE / 2.0)

/* The equations for the map from pixels to the grid; all lengths are counted from the middle of the
 * grid, in @scale pixels and in squares, so that its last element may be 1. */
typedef struct
{
  const KomaRidges     *ridges;
  const KomaHomography *map; /* so far, from the grid */
  KomaHomography        back;
  KomaPoint             middle;
  double                scale;
  double                reach; /* squares */
  guint                 n_found;
  double                normal[N_UNKNOWNS * (N_UNKNOWNS + 1)];
} Fit;

/* A point of the picture lies on the line u = @place, or v = @place: the row of the map for u, less
 * place times the row for the horizon, is 0 there. */
static void
add_equation (Fit      *self,
              KomaPoint point,
              gboolean  is_v,
              double    place,
              double    strength)
{
  const double   *m = self->back.m;
  const KomaPoint is = koma_homography_apply (&self->back, point.x, point.y);
  const double    miss = ((is_v ? is.y : is.x) - place) / OUTLIER;
  const double    x = (point.x - self->middle.x) / self->scale;
  const double    y = (point.y - self->middle.y) / self->scale;
  const double    at_middle = m[6] * self->middle.x + m[7] * self->middle.y + m[8];
  const double    w = (m[6] * point.x + m[7] * point.y + m[8]) / at_middle;
  const double    weight = strength / (1 + miss * miss) / (w * w);
  const double    k = place - MIDDLE;
  double          row[N_UNKNOWNS + 1] = { 0 };

  row[is_v ? 3 : 0] = x;
  row[is_v ? 4 : 1] = y;
  row[is_v ? 5 : 2] = 1;
  row[6] = -k * x;
  row[7] = -k * y;
  row[8] = k;
  for (guint i = 0; i < N_UNKNOWNS; i++)
    for (guint j = 0; j <= N_UNKNOWNS; j++)
      self->normal[i * (N_UNKNOWNS + 1) + j] += weight * row[i] * row[j];
  self->n_found++;
}

static void
look_along (Fit     *self,
            gboolean is_v,
            double   place,
            double   from)
{
  const KomaPoint p = is_v ? koma_homography_apply (self->map, from, place)
                           : koma_homography_apply (self->map, place, from);
  const KomaPoint q = is_v ? koma_homography_apply (self->map, from + 1, place)
                           : koma_homography_apply (self->map, place, from + 1);
  const double    length = hypot (q.x - p.x, q.y - p.y) + 1e-9;
  const double    normal_x = -(q.y - p.y) / length, normal_y = (q.x - p.x) / length;

  for (guint i = 0; i < N_SAMPLES; i++) {
    const double    t = (i + 0.5) / N_SAMPLES;
    const KomaPoint at = { p.x + t * (q.x - p.x), p.y + t * (q.y - p.y) };
    double          offset = 0;
    const float     strength =
      koma_ridges_look (self->ridges, at.x, at.y, normal_x, normal_y,
                        MAX (self->reach * length, REACH_MIN), &offset);

    if (strength > 0)
      add_equation (self,
                    (KomaPoint){ at.x + offset * normal_x, at.y + offset * normal_y }, is_v,
                    place, strength);
  }
}

/* The map back, in pixels and in squares from the corner. */
static void
take_solution (Fit          *self,
               const double *x)
{
  const double   s = self->scale;
  KomaHomography back = { { x[0] / s, x[1] / s, x[2], x[3] / s, x[4] / s, x[5], x[6] / s,
                            x[7] / s, 1 } };

  for (guint row = 0; row < 3; row++)
    back.m[3 * row + 2] -=
      back.m[3 * row] * self->middle.x + back.m[3 * row + 1] * self->middle.y;
  for (guint i = 0; i < 3; i++) {
    back.m[i] += MIDDLE * back.m[6 + i];
    back.m[3 + i] += MIDDLE * back.m[6 + i];
  }
  self->back = back;
}

gboolean
koma_grid_refine (const KomaRidges *ridges,
                  KomaHomography   *map)
{
  for (guint round = 0; round < N_ROUNDS; round++) {
    Fit             fit = { .ridges = ridges, .map = map, .reach = REACH / (1 + round) };
    double          x[N_UNKNOWNS] = { 0 };
    const KomaPoint side = koma_homography_apply (map, MIDDLE + 1, MIDDLE);

    fit.middle = koma_homography_apply (map, MIDDLE, MIDDLE);
    fit.scale = hypot (side.x - fit.middle.x, side.y - fit.middle.y) + 1e-9;
    if (!koma_homography_invert (map, &fit.back))
      return FALSE;
    for (guint i = 0; i < 2 * KOMA_BOARD_LINES; i++)
      for (guint j = 0; j < KOMA_BOARD_SIDE; j++)
        look_along (&fit, i % 2, i / 2, j);
    if (fit.n_found < 4 * N_UNKNOWNS || !koma_solve_linear (fit.normal, x, N_UNKNOWNS))
      return FALSE;
    take_solution (&fit, x);
    if (!koma_homography_invert (&fit.back, map))
      return FALSE;
  }
  return TRUE;
}
