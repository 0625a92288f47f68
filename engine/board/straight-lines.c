/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Hough's transform of the ridges: each votes for the lines that it may lie on. The line with the
 * most votes is fitted to its ridges, which then take their votes back, and so on. */
#include "straight-lines.h"

#include <math.h>

#define RHO_STEP   2.0 /* pixels */
#define SPREAD     5   /* degrees to both sides of a ridge's own angle that it votes for */
#define NEAR_WIDE  3.0 /* pixels from a line to the ridges that it is fitted to, first … */
#define NEAR       1.6 /* … and then */
#define BIN_PIXELS 4   /* along a line */

typedef struct
{
  const KomaRidges *ridges;
  guint8           *is_used; /* [points] */
  float            *votes;   /* [angles, n_rho] */
  guint             n_rho;
  guint             best[KOMA_RIDGE_ANGLES];     /* the bin with the most votes, of each angle */
  gboolean          is_known[KOMA_RIDGE_ANGLES]; /* if no vote came since */
  double            reach;                       /* the largest distance from the first pixel */
  double            cosine[KOMA_RIDGE_ANGLES];
  double            sine[KOMA_RIDGE_ANGLES];
} Hough;

static void
vote (Hough           *self,
      const KomaRidge *ridge,
      float            sign)
{
  for (int turn = -SPREAD; turn <= SPREAD; turn++) {
    const int    angle = (ridge->angle + turn + KOMA_RIDGE_ANGLES) % KOMA_RIDGE_ANGLES;
    const double rho = ridge->x * self->cosine[angle] + ridge->y * self->sine[angle];
    const guint  bin = (guint) ((rho + self->reach) / RHO_STEP);

    self->votes[angle * self->n_rho + bin] += sign * ridge->strength;
    self->is_known[angle] = FALSE;
  }
}

static void
hough_init (Hough            *self,
            const KomaRidges *ridges)
{
  const GArray *points = ridges->points;

  self->ridges = ridges;
  self->reach = hypot (ridges->width, ridges->height) + 1;
  self->n_rho = (guint) (2 * self->reach / RHO_STEP) + 1;
  self->votes = g_new0 (float, KOMA_RIDGE_ANGLES *(gsize) self->n_rho);
  self->is_used = g_new0 (guint8, points->len + 1);
  for (guint i = 0; i < KOMA_RIDGE_ANGLES; i++) {
    self->cosine[i] = cos (i * G_PI / KOMA_RIDGE_ANGLES);
    self->sine[i] = sin (i * G_PI / KOMA_RIDGE_ANGLES);
  }
  for (guint i = 0; i < points->len; i++)
    vote (self, &g_array_index (points, KomaRidge, i), 1);
}

static void
hough_clear (Hough *self)
{
  g_free (self->votes);
  g_free (self->is_used);
}

static gboolean
lies_on (const KomaRidge *ridge,
         const KomaLine  *line,
         int              angle,
         double           near)
{
  const int turn = abs (ridge->angle - angle);

  return fabs (line->a * ridge->x + line->b * ridge->y + line->c) < near &&
         MIN (turn, KOMA_RIDGE_ANGLES - turn) <= 2 * SPREAD;
}

static int
get_angle (const KomaLine *line)
{
  return ((int) lround (atan2 (line->b, line->a) * 180 / G_PI) + 360) % KOMA_RIDGE_ANGLES;
}

/* The line through the ridges that lie near it, by least squares of their distances. */
static gboolean
fit (const Hough *self,
     KomaLine    *line,
     double       near)
{
  const GArray *points = self->ridges->points;
  const int     angle = get_angle (line);
  double        sum = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, turn = 0;

  for (guint i = 0; i < points->len; i++) {
    const KomaRidge *ridge = &g_array_index (points, KomaRidge, i);
    const double     w = ridge->strength;

    if (self->is_used[i] || !lies_on (ridge, line, angle, near))
      continue;
    sum += w;
    x += w * ridge->x;
    y += w * ridge->y;
    xx += w * ridge->x * ridge->x;
    xy += w * ridge->x * ridge->y;
    yy += w * ridge->y * ridge->y;
  }
  if (sum < 3)
    return FALSE;
  line->middle = (KomaPoint){ x / sum, y / sum };
  turn = 0.5 * atan2 (2 * (xy - x * y / sum), (xx - x * x / sum) - (yy - y * y / sum));
  line->a = -sin (turn);
  line->b = cos (turn);
  line->c = -(line->a * line->middle.x + line->b * line->middle.y);
  return TRUE;
}

/* Takes its ridges out, and measures how much of the line they make up. */
static void
take_out (Hough    *self,
          KomaLine *line)
{
  const GArray      *points = self->ridges->points;
  const int          angle = get_angle (line);
  const guint        n_bins = (guint) (2 * self->reach) / BIN_PIXELS + 1;
  g_autofree guint8 *bins = g_new0 (guint8, n_bins);
  guint              n_drawn = 0;

  for (guint i = 0; i < points->len; i++) {
    const KomaRidge *ridge = &g_array_index (points, KomaRidge, i);
    guint            bin = 0;

    if (self->is_used[i] || !lies_on (ridge, line, angle, NEAR))
      continue;
    bin = (guint) ((line->a * ridge->y - line->b * ridge->x + self->reach) / BIN_PIXELS);
    n_drawn += bins[bin] == 0;
    bins[bin] = 1;
    self->is_used[i] = TRUE;
    vote (self, ridge, -1);
  }
  line->length = n_drawn * BIN_PIXELS;
}

static guint
find_best_of_angle (Hough *self,
                    guint  angle)
{
  const float *votes = self->votes + angle * (gsize) self->n_rho;
  guint        best = 0;

  if (self->is_known[angle])
    return self->best[angle];
  for (guint i = 1; i < self->n_rho; i++)
    if (votes[i] > votes[best])
      best = i;
  self->best[angle] = best;
  self->is_known[angle] = TRUE;
  return best;
}

static guint
find_best_angle (Hough *self)
{
  guint best = 0;
  float most = -G_MAXFLOAT;

  for (guint angle = 0; angle < KOMA_RIDGE_ANGLES; angle++) {
    const float votes = self->votes[angle * (gsize) self->n_rho + find_best_of_angle (self, angle)];

    if (votes > most) {
      most = votes;
      best = angle;
    }
  }
  return best;
}

GArray *
koma_lines_find (const KomaRidges *ridges,
                 guint             n_max)
{
  GArray      *lines = g_array_new (FALSE, FALSE, sizeof (KomaLine));
  const double shortest = MAX (ridges->width, ridges->height) / 20.0;
  Hough        hough = { 0 };

  hough_init (&hough, ridges);
  for (guint n_tries = 0; lines->len < n_max && n_tries < 2 * n_max; n_tries++) {
    const guint angle = find_best_angle (&hough), bin = hough.best[angle];
    KomaLine    line = { .a = hough.cosine[angle],
                         .b = hough.sine[angle],
                         .c = hough.reach - (bin + 0.5) * RHO_STEP };

    hough.votes[angle * (gsize) hough.n_rho + bin] = -G_MAXFLOAT;
    hough.is_known[angle] = FALSE;
    if (!fit (&hough, &line, NEAR_WIDE) || !fit (&hough, &line, NEAR))
      continue;
    take_out (&hough, &line);
    if (line.length >= shortest)
      g_array_append_val (lines, line);
  }
  hough_clear (&hough);
  return lines;
}
