/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "homography.h"

#include <math.h>

#define SINGULAR 1e-12

static guint
find_pivot (const double *matrix,
            guint         n,
            guint         column)
{
  guint pivot = column;

  for (guint row = column + 1; row < n; row++)
    if (fabs (matrix[row * (n + 1) + column]) > fabs (matrix[pivot * (n + 1) + column]))
      pivot = row;
  return pivot;
}

/**
 * koma_solve_linear:
 * @matrix: [n, n + 1] the equations, their right sides in the last column; overwritten
 * @ret_x: (out): [n] the solution
 * @n: number of unknowns
 *
 * Solves linear equations by Gauss' elimination with partial pivoting.
 *
 * Thread: any.
 *
 * Returns: %FALSE if the matrix is singular
 */
gboolean
koma_solve_linear (double *matrix,
                   double *ret_x,
                   guint   n)
{
  const guint width = n + 1;

  for (guint column = 0; column < n; column++) {
    const guint pivot = find_pivot (matrix, n, column);

    if (!(fabs (matrix[pivot * width + column]) > SINGULAR))
      return FALSE;
    for (guint i = column; i < width; i++) {
      const double swapped = matrix[pivot * width + i];

      matrix[pivot * width + i] = matrix[column * width + i];
      matrix[column * width + i] = swapped;
    }
    for (guint row = column + 1; row < n; row++) {
      const double factor = matrix[row * width + column] / matrix[column * width + column];

      for (guint i = column; i < width; i++)
        matrix[row * width + i] -= factor * matrix[column * width + i];
    }
  }
  for (guint row = n; row-- > 0;) {
    double sum = matrix[row * width + n];

    for (guint i = row + 1; i < n; i++)
      sum -= matrix[row * width + i] * ret_x[i];
    ret_x[row] = sum / matrix[row * width + row];
  }
  return TRUE;
}

/**
 * koma_homography_from_points:
 * @from: four points, no three on a line
 * @to: where they go
 * @ret_map: (out): the map
 *
 * Thread: any.
 *
 * Returns: %FALSE if there is no such map
 */
gboolean
koma_homography_from_points (const KomaPoint from[4],
                             const KomaPoint to[4],
                             KomaHomography *ret_map)
{
  double matrix[8 * 9] = { 0 };

  for (guint i = 0; i < 4; i++) {
    const double x = from[i].x, y = from[i].y, u = to[i].x, v = to[i].y;
    const double rows[2][9] = { { x, y, 1, 0, 0, 0, -u * x, -u * y, u },
                                { 0, 0, 0, x, y, 1, -v * x, -v * y, v } };

    for (guint j = 0; j < 18; j++)
      matrix[i * 18 + j] = rows[j / 9][j % 9];
  }
  ret_map->m[8] = 1;
  return koma_solve_linear (matrix, ret_map->m, 8);
}

/**
 * koma_homography_invert:
 * @map: a map
 * @ret_inverse: (out): the map back
 *
 * Thread: any.
 *
 * Returns: %FALSE if @map can not be inverted
 */
gboolean
koma_homography_invert (const KomaHomography *map,
                        KomaHomography       *ret_inverse)
{
  const double *m = map->m;
  const double  adjoint[9] = {
     m[4] * m[8] - m[5] * m[7],
     m[2] * m[7] - m[1] * m[8],
     m[1] * m[5] - m[2] * m[4],
     m[5] * m[6] - m[3] * m[8],
     m[0] * m[8] - m[2] * m[6],
     m[2] * m[3] - m[0] * m[5],
     m[3] * m[7] - m[4] * m[6],
     m[1] * m[6] - m[0] * m[7],
     m[0] * m[4] - m[1] * m[3],
  };
  const double determinant = m[0] * adjoint[0] + m[1] * adjoint[3] + m[2] * adjoint[6];

  if (!(fabs (determinant) > 1e-30))
    return FALSE;
  for (guint i = 0; i < 9; i++)
    ret_inverse->m[i] = adjoint[i] / determinant;
  return TRUE;
}

/**
 * koma_homography_apply:
 * @map: a map
 * @x: first coordinate of a point
 * @y: second coordinate
 *
 * Thread: any.
 *
 * Returns: where the point goes; infinite for a point on the horizon
 */
KomaPoint
koma_homography_apply (const KomaHomography *map,
                       double                x,
                       double                y)
{
  const double *m = map->m;
  const double  w = m[6] * x + m[7] * y + m[8];

  return (KomaPoint){ (m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w };
}

/**
 * koma_quad_is_convex:
 * @corners: four corners, clockwise as a picture shows them (y points down)
 *
 * Thread: any.
 *
 * Returns: whether each of them turns the same way, and the area is not nothing
 */
gboolean
koma_quad_is_convex (const KomaPoint corners[4])
{
  for (guint i = 0; i < 4; i++) {
    const KomaPoint a = corners[i], b = corners[(i + 1) % 4], c = corners[(i + 2) % 4];

    if (!((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 1))
      return FALSE;
  }
  return TRUE;
}
