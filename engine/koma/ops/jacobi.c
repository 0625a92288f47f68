/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "jacobi.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* It usually ends after 6 to 10, the error being squared by each. */
#define MAX_SWEEPS 60

static double
multiply (const double *a,
          const double *b,
          gsize         n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void
turn (double *a,
      double *b,
      gsize   n,
      double  cosine,
      double  sine)
{
  for (gsize i = 0; i < n; i++) {
    const double old = a[i];

    a[i] = cosine * old - sine * b[i];
    b[i] = sine * old + cosine * b[i];
  }
}

typedef struct
{
  double *vectors;
  double *turns;
  gsize   m;
  gsize   n;
  double  negligible; /* squared lengths up to this are 0 but for rounding */
} Rotation;

/* The angle that makes two vectors orthogonal: Golub and Van Loan, Matrix Computations, 8.6.3.
 * Whether they were not. */
static gboolean
turn_pair (const Rotation *self,
           gsize           p,
           gsize           q)
{
  double      *a = self->vectors + p * self->m;
  double      *b = self->vectors + q * self->m;
  const double aa = multiply (a, a, self->m);
  const double bb = multiply (b, b, self->m);
  const double ab = multiply (a, b, self->m);
  double       zeta = 0;
  double       tangent = 0;
  double       cosine = 0;

  if (MIN (aa, bb) <= self->negligible ||
      fabs (ab) <= 4 * DBL_EPSILON * sqrt (aa) * sqrt (bb) * sqrt ((double) self->m))
    return FALSE;
  zeta = (bb - aa) / (2 * ab);
  tangent = (zeta >= 0 ? 1 : -1) / (fabs (zeta) + hypot (1, zeta));
  cosine = 1 / hypot (1, tangent);
  turn (a, b, self->m, cosine, cosine * tangent);
  if (self->turns != NULL)
    turn (self->turns + p * self->n, self->turns + q * self->n, self->n, cosine, cosine * tangent);
  return TRUE;
}

static gboolean
sweep (const Rotation *self)
{
  gboolean is_changed = FALSE;

  for (gsize p = 0; p < self->n; p++)
    for (gsize q = p + 1; q < self->n; q++)
      is_changed = turn_pair (self, p, q) || is_changed;
  return is_changed;
}

/* One-sided Jacobi: Hestenes, Inversion of Matrices by Biorthogonalization (1958). */
gboolean
koma_jacobi_rotate (double *vectors,
                    double *turns,
                    gsize   m,
                    gsize   n)
{
  const double   length = sqrt (multiply (vectors, vectors, m * n));
  const double   least = length * DBL_EPSILON;
  const Rotation self = { vectors, turns, m, n, least * least };

  for (gsize i = 0; turns != NULL && i < n * n; i++)
    turns[i] = i % (n + 1) == 0;
  for (guint i = 0; i < MAX_SWEEPS; i++)
    if (!sweep (&self))
      return TRUE;
  return FALSE;
}

/* The unit vector of which the least lies in the space of the others. */
static gsize
find_farthest (const double *vectors,
               gsize         m,
               gsize         n)
{
  double least = G_MAXDOUBLE;
  gsize  best = 0;

  for (gsize i = 0; i < m; i++) {
    double inside = 0;

    for (gsize k = 0; k < n; k++)
      inside += vectors[k * m + i] * vectors[k * m + i];
    if (inside < least) {
      least = inside;
      best = i;
    }
  }
  return best;
}

static void
take_out (double       *vector,
          const double *other,
          gsize         m)
{
  const double inside = multiply (vector, other, m);

  for (gsize i = 0; i < m; i++)
    vector[i] -= inside * other[i];
}

void
koma_jacobi_complete (double *vectors,
                      gsize   m,
                      gsize   n_known,
                      gsize   n)
{
  for (gsize k = n_known; k < n; k++) {
    double     *vector = vectors + k * m;
    const gsize place = find_farthest (vectors, m, k);
    double      length = 0;

    memset (vector, 0, m * sizeof *vector);
    vector[place] = 1;
    /* Twice: what rounding left the first time goes. */
    for (gsize i = 0; i < 2 * k; i++)
      take_out (vector, vectors + i % k * m, m);
    length = sqrt (multiply (vector, vector, m));
    for (gsize i = 0; i < m; i++)
      vector[i] /= length;
  }
}
