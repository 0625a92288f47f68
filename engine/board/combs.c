/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "combs.h"

#include <math.h>

#define TOLERANCE 0.09 /* of a step, between a line and its place */
#define SAME      0.25 /* of a step: combs that differ by less are one */
#define SAME_STEP 0.04 /* of a step */
#define N_MOVED   2    /* of combs that differ by whole steps */

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const double p = ((const KomaTooth *) a)->at, q = ((const KomaTooth *) b)->at;

  return p < q ? -1 : p > q ? 1
                            : 0;
}

/* The most that a line at about @at weighs. */
static double
weigh (const KomaTooth *teeth,
       guint            n_teeth,
       double           at,
       double           tolerance)
{
  guint  low = 0, high = n_teeth;
  double best = 0;

  while (low < high) {
    const guint middle = (low + high) / 2;

    if (teeth[middle].at < at - tolerance)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < n_teeth && teeth[low].at < at + tolerance; low++) {
    const double miss = (teeth[low].at - at) / tolerance;

    best = MAX (best, teeth[low].weight * (1 - 0.5 * miss * miss));
  }
  return best;
}

gboolean
koma_comb_is_same (const KomaComb *a,
                   const KomaComb *b)
{
  const double last = a->first + KOMA_BOARD_SIDE * a->step - b->first - KOMA_BOARD_SIDE * b->step;

  return fabs (a->first - b->first) < SAME * a->step && fabs (last) < SAME * a->step;
}

/* Whether one is the other, moved by whole steps. */
static gboolean
is_moved (const KomaComb *a,
          const KomaComb *b)
{
  const double step = (a->step + b->step) / 2;
  const double way =
    (a->first - b->first + KOMA_BOARD_SIDE / 2.0 * (a->step - b->step)) / step;

  return fabs (a->step - b->step) < SAME_STEP * step && fabs (way - round (way)) < SAME;
}

static void
take_out (KomaComb *combs,
          guint    *n_combs,
          guint     place)
{
  (*n_combs)--;
  memmove (&combs[place], &combs[place + 1], (*n_combs - place) * sizeof *combs);
}

/* Keeps the best ones, sorted, each once; of those that differ by whole steps, a few: else what
 * goes on over the whole picture would be all that is kept. */
static void
keep (KomaComb       *combs,
      guint          *n_combs,
      guint           n_max,
      const KomaComb *comb)
{
  guint place = 0, n_moved = 0;

  while (place < *n_combs && combs[place].score >= comb->score) {
    if (koma_comb_is_same (&combs[place], comb))
      return;
    n_moved += is_moved (&combs[place], comb);
    place++;
  }
  if (place == n_max || n_moved >= N_MOVED)
    return;
  for (guint i = place; i < *n_combs;) {
    const gboolean is_worse = is_moved (&combs[i], comb) && ++n_moved >= N_MOVED;

    if (is_worse || koma_comb_is_same (&combs[i], comb))
      take_out (combs, n_combs, i);
    else
      i++;
  }
  *n_combs = MIN (*n_combs + 1, n_max);
  memmove (&combs[place + 1], &combs[place], (*n_combs - place - 1) * sizeof *combs);
  combs[place] = *comb;
}

/* All ten lines that have two lines at a distance of @n_steps among them. */
static void
try_distance (const KomaTooth *teeth,
              guint            n_teeth,
              double           from,
              double           step,
              guint            n_steps,
              KomaComb        *combs,
              guint           *n_combs,
              guint            n_max)
{
  double weights[2 * KOMA_BOARD_LINES];

  /* Of the places from as far before as may be. */
  for (guint i = 0; i <= 2 * KOMA_BOARD_SIDE; i++)
    weights[i] =
      weigh (teeth, n_teeth, from + ((double) i - KOMA_BOARD_SIDE) * step, TOLERANCE * step);
  for (guint before = 0; before + n_steps < KOMA_BOARD_LINES; before++) {
    KomaComb comb = { .first = from - before * step, .step = step };

    for (guint i = 0; i < KOMA_BOARD_LINES; i++)
      comb.score += weights[KOMA_BOARD_SIDE - before + i];
    keep (combs, n_combs, n_max, &comb);
  }
}

guint
koma_combs_find (KomaTooth *teeth,
                 guint      n_teeth,
                 KomaComb  *ret_combs,
                 guint      n_max)
{
  guint n_combs = 0;

  qsort (teeth, n_teeth, sizeof *teeth, compare_places);
  for (guint i = 0; i < n_teeth; i++)
    for (guint j = i + 1; j < n_teeth; j++)
      for (guint n_steps = 1; n_steps < KOMA_BOARD_LINES; n_steps++) {
        const double step = (teeth[j].at - teeth[i].at) / n_steps;

        if (step > 1e-6)
          try_distance (teeth, n_teeth, teeth[i].at, step, n_steps, ret_combs, &n_combs, n_max);
      }
  return n_combs;
}
