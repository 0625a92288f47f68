/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* With the perspective taken out, each line has a place across, and parts along which it is drawn.
 * A board is smaller than the picture, and other lines are parallel to its own: tiles, planks,
 * another grid. So combs are searched in windows, of lines as far as they are drawn there. For two
 * combs, the lines of each should be drawn from the first line of the other to its last. */
#include "grid-proposals.h"

#include <math.h>

#include "grid-shape.h"

/* The sine of the least angle between the two directions. */
#define CROSSING_MIN 0.35
/* The sine of a line's angle to the way to its point. */
#define MISS_MAX 0.03
/* From the horizon, half sides of the picture at its middle. */
#define HORIZON_MIN 0.05
/* Lines of one direction, and those that are clearest in a window. */
#define N_LINES 80
#define N_TEETH 32
/* Of a window, and of all. */
#define N_COMBS    8
#define N_COMBS_IN 64
/* Of a step, between a line and its place. */
#define TOLERANCE 0.12
/* Of a line's part on the grid, what it loses by going on outside. */
#define BEYOND 0.5

/* Of the picture, as far as lines of a direction go: from and to. */
static const double windows[][2] = {
  { 0, 1 },
  { 0, 0.5 },
  { 0.25, 0.75 },
  { 0.5, 1 },
  { 0, 0.25 },
  { 0.25, 0.5 },
  { 0.5, 0.75 },
  { 0.75, 1 },
  { 0.375, 0.625 },
};

/* A line where the perspective is taken out. */
typedef struct
{
  double at;                             /* its place, across */
  double along[KOMA_PROFILE_PARTS];      /* of each part, rising */
  float  before[KOMA_PROFILE_PARTS + 1]; /* the sum of the strengths of the parts before */
  guint  n;                              /* parts on this side of the horizon */
} Beam;

/* Those of one direction. */
typedef struct
{
  double   axis[3];
  Beam     beams[N_LINES]; /* by their places */
  guint    n_beams;
  KomaComb combs[N_COMBS_IN];
  guint    n_combs;
  float    drawn[N_COMBS_IN][N_LINES]; /* how much of a line is drawn from the first to the last
                                          line of a comb of the other direction */
} Bundle;

/* A line through @point and the middle of the picture, or one beside it where that is the horizon's
 * own: three numbers, so that (point) · (line) = 0. */
static void
take_axis (const KomaVanishing *point,
           double               axis[3])
{
  const double length = hypot (point->x, point->y) + 1e-9;

  axis[0] = point->y / length;
  axis[1] = -point->x / length;
  axis[2] = 0;
}

static double
multiply (const double axis[3],
          KomaPoint    point)
{
  return axis[0] * point.x + axis[1] * point.y + axis[2];
}

static gboolean
take_horizon (const KomaVanishing *p,
              const KomaVanishing *q,
              double               horizon[3])
{
  double sign = 1;

  horizon[0] = p->y * q->w - p->w * q->y;
  horizon[1] = p->w * q->x - p->x * q->w;
  horizon[2] = p->x * q->y - p->y * q->x;
  sign = horizon[2];
  /* Through the middle, or nearly: nobody photographs a board so. */
  if (fabs (sign) < 0.2 * hypot (horizon[0], horizon[1]) || fabs (sign) < 1e-9)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    horizon[i] /= sign;
  return TRUE;
}

static void
fill_beam (Beam                  *beam,
           const KomaLineProfile *profile,
           const double           along[3],
           const double           horizon[3])
{
  const gboolean is_rising = multiply (along, profile->to) * multiply (horizon, profile->from) >
                             multiply (along, profile->from) * multiply (horizon, profile->to);

  beam->n = 0;
  beam->before[0] = 0;
  for (guint i = 0; i < KOMA_PROFILE_PARTS; i++) {
    const guint     part = is_rising ? i : KOMA_PROFILE_PARTS - 1 - i;
    const double    t = (part + 0.5) / KOMA_PROFILE_PARTS;
    const KomaPoint at = { profile->from.x + t * (profile->to.x - profile->from.x),
                           profile->from.y + t * (profile->to.y - profile->from.y) };
    const double    distance = multiply (horizon, at);

    if (distance < HORIZON_MIN)
      continue;
    beam->along[beam->n] = multiply (along, at) / distance;
    beam->before[beam->n + 1] = beam->before[beam->n] + profile->strength[part];
    beam->n++;
  }
}

static int
compare_beams (gconstpointer a,
               gconstpointer b)
{
  const double p = ((const Beam *) a)->at, q = ((const Beam *) b)->at;

  return p < q ? -1 : p > q ? 1
                            : 0;
}

static void
take_beams (Bundle              *self,
            const KomaVanishing *point,
            const KomaLines     *lines,
            const double         along[3],
            const double         horizon[3])
{
  self->n_beams = 0;
  for (guint i = 0; i < lines->n && self->n_beams < N_LINES; i++) {
    const KomaLine *line = &lines->lines[i];
    const double    distance = multiply (horizon, line->middle);
    Beam           *beam = &self->beams[self->n_beams];

    if (koma_vanishing_miss (point, line) > MISS_MAX || distance < HORIZON_MIN)
      continue;
    beam->at = multiply (self->axis, line->middle) / distance;
    fill_beam (beam, &lines->profiles[i], along, horizon);
    self->n_beams += beam->n > 0;
  }
  qsort (self->beams, self->n_beams, sizeof *self->beams, compare_beams);
}

/* How many parts of the line come before @along. */
static guint
count_before (const Beam *beam,
              double      along)
{
  guint low = 0, high = beam->n;

  while (low < high) {
    const guint middle = (low + high) / 2;

    if (beam->along[middle] < along)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The mean strength of a part of the line. */
static float
look_between (const Beam *beam,
              double      from,
              double      to)
{
  const guint first = count_before (beam, from), last = count_before (beam, to);

  return last > first ? (beam->before[last] - beam->before[first]) / (last - first) : 0;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  const double p = *(const double *) a, q = *(const double *) b;

  return p < q ? -1 : p > q ? 1
                            : 0;
}

static int
compare_weights (gconstpointer a,
                 gconstpointer b)
{
  const double p = ((const KomaTooth *) a)->weight, q = ((const KomaTooth *) b)->weight;

  return p < q ? 1 : p > q ? -1
                           : 0;
}

static gboolean
is_known (const Bundle   *self,
          const KomaComb *comb)
{
  for (guint i = 0; i < self->n_combs; i++)
    if (koma_comb_is_same (&self->combs[i], comb))
      return TRUE;
  return FALSE;
}

static void
take_combs_between (Bundle *self,
                    double  from,
                    double  to)
{
  KomaTooth teeth[N_LINES];
  KomaComb  combs[N_COMBS];
  guint     n_teeth = 0, n_combs = 0;

  for (guint i = 0; i < self->n_beams; i++) {
    const Beam *beam = &self->beams[i];
    const float drawn =
      beam->before[count_before (beam, to)] - beam->before[count_before (beam, from)];

    if (drawn > 0)
      teeth[n_teeth++] = (KomaTooth){ beam->at, sqrt (drawn) };
  }
  qsort (teeth, n_teeth, sizeof *teeth, compare_weights);
  n_combs = koma_combs_find (teeth, MIN (n_teeth, N_TEETH), combs, N_COMBS);
  for (guint i = 0; i < n_combs && self->n_combs < N_COMBS_IN; i++)
    if (!is_known (self, &combs[i]))
      self->combs[self->n_combs++] = combs[i];
}

static void
take_combs (Bundle *self)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (double));

  self->n_combs = 0;
  for (guint i = 0; i < self->n_beams; i++)
    g_array_append_vals (places, self->beams[i].along, self->beams[i].n);
  if (places->len == 0)
    return;
  g_array_sort (places, compare_doubles);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++) {
    const guint last = places->len - 1;

    take_combs_between (self, g_array_index (places, double, (guint) (windows[i][0] * last)),
                        g_array_index (places, double, (guint) (windows[i][1] * last)));
  }
}

static void
look_along (Bundle       *self,
            const Bundle *other)
{
  for (guint i = 0; i < other->n_combs; i++) {
    const double first = other->combs[i].first, step = other->combs[i].step;
    const double last = first + KOMA_BOARD_SIDE * step;

    for (guint j = 0; j < self->n_beams; j++) {
      const Beam *beam = &self->beams[j];

      self->drawn[i][j] = look_between (beam, first, last) -
                          BEYOND / 2 * look_between (beam, first - step, first - 0.1 * step) -
                          BEYOND / 2 * look_between (beam, last + 0.1 * step, last + step);
    }
  }
}

/* How much of the lines of comb @i is drawn, as far as comb @other of the other direction goes. */
static double
score (const Bundle *self,
       guint         i,
       guint         other)
{
  const KomaComb *comb = &self->combs[i];
  double          sum = 0;
  guint           j = 0;

  for (guint line = 0; line < KOMA_BOARD_LINES; line++) {
    const double at = comb->first + line * comb->step, near = TOLERANCE * comb->step;
    float        best = 0;

    while (j < self->n_beams && self->beams[j].at < at - near)
      j++;
    for (; j < self->n_beams && self->beams[j].at < at + near; j++)
      best = MAX (best, self->drawn[other][j]);
    sum += best;
  }
  return sum / KOMA_BOARD_LINES;
}

/* The map from the grid of two combs to pixels; FALSE if the picture can not show it. */
static gboolean
make_map (const KomaLines *lines,
          const Bundle    *x,
          const Bundle    *y,
          const double     horizon[3],
          guint            comb_x,
          guint            comb_y,
          KomaHomography  *ret_map)
{
  const KomaComb *a = &x->combs[comb_x], *b = &y->combs[comb_y];
  const double    half = MAX (lines->width, lines->height) / 2.0;
  KomaHomography  back, map;

  for (guint i = 0; i < 3; i++) {
    back.m[i] = (x->axis[i] - a->first * horizon[i]) / a->step;
    back.m[3 + i] = (y->axis[i] - b->first * horizon[i]) / b->step;
    back.m[6 + i] = horizon[i];
  }
  if (!koma_homography_invert (&back, &map))
    return FALSE;
  for (guint i = 0; i < 3; i++) {
    map.m[i] = half * map.m[i] + lines->width / 2.0 * map.m[6 + i];
    map.m[3 + i] = half * map.m[3 + i] + lines->height / 2.0 * map.m[6 + i];
  }
  koma_grid_make_clockwise (&map);
  *ret_map = map;
  return koma_grid_is_possible (&map, lines->width, lines->height);
}

/* Keeps the best ones, sorted. */
static guint
keep (KomaGridProposal       *proposals,
      guint                   n,
      guint                   n_max,
      const KomaGridProposal *proposal)
{
  guint place = n;

  while (place > 0 && proposals[place - 1].score < proposal->score)
    place--;
  if (place == n_max)
    return n;
  n = MIN (n + 1, n_max);
  memmove (&proposals[place + 1], &proposals[place], (n - place - 1) * sizeof *proposals);
  proposals[place] = *proposal;
  return n;
}

guint
koma_grid_propose (const KomaLines     *lines,
                   const KomaVanishing *p,
                   const KomaVanishing *q,
                   KomaGridProposal    *ret_proposals,
                   guint                n_max)
{
  g_autofree Bundle *x = g_new (Bundle, 1), *y = g_new (Bundle, 1);
  double             horizon[3];
  guint              n = 0;

  take_axis (p, x->axis);
  take_axis (q, y->axis);
  if (fabs (x->axis[0] * y->axis[1] - x->axis[1] * y->axis[0]) < CROSSING_MIN ||
      !take_horizon (p, q, horizon))
    return 0;
  take_beams (x, p, lines, y->axis, horizon);
  take_beams (y, q, lines, x->axis, horizon);
  take_combs (x);
  take_combs (y);
  look_along (x, y);
  look_along (y, x);
  for (guint i = 0; i < x->n_combs; i++)
    for (guint j = 0; j < y->n_combs; j++) {
      KomaGridProposal proposal = { .score = score (x, i, j) + score (y, j, i) };

      if ((n < n_max || proposal.score > ret_proposals[n - 1].score) &&
          make_map (lines, x, y, horizon, i, j, &proposal.map))
        n = keep (ret_proposals, n, n_max, &proposal);
    }
  return n;
}
