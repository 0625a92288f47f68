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
               KomaPoint             at,
               KomaPoint             step)
{
  const KomaPoint a = koma_homography_apply (map, at.x, at.y);
  const KomaPoint b = koma_homography_apply (map, at.x + step.x, at.y);
  const KomaPoint c = koma_homography_apply (map, at.x, at.y + step.y);
  const double    widest = MAX (hypot (b.x - a.x, b.y - a.y), hypot (c.x - a.x, c.y - a.y));

  return (guint) CLAMP (ceil (widest - 1e-6), 1, SAMPLES_MAX);
}

/* The map of @grid, or %KOMA_ERROR_DECODE. */
static gboolean
check_map (const KomaSquareGrid *grid,
           KomaHomography       *ret_map,
           GError              **error)
{
  if (make_map (grid, ret_map))
    return TRUE;
  g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                       "the corners do not go clockwise around an area");
  return FALSE;
}

/**
 * koma_square_get_corners:
 * @grid: a grid; its margin does not count
 * @index: which cell: row × columns + column
 * @ret_corners: (out): of that cell, in the order of the grid's
 *
 * Errors: %KOMA_ERROR_DECODE, as of koma_square_cut().
 *
 * Thread: any.
 */
gboolean
koma_square_get_corners (const KomaSquareGrid *grid,
                         guint                 index,
                         KomaPoint             ret_corners[4],
                         GError              **error)
{
  const double   left = index % grid->n_columns, top = index / grid->n_columns;
  KomaHomography map;

  if (!check_map (grid, &map, error))
    return FALSE;
  ret_corners[0] = koma_homography_apply (&map, left, top);
  ret_corners[1] = koma_homography_apply (&map, left + 1, top);
  ret_corners[2] = koma_homography_apply (&map, left + 1, top + 1);
  ret_corners[3] = koma_homography_apply (&map, left, top + 1);
  return TRUE;
}

/**
 * koma_square_cut:
 * @picture: a picture
 * @grid: what is cut; its corners may lie outside of @picture
 * @index: which cell: row × columns + column
 * @width: pixels of the result
 * @height: likewise
 *
 * Takes one cell of a grid out of a picture, with the perspective undone.
 *
 * Errors: %KOMA_ERROR_DECODE where the corners are not those of a convex quadrangle, clockwise from
 * the top left.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the cell, [height, width, 3]
 */
KomaPicture *
koma_square_cut (const KomaPicture    *picture,
                 const KomaSquareGrid *grid,
                 guint                 index,
                 guint                 width,
                 guint                 height,
                 GError              **error)
{
  const double       left = index % grid->n_columns - grid->margin;
  const double       top = index / grid->n_columns - grid->margin;
  const KomaPoint    step = { (1 + 2 * grid->margin) / width, (1 + 2 * grid->margin) / height };
  g_autofree guint8 *rgb = NULL;
  guint              n_samples = 0;
  KomaHomography     map;

  if (!check_map (grid, &map, error))
    return NULL;
  rgb = g_malloc (3 * (gsize) width * height);
  n_samples = count_samples (&map, (KomaPoint){ left + 0.5, top + 0.5 }, step);
  for (gsize pixel = 0; pixel < (gsize) width * height; pixel++) {
    double sum[3] = { 0 };

    for (guint i = 0; i < n_samples * n_samples; i++) {
      const double x = pixel % width + (i % n_samples + 0.5) / n_samples;
      const double y = pixel / width + (i / n_samples + 0.5) / n_samples;

      add_sample (picture, koma_homography_apply (&map, left + x * step.x, top + y * step.y), sum);
    }
    for (guint c = 0; c < 3; c++)
      rgb[3 * pixel + c] = (guint8) (sum[c] / (n_samples * n_samples) + 0.5);
  }
  return koma_picture_new_take (g_steal_pointer (&rgb), width, height, 3 * (gsize) width);
}
