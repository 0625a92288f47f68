/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "vanishing-points.h"

#include <math.h>

#define MISS_MAX 0.020 /* the sine of a line's angle to the way to its vanishing point */
/* Lines whose crossings are tried; the clearest. */
#define N_CROSSED 90
/* Of a point's lines, those that it may share with a better one. */
#define SHARED_MAX 0.6

double
koma_vanishing_miss (const KomaVanishing *point,
                     const KomaLine      *line)
{
  const double x = point->x - line->middle.x * point->w;
  const double y = point->y - line->middle.y * point->w;

  return fabs (line->a * x + line->b * y) / (hypot (x, y) + 1e-9);
}

static KomaVanishing
cross (const KomaLine *p,
       const KomaLine *q)
{
  const KomaVanishing v = { p->b * q->c - p->c * q->b, p->c * q->a - p->a * q->c,
                            p->a * q->b - p->b * q->a };
  const double        length = sqrt (v.x * v.x + v.y * v.y + v.w * v.w) + 1e-12;

  return (KomaVanishing){ v.x / length, v.y / length, v.w / length };
}

static double
weigh (const KomaVanishing *point,
       const KomaLine      *line)
{
  const double miss = koma_vanishing_miss (point, line) / MISS_MAX;

  return miss < 1 ? line->length * (1 - miss * miss) : 0;
}

static double
score (const KomaVanishing *point,
       const KomaLine      *lines,
       guint                n_lines)
{
  double sum = 0;

  for (guint i = 0; i < n_lines; i++)
    sum += weigh (point, &lines[i]);
  return sum;
}

/* The point with the least sum of squared misses: one step of Gauss and Newton from the crossing of
 * two lines would do, but where w is about 0 only a direction has one. So the smallest of a
 * quadratic form is found, by iteration with its inverse. */
static KomaVanishing
improve (const KomaVanishing *point,
         const KomaLine      *lines,
         guint                n_lines)
{
  double        form[9] = { 1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9 };
  KomaVanishing v = *point;

  for (guint i = 0; i < n_lines; i++) {
    const KomaLine *line = &lines[i];
    const double    way = hypot (point->x - line->middle.x * point->w,
                                 point->y - line->middle.y * point->w) +
                       1e-9;
    const double w = weigh (point, line) * line->length / (way * way);
    const double row[3] = { line->a, line->b, line->c };

    for (guint j = 0; j < 9; j++)
      form[j] += w * row[j / 3] * row[j % 3];
  }
  for (guint i = 0; i < 4; i++) {
    double matrix[12] = { form[0], form[1], form[2], v.x, form[3], form[4],
                          form[5], v.y, form[6], form[7], form[8], v.w };
    double x[3] = { 0 }, length = 0;

    if (!koma_solve_linear (matrix, x, 3))
      return *point;
    length = sqrt (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    v = (KomaVanishing){ x[0] / length, x[1] / length, x[2] / length };
  }
  return score (&v, lines, n_lines) > score (point, lines, n_lines) ? v : *point;
}

/* Whether most of its lines are those of a better one. */
static gboolean
is_known (const KomaVanishing *point,
          const KomaVanishing *known,
          guint                n_known,
          const KomaLine      *lines,
          guint                n_lines)
{
  for (guint k = 0; k < n_known; k++) {
    double all = 0, shared = 0;

    for (guint i = 0; i < n_lines; i++) {
      const double weight = weigh (point, &lines[i]);

      all += weight;
      shared += weigh (&known[k], &lines[i]) > 0 ? weight : 0;
    }
    if (shared > SHARED_MAX * all)
      return TRUE;
  }
  return FALSE;
}

typedef struct
{
  KomaVanishing point;
  double        score;
} Scored;

static int
compare_scores (gconstpointer a,
                gconstpointer b)
{
  const double p = ((const Scored *) a)->score, q = ((const Scored *) b)->score;

  return p < q ? 1 : p > q ? -1
                           : 0;
}

guint
koma_vanishing_find (const KomaLine *lines,
                     guint           n_lines,
                     KomaVanishing  *ret_points,
                     guint           n_max)
{
  g_autoptr (GArray) crossings = g_array_new (FALSE, FALSE, sizeof (Scored));
  guint n = 0;

  for (guint i = 0; i < MIN (n_lines, N_CROSSED); i++)
    for (guint j = 0; j < i; j++) {
      Scored scored = { .point = cross (&lines[i], &lines[j]) };

      scored.score = score (&scored.point, lines, n_lines);
      g_array_append_val (crossings, scored);
    }
  g_array_sort (crossings, compare_scores);
  for (guint i = 0; i < crossings->len && n < n_max; i++) {
    const KomaVanishing *point = &g_array_index (crossings, Scored, i).point;

    if (!is_known (point, ret_points, n, lines, n_lines))
      ret_points[n++] = improve (point, lines, n_lines);
  }
  return n;
}
