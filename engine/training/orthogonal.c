/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The Q of a QR decomposition of normal numbers, with a positive diagonal in R, is uniform among
 * the orthogonal matrices (Mezzadri). Gram and Schmidt's method has that sign by itself; each
 * vector is freed of the others twice, which makes it exact. */
#include "orthogonal.h"

#include <math.h>

static double
dot (const double *a,
     const double *b,
     gsize         n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Makes vector @k one of length 1, at right angles to those before it. */
static void
orthogonalize (double *vectors,
               gsize   k,
               gsize   n)
{
  double *vector = vectors + k * n;
  double  length = 0;

  for (guint round = 0; round < 2; round++)
    for (gsize j = 0; j < k; j++) {
      const double along = dot (vectors + j * n, vector, n);

      for (gsize i = 0; i < n; i++)
        vector[i] -= along * vectors[j * n + i];
    }
  length = sqrt (dot (vector, vector, n));
  for (gsize i = 0; i < n; i++)
    vector[i] /= length;
}

void
koma_orthogonal_fill (KomaRandom *random,
                      gsize       n_rows,
                      gsize       n_columns,
                      double      gain,
                      float      *ret_values)
{
  const gboolean     is_tall = n_rows >= n_columns;
  const gsize        n_vectors = is_tall ? n_columns : n_rows;
  const gsize        n = is_tall ? n_rows : n_columns;
  g_autofree double *vectors = g_new (double, MAX (n_vectors * n, 1));

  for (gsize i = 0; i < n_vectors * n; i++)
    vectors[i] = koma_random_normal (random);
  for (gsize k = 0; k < n_vectors; k++)
    orthogonalize (vectors, k, n);
  for (gsize row = 0; row < n_rows; row++)
    for (gsize column = 0; column < n_columns; column++)
      ret_values[row * n_columns + column] =
        gain * (is_tall ? vectors[column * n + row] : vectors[row * n + column]);
}
