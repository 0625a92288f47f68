/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "square-cut.h"

#include <math.h>

#include "engine/koma/koma-error.h"

/* Samples of a pixel that is cut out, in each direction, at most. */
#define SAMPLES_MAX 6

/* Between the four pixels around a place; outside of the picture, those at its rim. */
static void
add_sample (const KomaPicture *picture,
            KomaPoint          at,
            double             sum[3])
{
  const double x = CLAMP (at.x - 0.5, 0, picture->width - 1.0);
  const double y = CLAMP (at.y - 0.5, 0, picture->height - 1.0);
  const guint  left = (guint) x, top = (guint) y;
  const guint  right = MIN (left + 1, picture->width - 1);
  const guint  bottom = MIN (top + 1, picture->height - 1);
  const double across = x - left, down = y - top;

  for (guint c = 0; c < 3; c++) {
    const guint8 *upper = picture->rgb + top * picture->stride + c;
    const guint8 *lower = picture->rgb + bottom * picture->stride + c;

    sum[c] += (1 - down) * ((1 - across) * upper[3 * left] + across * upper[3 * right]) +
              down * ((1 - across) * lower[3 * left] + across * lower[3 * right]);
  }
}

/* The map from cells to pixels of the picture. */
static gboolean
make_map (const KomaSquareGrid *grid,
          KomaHomography       *ret_map)
{
  const double    right = grid->n_columns, bottom = grid->n_rows;
  const KomaPoint cells[4] = { { 0, 0 }, { right, 0 }, { right, bottom }, { 0, bottom } };

  return koma_quad_is_convex (grid->corners) &&
         koma_homography_from_points (cells, grid->corners, ret_map);
}

/* As many as there are pixels of the picture in one that is cut out. */
static guint
count_samples (const KomaHomography *map,
               double                x,
               double                y,
               double                step)
{
  const KomaPoint a = koma_homography_apply (map, x, y);
  const KomaPoint b = koma_homography_apply (map, x + step, y);
  const KomaPoint c = koma_homography_apply (map, x, y + step);
  const double    widest = MAX (hypot (b.x - a.x, b.y - a.y), hypot (c.x - a.x, c.y - a.y));

  return (guint) CLAMP (ceil (widest), 1, SAMPLES_MAX);
}

/**
 * koma_square_cut:
 * @picture: a picture
 * @grid: what is cut; its corners may lie outside of @picture
 * @index: which cell: row × columns + column
 * @side: pixels of the result's sides
 *
 * Takes one cell of a grid out of a picture, with the perspective undone.
 *
 * Errors: %KOMA_ERROR_DECODE where the corners are not those of a convex quadrangle, clockwise from
 * the top left.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the cell, [side, side, 3]
 */
KomaPicture *
koma_square_cut (const KomaPicture    *picture,
                 const KomaSquareGrid *grid,
                 guint                 index,
                 guint                 side,
                 GError              **error)
{
  const double       left = index % grid->n_columns - grid->margin;
  const double       top = index / grid->n_columns - grid->margin;
  const double       step = (1 + 2 * grid->margin) / side;
  g_autofree guint8 *rgb = NULL;
  guint              n_samples = 0;
  KomaHomography     map;

  if (!make_map (grid, &map)) {
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                         "the corners of the board do not go around it clockwise");
    return NULL;
  }
  rgb = g_malloc (3 * (gsize) side * side);
  n_samples = count_samples (&map, left + 0.5, top + 0.5, step);
  for (guint pixel = 0; pixel < side * side; pixel++) {
    double sum[3] = { 0 };

    for (guint i = 0; i < n_samples * n_samples; i++) {
      const double x = pixel % side + (i % n_samples + 0.5) / n_samples;
      const double y = pixel / side + (i / n_samples + 0.5) / n_samples;

      add_sample (picture, koma_homography_apply (&map, left + x * step, top + y * step), sum);
    }
    for (guint c = 0; c < 3; c++)
      rgb[3 * pixel + c] = (guint8) (sum[c] / (n_samples * n_samples) + 0.5);
  }
  return koma_picture_new_take (g_steal_pointer (&rgb), side, side, 3 * (gsize) side);
}
