/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* L-BFGS: Nocedal and Wright, Numerical Optimization, 2nd edition, algorithms 7.4 and 7.5, with a
 * step that is halved until it helps. A softmax layer on features of a network is badly
 * conditioned: steps along the gradient, Adam's too, take hundreds of passes over all examples
 * where this takes twenty. */
#include "lbfgs.h"

#include <math.h>
#include <string.h>

#include "dot.h"

#define MEMORY          10   /* steps that are remembered */
#define ENOUGH_DECREASE 1e-4 /* of what the gradient promises */
#define MAX_HALVINGS    20
#define FLAT            1e-6  /* the length of a gradient that is none */
#define LEAST_CURVATURE 1e-12 /* s · y, as a share of y · y */

typedef struct
{
  const KomaObjective *objective;

  float *x; /* (borrowed) */
  double value;
  float *gradient;
  float *direction;
  float *next_x;
  float *next_gradient;

  /* A ring: the differences of x and of the gradient over a step, and 1 / (s · y). */
  float *s[MEMORY];
  float *y[MEMORY];
  double rho[MEMORY];
  guint  n_kept;
  guint  newest;
} Search;

static void
search_init (Search              *self,
             const KomaObjective *objective,
             float               *x)
{
  *self = (Search){ .objective = objective, .x = x };
  self->gradient = g_new0 (float, objective->n);
  self->direction = g_new0 (float, objective->n);
  self->next_x = g_new0 (float, objective->n);
  self->next_gradient = g_new0 (float, objective->n);
  for (guint i = 0; i < MEMORY; i++) {
    self->s[i] = g_new0 (float, objective->n);
    self->y[i] = g_new0 (float, objective->n);
  }
}

static void
search_clear (Search *self)
{
  g_free (self->gradient);
  g_free (self->direction);
  g_free (self->next_x);
  g_free (self->next_gradient);
  for (guint i = 0; i < MEMORY; i++) {
    g_free (self->s[i]);
    g_free (self->y[i]);
  }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
add_scaled (float       *to,
            double       factor,
            const float *x,
            guint        n)
{
  const float scale = (float) factor;

  for (guint i = 0; i < n; i++)
    to[i] += scale * x[i];
}

static void
scale (float *x,
       double factor,
       guint  n)
{
  for (guint i = 0; i < n; i++)
    x[i] *= (float) factor;
}

static guint
get_slot (const Search *self,
          guint         age) /* 0: the newest */
{
  return (self->newest + MEMORY - age) % MEMORY;
}

/* Minus the gradient, times what the last steps tell of the inverse of the second derivatives. */
static void
find_direction (Search *self)
{
  const guint n = self->objective->n;
  float      *d = self->direction;
  double      alpha[MEMORY];

  memcpy (d, self->gradient, n * sizeof *d);
  for (guint age = 0; age < self->n_kept; age++) {
    const guint k = get_slot (self, age);

    alpha[age] = self->rho[k] * dot (self->s[k], d, n);
    add_scaled (d, -alpha[age], self->y[k], n);
  }
  if (self->n_kept > 0) {
    const guint k = self->newest;

    scale (d, 1 / (self->rho[k] * dot (self->y[k], self->y[k], n)), n);
  } else
    scale (d, 1 / sqrt (dot (d, d, n)), n);
  for (guint age = self->n_kept; age-- > 0;) {
    const guint  k = get_slot (self, age);
    const double beta = self->rho[k] * dot (self->y[k], d, n);

    add_scaled (d, alpha[age] - beta, self->s[k], n);
  }
  scale (d, -1, n);
}

static void
remember (Search *self)
{
  const guint n = self->objective->n;
  const guint k = self->n_kept > 0 ? (self->newest + 1) % MEMORY : 0;
  double      sy = 0;

  for (guint i = 0; i < n; i++) {
    self->s[k][i] = self->next_x[i] - self->x[i];
    self->y[k][i] = self->next_gradient[i] - self->gradient[i];
  }
  sy = dot (self->s[k], self->y[k], n);
  if (sy <= LEAST_CURVATURE * dot (self->y[k], self->y[k], n))
    return;
  self->rho[k] = 1 / sy;
  self->newest = k;
  self->n_kept = MIN (self->n_kept + 1, MEMORY);
}

/* Sets @ret_is_done where no step helps any more. */
static gboolean
step (Search   *self,
      gboolean *ret_is_done,
      GError  **error)
{
  const KomaObjective *objective = self->objective;
  const guint          n = objective->n;
  const double         slope = dot (self->gradient, self->direction, n);
  double               length = 1;
  double               value = 0;

  *ret_is_done = !(slope < 0);
  for (guint i = 0; i < MAX_HALVINGS && slope < 0; i++, length /= 2) {
    memcpy (self->next_x, self->x, n * sizeof *self->x);
    add_scaled (self->next_x, length, self->direction, n);
    if (!objective->compute (self->next_x, self->next_gradient, &value, objective->user_data,
                             error))
      return FALSE;
    if (value <= self->value + ENOUGH_DECREASE * length * slope) {
      remember (self);
      memcpy (self->x, self->next_x, n * sizeof *self->x);
      memcpy (self->gradient, self->next_gradient, n * sizeof *self->gradient);
      self->value = value;
      return TRUE;
    }
  }
  *ret_is_done = TRUE;
  return TRUE;
}

/**
 * koma_lbfgs_minimise:
 * @x: (inout) (array): where the search begins; the best that was found
 *
 * Ends after @n_steps, or where the function is flat. Thread: any.
 *
 * Errors: those of the objective.
 */
gboolean
koma_lbfgs_minimise (const KomaObjective *objective,
                     guint                n_steps,
                     float               *x,
                     GError             **error)
{
  g_auto (Search) search = { 0 };
  gboolean is_done = FALSE;

  search_init (&search, objective, x);
  if (!objective->compute (x, search.gradient, &search.value, objective->user_data, error))
    return FALSE;
  for (guint i = 0; i < n_steps; i++) {
    if (sqrt (dot (search.gradient, search.gradient, objective->n)) < FLAT)
      return TRUE;
    find_direction (&search);
    if (!step (&search, &is_done, error))
      return FALSE;
    if (is_done)
      return TRUE;
    if (!objective->tell (i + 1, objective->user_data, error))
      return FALSE;
  }
  return TRUE;
}
