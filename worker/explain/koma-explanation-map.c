/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Between its places a map is drawn as a uniform cubic B-spline (Unser, “Splines: a perfect fit for
 * signal and image processing”, 1999): it has no edges, and as each value is a mean of those of
 * 4 × 4 places, it never says against where all of them say for. */
#include "koma-explanation-map.h"

#include <math.h>

/* Places that count for a point, along one side. */
#define N_NEAR 4

/* Cells to point at, along one side: with more of them, each would have next to nothing. */
#define MAX_CELLS 8

typedef struct
{
  guint  places[N_NEAR];
  double weights[N_NEAR]; /* their sum is 1 */
} Near;

/* @at: 0 … 1 over @n places. Beyond the last of them, that one goes on. */
static Near
find_near (double at,
           guint  n)
{
  const double place = CLAMP (at, 0, 1) * n - 0.5;
  const int    first = (int) floor (place) - 1;
  const double t = place - floor (place), s = 1 - t;
  Near         near = { .weights = { s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
                                     (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6 } };

  for (int i = 0; i < N_NEAR; i++)
    near.places[i] = (guint) CLAMP (first + i, 0, (int) n - 1);
  return near;
}

/**
 * koma_explanation_map_sample:
 * @map: a map
 * @x: 0 is its left edge, 1 the right one
 * @y: likewise, from the top
 *
 * Thread: any.
 *
 * Returns: the value there, smooth from place to place
 */
double
koma_explanation_map_sample (const KomaExplanationMap *map,
                             double                    x,
                             double                    y)
{
  const Near across = find_near (x, map->columns), down = find_near (y, map->rows);
  double     sum = 0;

  for (guint i = 0; i < N_NEAR; i++) {
    const float *row = map->values + (gsize) down.places[i] * map->columns;
    double       line = 0;

    for (guint k = 0; k < N_NEAR; k++)
      line += across.weights[k] * row[across.places[k]];
    sum += down.weights[i] * line;
  }
  return sum;
}

/**
 * koma_explanation_map_find_greatest:
 * @map: a map
 *
 * Thread: any.
 *
 * Returns: how far from 0 koma_explanation_map_sample() goes in the middles of places; 0 where no
 *   place says anything
 */
double
koma_explanation_map_find_greatest (const KomaExplanationMap *map)
{
  double greatest = 0;

  for (guint y = 0; y < map->rows; y++)
    for (guint x = 0; x < map->columns; x++)
      greatest = MAX (greatest, fabs (koma_explanation_map_sample (map, (x + 0.5) / map->columns,
                                                                   (y + 0.5) / map->rows)));
  return greatest;
}

/* How much of place @i lies between @from and @to, which are counted in places. */
static double
overlap (guint  i,
         double from,
         double to)
{
  return MAX (MIN (i + 1, to) - MAX (i, from), 0);
}

/**
 * koma_explanation_map_sum:
 * @map: a map
 * @part: of it
 *
 * Counts a place that lies in @part in part in part. Thread: any.
 *
 * Returns: what speaks for the class there, and what against it
 */
KomaEvidence
koma_explanation_map_sum (const KomaExplanationMap   *map,
                          const KomaPreprocessRegion *part)
{
  KomaEvidence sum = { 0 };

  for (guint y = 0; y < map->rows; y++)
    for (guint x = 0; x < map->columns; x++) {
      const double value = map->values[(gsize) y * map->columns + x];
      const double inside =
        overlap (x, part->x * map->columns, (part->x + part->width) * map->columns) *
        overlap (y, part->y * map->rows, (part->y + part->height) * map->rows);

      sum.for_it += inside * MAX (value, 0);
      sum.against += inside * MAX (-value, 0);
    }
  return sum;
}

/**
 * koma_explanation_map_find_cell:
 * @map: a map
 * @x: 0 is its left edge, 1 the right one
 * @y: likewise, from the top
 *
 * Thread: any.
 *
 * Returns: the part of the map that is that place, or an eighth of its sides where it has more
 *   places than that
 */
KomaPreprocessRegion
koma_explanation_map_find_cell (const KomaExplanationMap *map,
                                double                    x,
                                double                    y)
{
  const guint  n_across = MIN (map->columns, MAX_CELLS), n_down = MIN (map->rows, MAX_CELLS);
  const double column = floor (CLAMP (x * n_across, 0, n_across - 1));
  const double row = floor (CLAMP (y * n_down, 0, n_down - 1));

  return (KomaPreprocessRegion){ column / n_across, row / n_down, 1.0 / n_across, 1.0 / n_down };
}

/**
 * koma_explanation_map_share:
 * @map: a map
 * @part: of it
 * @ret_shares: (out caller-allocates) (array fixed-size=9): `[3, 3]`, of what speaks for the class
 *   in @part, the share of each of its ninths; all 0 where nothing does
 *
 * Thread: any.
 */
void
koma_explanation_map_share (const KomaExplanationMap   *map,
                            const KomaPreprocessRegion *part,
                            double                     *ret_shares)
{
  const KomaPreprocessRegion third = { 0, 0, part->width / 3, part->height / 3 };
  double                     all = 0;

  for (guint i = 0; i < 9; i++) {
    const KomaPreprocessRegion ninth = { part->x + i % 3 * third.width,
                                         part->y + i / 3 * third.height, third.width,
                                         third.height };

    ret_shares[i] = koma_explanation_map_sum (map, &ninth).for_it;
    all += ret_shares[i];
  }
  for (guint i = 0; i < 9 && all > 0; i++)
    ret_shares[i] /= all;
}

void
koma_explanation_map_clear (KomaExplanationMap *map)
{
  g_clear_pointer (&map->values, g_free);
}
