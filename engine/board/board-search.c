/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of the picture → the points where parallel ones meet → for two such points, the picture
 * with the perspective taken out → ten lines at equal distances in both directions → a grid. It is
 * compared with the picture, and moved onto its lines. */
#include "board-search.h"

#include <math.h>

#include "grid-evidence.h"
#include "vanishing-points.h"

/* Pixels of the longer side of the picture that is searched. */
#define WORK_SIDE 1000
#define N_LINES   90
#define N_POINTS  6
#define N_COMBS   10
/* Lines of one direction, the clearest. */
#define N_TEETH 36
/* Grids that are moved onto their lines. */
#define N_REFINED 24
/* The sine of the least angle between the two directions. */
#define CROSSING_MIN 0.35
/* Pixels of a square, at the least. */
#define SQUARE_MIN 6.0
/* Of the picture's sides: a part that is searched alone, … */
#define PART 0.65
/* … if it has so many pixels. */
#define PART_MIN 200
/* Of its size, by which a board may stick out of the picture. */
#define OUTSIDE 0.06

typedef struct
{
  KomaHomography   map;
  KomaGridEvidence evidence;
} Grid;

typedef struct
{
  KomaRidges *ridges;
  GArray     *lines;  /* of KomaLine, in pixels */
  GArray     *scaled; /* the same, in half sides from the middle */
  double      half;   /* pixels */
  GArray     *grids;  /* of Grid, the best first, at most N_REFINED */
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->ridges, koma_ridges_free);
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->scaled, g_array_unref);
  g_clear_pointer (&self->grids, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
scale_lines (Search *self)
{
  const double x = self->ridges->width / 2.0, y = self->ridges->height / 2.0;

  self->half = MAX (x, y);
  for (guint i = 0; i < self->lines->len; i++) {
    KomaLine line = g_array_index (self->lines, KomaLine, i);

    line.c = (line.c + line.a * x + line.b * y) / self->half;
    line.middle.x = (line.middle.x - x) / self->half;
    line.middle.y = (line.middle.y - y) / self->half;
    g_array_append_val (self->scaled, line);
  }
}

static void
get_corners (const KomaHomography *map,
             KomaPoint             corners[4])
{
  const double end = KOMA_BOARD_SIDE;

  corners[0] = koma_homography_apply (map, 0, 0);
  corners[1] = koma_homography_apply (map, end, 0);
  corners[2] = koma_homography_apply (map, end, end);
  corners[3] = koma_homography_apply (map, 0, end);
}

static double
measure_shortest_side (const KomaPoint corners[4])
{
  double shortest = G_MAXDOUBLE;

  for (guint i = 0; i < 4; i++) {
    const KomaPoint *a = &corners[i], *b = &corners[(i + 1) % 4];

    shortest = MIN (shortest, hypot (a->x - b->x, a->y - b->y));
  }
  return shortest;
}

static gboolean
is_possible (const Search         *self,
             const KomaHomography *map)
{
  KomaPoint corners[4];
  double    outside = 0;

  get_corners (map, corners);
  if (!koma_quad_is_convex (corners) ||
      measure_shortest_side (corners) < SQUARE_MIN * KOMA_BOARD_SIDE)
    return FALSE;
  for (guint i = 0; i < 4; i++) {
    outside = MAX (outside, MAX (-corners[i].x, corners[i].x - self->ridges->width));
    outside = MAX (outside, MAX (-corners[i].y, corners[i].y - self->ridges->height));
  }
  return outside < OUTSIDE * measure_shortest_side (corners);
}

/* Keeps the best ones, sorted. */
static void
keep_grid (GArray     *grids,
           const Grid *grid,
           guint       n_max)
{
  guint place = grids->len;

  while (place > 0 &&
         g_array_index (grids, Grid, place - 1).evidence.score < grid->evidence.score)
    place--;
  if (place == n_max)
    return;
  g_array_insert_vals (grids, place, grid, 1);
  if (grids->len > n_max)
    g_array_set_size (grids, n_max);
}

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

/* The lines through @point, each with its place where the perspective is taken out. */
static guint
take_teeth (const Search        *self,
            const KomaVanishing *point,
            const double         axis[3],
            const double         horizon[3],
            KomaTooth            teeth[N_TEETH])
{
  guint n = 0;

  for (guint i = 0; i < self->scaled->len && n < N_TEETH; i++) {
    const KomaLine *line = &g_array_index (self->scaled, KomaLine, i);
    const double    distance = multiply (horizon, line->middle);

    if (koma_vanishing_miss (point, line) > 0.03 || distance < 0.05)
      continue;
    teeth[n].at = multiply (axis, line->middle) / distance;
    teeth[n++].weight = sqrt (line->length);
  }
  return n;
}

/* The map from the grid of two combs to pixels. */
static gboolean
make_map (const Search   *self,
          const double    axis_x[3],
          const double    axis_y[3],
          const double    horizon[3],
          const KomaComb *x,
          const KomaComb *y,
          KomaHomography *ret_map)
{
  KomaHomography back, map;

  for (guint i = 0; i < 3; i++) {
    back.m[i] = (axis_x[i] - x->first * horizon[i]) / x->step;
    back.m[3 + i] = (axis_y[i] - y->first * horizon[i]) / y->step;
    back.m[6 + i] = horizon[i];
  }
  if (!koma_homography_invert (&back, &map))
    return FALSE;
  for (guint i = 0; i < 3; i++) {
    map.m[i] = self->half * map.m[i] + self->ridges->width / 2.0 * map.m[6 + i];
    map.m[3 + i] = self->half * map.m[3 + i] + self->ridges->height / 2.0 * map.m[6 + i];
  }
  *ret_map = map;
  return TRUE;
}

/* Clockwise, as pixels go: with u to the right, v goes down. */
static void
make_clockwise (KomaHomography *map)
{
  KomaPoint a = koma_homography_apply (map, 4, 4), b = koma_homography_apply (map, 5, 4);
  KomaPoint c = koma_homography_apply (map, 4, 5);

  if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0)
    return;
  for (guint i = 0; i < 3; i++) {
    map->m[3 * i + 2] += KOMA_BOARD_SIDE * map->m[3 * i];
    map->m[3 * i] = -map->m[3 * i];
  }
}

static void
try_points (Search              *self,
            const KomaVanishing *p,
            const KomaVanishing *q)
{
  KomaTooth teeth[N_TEETH];
  KomaComb  combs_x[N_COMBS], combs_y[N_COMBS];
  double    axis_x[3], axis_y[3], horizon[3];
  guint     n_x = 0, n_y = 0;

  take_axis (p, axis_x);
  take_axis (q, axis_y);
  if (fabs (axis_x[0] * axis_y[1] - axis_x[1] * axis_y[0]) < CROSSING_MIN ||
      !take_horizon (p, q, horizon))
    return;
  n_x = koma_combs_find (teeth, take_teeth (self, p, axis_x, horizon, teeth), combs_x, N_COMBS);
  n_y = koma_combs_find (teeth, take_teeth (self, q, axis_y, horizon, teeth), combs_y, N_COMBS);
  for (guint i = 0; i < n_x; i++)
    for (guint j = 0; j < n_y; j++) {
      Grid grid = { 0 };

      if (!make_map (self, axis_x, axis_y, horizon, &combs_x[i], &combs_y[j], &grid.map))
        continue;
      make_clockwise (&grid.map);
      if (!is_possible (self, &grid.map))
        continue;
      grid.evidence = koma_grid_evidence (self->ridges, &grid.map);
      keep_grid (self->grids, &grid, N_REFINED);
    }
}

static KomaHomography
shift (const KomaHomography *map,
       int                   columns,
       int                   rows)
{
  KomaHomography shifted = *map;

  for (guint i = 0; i < 3; i++)
    shifted.m[3 * i + 2] += columns * map->m[3 * i] + rows * map->m[3 * i + 1];
  return shifted;
}

/* The grid moved onto its lines; and by whole squares, to where it agrees best. */
static gboolean
improve (const Search *self,
         Grid         *grid)
{
  Grid best = *grid;

  if (!koma_grid_refine (self->ridges, &best.map) || !is_possible (self, &best.map))
    return FALSE;
  best.evidence = koma_grid_evidence (self->ridges, &best.map);
  *grid = best;
  for (int i = 0; i < 25; i++) {
    Grid moved = { .map = shift (&grid->map, i % 5 - 2, i / 5 - 2) };

    if (!is_possible (self, &moved.map))
      continue;
    moved.evidence = koma_grid_evidence (self->ridges, &moved.map);
    if (moved.evidence.score > best.evidence.score)
      best = moved;
  }
  *grid = best;
  if (koma_grid_refine (self->ridges, &best.map) && is_possible (self, &best.map)) {
    best.evidence = koma_grid_evidence (self->ridges, &best.map);
    if (best.evidence.score > grid->evidence.score)
      *grid = best;
  }
  return TRUE;
}

/* Turned by quarters so that the first side is the one at the top. */
static void
put_upright (KomaPoint corners[4])
{
  const KomaPoint given[4] = { corners[0], corners[1], corners[2], corners[3] };
  guint           best = 0;
  double          highest = G_MAXDOUBLE;

  for (guint i = 0; i < 4; i++) {
    const KomaPoint *a = &given[i], *b = &given[(i + 1) % 4], *c = &given[(i + 2) % 4],
                    *d = &given[(i + 3) % 4];
    const double height =
      (a->y + b->y - c->y - d->y) / hypot (a->x + b->x - c->x - d->x, a->y + b->y - c->y - d->y);

    if (height < highest) {
      highest = height;
      best = i;
    }
  }
  for (guint i = 0; i < 4; i++)
    corners[i] = given[(best + i) % 4];
}

static gboolean
is_other (const KomaPoint           corners[4],
          const KomaBoardCandidate *candidates,
          guint                     n)
{
  const double near = measure_shortest_side (corners) / KOMA_BOARD_SIDE / 3;

  for (guint i = 0; i < n; i++) {
    double farthest = 0;

    for (guint j = 0; j < 4; j++)
      farthest = MAX (farthest, hypot (corners[j].x - candidates[i].corners[j].x,
                                       corners[j].y - candidates[i].corners[j].y));
    if (farthest < near)
      return FALSE;
  }
  return TRUE;
}

/* Sorted by their lines, each once. */
static void
keep_candidate (KomaBoardCandidate       *candidates,
                guint                    *n,
                const KomaBoardCandidate *candidate)
{
  guint place = *n;

  while (place > 0 && candidates[place - 1].lines < candidate->lines)
    place--;
  if (place == KOMA_BOARD_MAX_CANDIDATES || !is_other (candidate->corners, candidates, place))
    return;
  *n = MIN (*n + 1, KOMA_BOARD_MAX_CANDIDATES);
  memmove (&candidates[place + 1], &candidates[place], (*n - place - 1) * sizeof *candidates);
  candidates[place] = *candidate;
}

/* A part of a picture, and how many of the picture's pixels are one that is searched. */
typedef struct
{
  const KomaPicture *whole;
  double             left;
  double             top;
  double             width;
  double             height;
  double             scale;
} Part;

/* Whether the part ends within a square of the grid, and the picture goes on: nobody sees there
 * whether the grid has a tenth row. */
static gboolean
is_cut_off (const Part           *part,
            const KomaHomography *map)
{
  for (guint i = 0; i < 4; i++) {
    const KomaPoint at = koma_homography_apply (map, i % 2 ? KOMA_BOARD_SIDE + 1 : -1,
                                                i / 2 ? KOMA_BOARD_SIDE + 1 : -1);
    const double    x = at.x * part->scale, y = at.y * part->scale;
    const double    right = part->left + part->width, bottom = part->top + part->height;

    if ((x < 0 && part->left > 0) || (y < 0 && part->top > 0) ||
        (x > part->width && right + 1 < part->whole->width) ||
        (y > part->height && bottom + 1 < part->whole->height))
      return TRUE;
  }
  return FALSE;
}

static void
take_candidates (const Search       *self,
                 const Part         *part,
                 KomaBoardCandidate *candidates,
                 guint              *n)
{
  g_autoptr (GArray) improved = g_array_new (FALSE, FALSE, sizeof (Grid));

  for (guint i = 0; i < self->grids->len; i++) {
    Grid grid = g_array_index (self->grids, Grid, i);

    if (improve (self, &grid))
      keep_grid (improved, &grid, N_REFINED);
  }
  for (guint i = 0; i < improved->len; i++) {
    const Grid        *grid = &g_array_index (improved, Grid, i);
    KomaBoardCandidate candidate = { .lines = grid->evidence.score };
    KomaPoint         *corners = candidate.corners;

    get_corners (&grid->map, corners);
    for (guint j = 0; j < 4; j++)
      corners[j] = (KomaPoint){ part->left + (corners[j].x + 0.5) * part->scale,
                                part->top + (corners[j].y + 0.5) * part->scale };
    put_upright (corners);
    if (is_cut_off (part, &grid->map))
      continue;
    keep_candidate (candidates, n, &candidate);
  }
}

static void
search_part (const KomaPicture  *picture,
             Part               *part,
             KomaBoardCandidate *candidates,
             guint              *n)
{
  g_autoptr (KomaPicture) work = koma_picture_scale_to_fit (picture, WORK_SIDE);
  g_auto (Search) self = { 0 };
  KomaVanishing points[N_POINTS];
  guint         n_points = 0;

  self.ridges = koma_ridges_new (work);
  self.lines = koma_lines_find (self.ridges, N_LINES);
  self.scaled = g_array_new (FALSE, FALSE, sizeof (KomaLine));
  self.grids = g_array_new (FALSE, FALSE, sizeof (Grid));
  scale_lines (&self);
  n_points = koma_vanishing_find ((const KomaLine *) (gpointer) self.scaled->data,
                                  self.scaled->len, points, N_POINTS);
  for (guint i = 0; i < n_points; i++)
    for (guint j = 0; j < i; j++)
      try_points (&self, &points[i], &points[j]);
  part->scale = part->width / work->width;
  take_candidates (&self, part, candidates, n);
}

/**
 * koma_board_search:
 * @picture: a photograph, held upright
 * @ret_candidates: (out): room for %KOMA_BOARD_MAX_CANDIDATES
 *
 * Finds what may be the playing field of a shogi board, by its lines alone: ten in each direction,
 * at equal distances, in any perspective. What lies on its squares does not matter. Where the whole
 * picture shows none well, parts of it are searched: around a board there may be clearer lines.
 *
 * Thread: any.
 *
 * Returns: how many were found, the one whose lines are seen best first
 */
guint
koma_board_search (const KomaPicture  *picture,
                   KomaBoardCandidate *ret_candidates)
{
  static const double places[][2] = { { 0.5, 0.5 }, { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
  const guint         width = (guint) (PART * picture->width);
  const guint         height = (guint) (PART * picture->height);
  Part                all = { picture, 0, 0, picture->width, picture->height, 1 };
  guint               n = 0;

  search_part (picture, &all, ret_candidates, &n);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const guint left = (guint) (places[i][0] * (picture->width - width));
    const guint top = (guint) (places[i][1] * (picture->height - height));
    Part        part = { picture, left, top, width, height, 1 };
    g_autoptr (KomaPicture) copy = NULL;

    if (MIN (width, height) < PART_MIN ||
        (n > 0 && ret_candidates[0].lines >= KOMA_BOARD_LINES_MIN))
      break;
    copy = koma_picture_copy_part (picture, left, top, width, height);
    search_part (copy, &part, ret_candidates, &n);
  }
  return n;
}
