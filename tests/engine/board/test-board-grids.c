/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a search goes through: lines as far as they are drawn, combs among other parallel lines, and
 * how well a grid agrees with a picture. */
#include <math.h>

#include "engine/board/board-search.h"
#include "engine/board/combs.h"
#include "engine/board/grid-evidence.h"
#include "engine/board/grid-proposals.h"
#include "engine/board/grid-shape.h"
#include "tests/test-main.h"

#define SIDE 420

typedef struct
{
  double from; /* pixels, where its first line is, and its others */
  double step;
  guint  n_lines;
  guint  n_left_out; /* of the lines that go down, the last ones */
} DrawnGrid;

static void
draw (guint8 *rgb,
      guint   x,
      guint   y)
{
  memset (rgb + 3 * (y * SIDE + x), 30, 3);
}

/* Lines of two pixels on a light ground. */
static KomaPicture *
draw_grids (const DrawnGrid *grids,
            guint            n_grids)
{
  guint8 *rgb = g_malloc (3 * SIDE * SIDE);

  memset (rgb, 220, 3 * SIDE * SIDE);
  for (guint i = 0; i < n_grids; i++) {
    const DrawnGrid *grid = &grids[i];
    const guint      first = (guint) grid->from;
    const guint      last = (guint) (grid->from + (grid->n_lines - 1) * grid->step);

    for (guint line = 0; line < 2 * grid->n_lines; line++) {
      const guint at = (guint) (grid->from + line / 2 * grid->step);

      if (line % 2 && line / 2 >= grid->n_lines - grid->n_left_out)
        continue;
      for (guint k = first; k <= last; k++) {
        draw (rgb, line % 2 ? at : k, line % 2 ? k : at);
        draw (rgb, line % 2 ? at + 1 : k, line % 2 ? k : at + 1);
      }
    }
  }
  return koma_picture_new_take (rgb, SIDE, SIDE, 3 * SIDE);
}

static KomaGridEvidence
look (const DrawnGrid *grids,
      guint            n_grids,
      double           from,
      double           step)
{
  g_autoptr (KomaPicture) picture = draw_grids (grids, n_grids);
  g_autoptr (KomaRidges) ridges = koma_ridges_new (picture);
  const KomaHomography map = { { step, 0, from + 0.5, 0, step, from + 0.5, 0, 0, 1 } };

  return koma_grid_evidence (ridges, &map);
}

/* Nine squares a side are told from eighteen, from a piece of more, and from seven. */
static void
test_evidence (void)
{
  const DrawnGrid board = { 30, 40, 10, 0 }, half = { 30, 20, 19, 0 }, part = { 30, 40, 10, 3 };
  const DrawnGrid larger = { 10, 30, 13, 0 };

  g_assert_cmpfloat (look (&board, 1, 30, 40).score, >, 0.9);
  g_assert_cmpfloat (look (&board, 1, 30, 40).beyond, <, 0.05);
  g_assert_cmpfloat (look (&half, 1, 30, 40).off, >, 0.7);
  g_assert_cmpfloat (look (&half, 1, 30, 40).score, <, KOMA_BOARD_LINES_MIN);
  g_assert_cmpfloat (look (&part, 1, 30, 40).weakest, <, 0.2);
  g_assert_cmpfloat (look (&larger, 1, 40, 30).beyond, >, 0.7);
  g_assert_cmpfloat (look (&larger, 1, 40, 30).score, <, KOMA_BOARD_LINES_MIN);
}

static guint
add_teeth (KomaTooth *teeth,
           guint      n,
           KomaComb   comb,
           guint      n_lines,
           double     weight)
{
  for (guint i = 0; i < n_lines; i++)
    teeth[n + i] = (KomaTooth){ comb.first + i * comb.step, weight };
  return n + n_lines;
}

/* Many lines at other distances, as clear, which go on on both sides, leave room for a board's. */
static void
test_combs (void)
{
  const KomaComb board = { .first = 0.03, .step = 0.1 }, tiles = { .first = -1, .step = 0.113 };
  KomaTooth      teeth[30];
  KomaComb       combs[8];
  guint          n = 0, n_combs = 0, n_found = 0, n_tiles = 0;

  n = add_teeth (teeth, 0, tiles, 20, 1);
  n = add_teeth (teeth, n, board, KOMA_BOARD_LINES, 1);
  n_combs = koma_combs_find (teeth, n, combs, G_N_ELEMENTS (combs));
  for (guint i = 0; i < n_combs; i++) {
    n_found += koma_comb_is_same (&combs[i], &board);
    n_tiles += fabs (combs[i].step - tiles.step) < 0.003;
    g_assert_cmpfloat (combs[i].score, <=, combs[i > 0 ? i - 1 : 0].score);
  }
  g_assert_cmpuint (n_found, ==, 1);
  g_assert_cmpuint (n_tiles, ==, 2);
}

/* A line goes on across the picture, and is drawn from its first square to its last. */
static void
test_profiles (void)
{
  const DrawnGrid grid = { 100, 20, 11, 0 };
  g_autoptr (KomaPicture) picture = draw_grids (&grid, 1);
  g_autoptr (KomaRidges) ridges = koma_ridges_new (picture);
  g_autoptr (GArray) lines = koma_lines_find (ridges, 22);
  g_autoptr (GArray) profiles = koma_line_profiles_new (ridges, lines);

  g_assert_cmpuint (lines->len, ==, 22);
  g_assert_cmpuint (profiles->len, ==, lines->len);
  for (guint i = 0; i < profiles->len; i++) {
    const KomaLineProfile *profile = &g_array_index (profiles, KomaLineProfile, i);
    const KomaPoint       *from = &profile->from, *to = &profile->to;
    const double           way = hypot (to->x - from->x, to->y - from->y);
    double                 inside = 0, outside = 0;

    g_assert_cmpfloat_with_epsilon (way, 2, 0.05);
    for (guint j = 0; j < KOMA_PROFILE_PARTS; j++) {
      const double at = (j + 0.5) / KOMA_PROFILE_PARTS * SIDE;

      if (at > 105 && at < 295)
        inside += profile->strength[j];
      if (at < 95 || at > 310)
        outside += profile->strength[j];
    }
    g_assert_cmpfloat (inside, >, 0.7 * KOMA_PROFILE_PARTS * 190 / SIDE);
    g_assert_cmpfloat (outside, ==, 0);
  }
}

/* A picture shows no grid that is turned over, has small squares, or lies outside. */
static void
test_shape (void)
{
  KomaHomography map = { { 20, 0, 10, 0, 20, 10, 0, 0, 1 } };

  g_assert_true (koma_grid_is_possible (&map, 200, 200));
  g_assert_false (koma_grid_is_possible (&map, 100, 200));
  g_assert_false (koma_grid_is_possible (&map, 200, 100));
  map.m[0] = -20;
  map.m[2] = 190;
  g_assert_false (koma_grid_is_possible (&map, 200, 200));
  koma_grid_make_clockwise (&map);
  g_assert_true (koma_grid_is_possible (&map, 200, 200));
  g_assert_cmpfloat (map.m[0], ==, 20);
  map.m[0] = map.m[4] = 5;
  g_assert_false (koma_grid_is_possible (&map, 200, 200));
}

/* A board on a larger grid of another size, whose lines are parallel to its own and as clear. */
static void
test_among_parallel_lines (void)
{
  const DrawnGrid    grids[] = { { 5, 27, 16, 0 }, { 100, 24, 10, 0 } };
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  const KomaPoint    corners[4] = { { 101, 101 }, { 317, 101 }, { 317, 317 }, { 101, 317 } };
  guint8            *rgb = NULL;
  g_autoptr (KomaPicture) tiles = draw_grids (grids, 1);
  g_autoptr (KomaPicture) board = draw_grids (grids + 1, 1);
  g_autoptr (KomaPicture) picture = NULL;

  rgb = g_memdup2 (tiles->rgb, 3 * SIDE * SIDE);
  for (guint y = 92; y < 326; y++)
    memcpy (rgb + 3 * (y * SIDE + 92), board->rgb + 3 * (y * SIDE + 92), 3 * (326 - 92));
  picture = koma_picture_new_take (rgb, SIDE, SIDE, 3 * SIDE);
  g_assert_cmpuint (koma_board_search (picture, found), >, 0);
  g_assert_cmpfloat (found[0].lines, >, KOMA_BOARD_LINES_MIN);
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpfloat_with_epsilon (found[0].corners[i].x, corners[i].x, 2);
    g_assert_cmpfloat_with_epsilon (found[0].corners[i].y, corners[i].y, 2);
  }
}

/* Nine lines of ten in one direction: nobody sees at which end the tenth was. */
static void
test_edge_not_seen (void)
{
  const DrawnGrid    grid = { 60, 30, 10, 1 };
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  g_autoptr (KomaPicture) picture = draw_grids (&grid, 1);
  guint8 *rgb = g_memdup2 (picture->rgb, 3 * SIDE * SIDE);
  g_autoptr (KomaPicture) pale = NULL;

  /* The lines across end with the last one that is seen. */
  for (guint y = 0; y < SIDE; y++)
    memset (rgb + 3 * (y * SIDE + 302), 220, 3 * (SIDE - 302));
  pale = koma_picture_new_take (rgb, SIDE, SIDE, 3 * SIDE);
  if (koma_board_search (pale, found) > 0)
    g_assert_cmpfloat (found[0].lines, <, KOMA_BOARD_LINES_MIN);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/evidence", test_evidence);
  g_test_add_func ("/board/combs", test_combs);
  g_test_add_func ("/board/profiles", test_profiles);
  g_test_add_func ("/board/shape", test_shape);
  g_test_add_func ("/board/among-parallel-lines", test_among_parallel_lines);
  g_test_add_func ("/board/edge-not-seen", test_edge_not_seen);
  return g_test_run ();
}
