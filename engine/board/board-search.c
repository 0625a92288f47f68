/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of the picture → the points where parallel ones meet → for two such points, the picture
 * with the perspective taken out → ten lines at equal distances in both directions → a grid. It is
 * compared with the picture, and moved onto its lines. */
#include "board-search.h"

#include <math.h>

#include "grid-evidence.h"
#include "grid-proposals.h"
#include "grid-shape.h"

/* Pixels of the longer side of the picture that is searched. */
#define WORK_SIDE 1000
#define N_LINES   90
#define N_POINTS  6
/* Grids that two points suggest. */
#define N_PROPOSALS 40
/* Grids that are moved onto their lines. */
#define N_REFINED 24
/* What a grid must agree better by than one that is moved by a square. */
#define CLEARLY 0.1
/* Of the picture's sides: a part that is searched alone, … */
#define PART 0.65
/* … if it has so many pixels. */
#define PART_MIN 200

typedef struct
{
  KomaHomography   map;
  KomaGridEvidence evidence;
} Grid;

typedef struct
{
  KomaRidges *ridges;
  GArray     *lines;    /* of KomaLine, in pixels */
  GArray     *scaled;   /* the same, in half sides from the middle */
  GArray     *profiles; /* of KomaLineProfile, of each line */
  GArray     *grids;    /* of Grid, the best first, at most N_REFINED */
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->ridges, koma_ridges_free);
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->scaled, g_array_unref);
  g_clear_pointer (&self->profiles, g_array_unref);
  g_clear_pointer (&self->grids, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
scale_lines (Search *self)
{
  const double x = self->ridges->width / 2.0, y = self->ridges->height / 2.0, half = MAX (x, y);

  for (guint i = 0; i < self->lines->len; i++) {
    KomaLine line = g_array_index (self->lines, KomaLine, i);

    line.c = (line.c + line.a * x + line.b * y) / half;
    line.middle.x = (line.middle.x - x) / half;
    line.middle.y = (line.middle.y - y) / half;
    g_array_append_val (self->scaled, line);
  }
}

static gboolean
is_possible (const Search         *self,
             const KomaHomography *map)
{
  return koma_grid_is_possible (map, self->ridges->width, self->ridges->height);
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

static void
try_points (Search              *self,
            const KomaVanishing *p,
            const KomaVanishing *q)
{
  KomaGridProposal proposals[N_PROPOSALS];
  const KomaLines  lines = { (gpointer) self->scaled->data,
                             (gpointer) self->profiles->data,
                             self->lines->len, self->ridges->width, self->ridges->height };
  const guint      n = koma_grid_propose (&lines, p, q, proposals, N_PROPOSALS);

  for (guint i = 0; i < n; i++) {
    Grid grid = { .map = proposals[i].map };

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
  const double near = koma_grid_measure_shortest_side (corners) / KOMA_BOARD_SIDE / 3;

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

/* Whether the grid would agree about as well one square further: glare or a thing hides its edge,
 * and nobody sees where the board ends. */
static gboolean
is_doubtful (const Search *self,
             const Grid   *grid)
{
  static const int ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    const KomaHomography map = shift (&grid->map, ways[i][0], ways[i][1]);

    if (is_possible (self, &map) &&
        koma_grid_evidence (self->ridges, &map).score > grid->evidence.score - CLEARLY)
      return TRUE;
  }
  return FALSE;
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

    koma_grid_get_corners (&grid->map, corners);
    for (guint j = 0; j < 4; j++)
      corners[j] = (KomaPoint){ part->left + (corners[j].x + 0.5) * part->scale,
                                part->top + (corners[j].y + 0.5) * part->scale };
    put_upright (corners);
    if (is_cut_off (part, &grid->map) || is_doubtful (self, grid))
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
  self.profiles = koma_line_profiles_new (self.ridges, self.lines);
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
 * picture shows none well, its middle is searched: around a board there may be clearer lines.
 *
 * Thread: any.
 *
 * Returns: how many were found, the one whose lines are seen best first
 */
guint
koma_board_search (const KomaPicture  *picture,
                   KomaBoardCandidate *ret_candidates)
{
  const guint width = (guint) (PART * picture->width);
  const guint height = (guint) (PART * picture->height);
  const guint left = (picture->width - width) / 2, top = (picture->height - height) / 2;
  Part        all = { picture, 0, 0, picture->width, picture->height, 1 };
  Part        part = { picture, left, top, width, height, 1 };
  guint       n = 0;
  g_autoptr (KomaPicture) middle = NULL;

  search_part (picture, &all, ret_candidates, &n);
  if (MIN (width, height) < PART_MIN ||
      (n > 0 && ret_candidates[0].lines >= KOMA_BOARD_LINES_MIN))
    return n;
  middle = koma_picture_copy_part (picture, left, top, width, height);
  search_part (middle, &part, ret_candidates, &n);
  return n;
}
