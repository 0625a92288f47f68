/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Boards that are drawn, where the corners are known; and pictures without a board. */
#include "engine/board/board-search.h"

#include <math.h>

#include "drawn-board.h"
#include "engine/board/ridges.h"
#include "engine/board/square-cut.h"
#include "tests/test-main.h"

/* Of a square. */
#define MISS_MAX 0.1

static double
measure_miss (const KomaPoint a[4],
              const KomaPoint b[4])
{
  const double square = hypot (a[1].x - a[0].x, a[1].y - a[0].y) / 9;
  double       miss = 0;

  for (guint i = 0; i < 4; i++)
    miss = MAX (miss, hypot (a[i].x - b[i].x, a[i].y - b[i].y) / square);
  return miss;
}

static void
check_found (const DrawnBoard *board)
{
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  KomaPoint          corners[4];
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (KomaPicture) picture = drawn_board_new (board, random, corners);
  const guint n = koma_board_search (picture, found);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpfloat (found[0].lines, >, KOMA_BOARD_LINES_MIN);
  g_assert_cmpfloat (measure_miss (corners, found[0].corners), <, MISS_MAX);
}

static void
test_tilt (gconstpointer data)
{
  const DrawnBoard full = {
    .width = 640,
    .height = 520,
    .tilt = GPOINTER_TO_INT (data),
    .roll = 8,
    .n_rows = 9,
    .n_columns = 9,
    .pieces = 0.45,
    .is_inked = TRUE,
  };
  DrawnBoard board = full;

  check_found (&board);
  board.roll = -14;
  board.pieces = 0.1;
  check_found (&board);
  board.roll = 0;
  board.pieces = 0;
  check_found (&board);
}

static void
check_not_found (const DrawnBoard *board)
{
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  KomaPoint          corners[4];
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (KomaPicture) picture = drawn_board_new (board, random, corners);
  const guint n = koma_board_search (picture, found);

  if (n > 0)
    g_assert_cmpfloat (found[0].lines, <, KOMA_BOARD_LINES_MIN);
}

/* Planks, pieces without lines, and a board of 5 × 5. */
static void
test_no_board (void)
{
  const DrawnBoard none = {
    .width = 640, .height = 520, .tilt = 20, .n_rows = 9, .n_columns = 9, .pieces = 0.5
  };
  DrawnBoard small = none;

  small.n_rows = small.n_columns = 5;
  small.is_inked = TRUE;

  check_not_found (&none);
  check_not_found (&small);
}

static void
check_plain (guint  width,
             guint  height,
             guint8 grey)
{
  const gsize        n_bytes = 3 * (gsize) width * height;
  guint8            *rgb = g_malloc (n_bytes);
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  g_autoptr (KomaPicture) picture = NULL;

  memset (rgb, grey, n_bytes);
  picture = koma_picture_new_take (rgb, width, height, 3 * (gsize) width);
  g_assert_cmpuint (koma_board_search (picture, found), ==, 0);
}

static void
test_plain (void)
{
  check_plain (1, 1, 0);
  check_plain (1, 3000, 255);
  check_plain (3000, 1, 128);
  check_plain (7, 7, 9);
  check_plain (5000, 3000, 0);
}

/* Noise alone: many short lines, none of which go on. */
static void
test_noise (void)
{
  guint8            *rgb = g_malloc (3 * 400 * 300);
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  g_autoptr (KomaPicture) picture = NULL;
  guint n = 0;

  for (guint i = 0; i < 3 * 400 * 300; i++)
    rgb[i] = (guint8) g_test_rand_int_range (0, 256);
  picture = koma_picture_new_take (rgb, 400, 300, 3 * 400);
  n = koma_board_search (picture, found);
  if (n > 0)
    g_assert_cmpfloat (found[0].lines, <, KOMA_BOARD_LINES_MIN);
}

static void
test_homography (void)
{
  const KomaPoint from[4] = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 0, 9 } };
  const KomaPoint to[4] = { { 100, 120 }, { 560, 90 }, { 610, 500 }, { 40, 470 } };
  const KomaPoint on_line[4] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 } };
  const KomaPoint left_around[4] = { { 0, 0 }, { 0, 9 }, { 9, 9 }, { 9, 0 } };
  KomaHomography  map, back;

  g_assert_true (koma_homography_from_points (from, to, &map));
  g_assert_true (koma_homography_invert (&map, &back));
  for (guint i = 0; i < 4; i++) {
    const KomaPoint there = koma_homography_apply (&map, from[i].x, from[i].y);
    const KomaPoint again = koma_homography_apply (&back, there.x, there.y);

    g_assert_cmpfloat_with_epsilon (there.x, to[i].x, 1e-6);
    g_assert_cmpfloat_with_epsilon (there.y, to[i].y, 1e-6);
    g_assert_cmpfloat_with_epsilon (again.x, from[i].x, 1e-6);
    g_assert_cmpfloat_with_epsilon (again.y, from[i].y, 1e-6);
  }
  g_assert_false (koma_homography_from_points (on_line, to, &map));
  g_assert_true (koma_quad_is_convex (to));
  g_assert_false (koma_quad_is_convex (left_around));
  g_assert_false (koma_quad_is_convex (on_line));
}

/* Tiles all over, but where the picture of a board is laid on them. */
static KomaPicture *
lay_on_tiles (const KomaPicture *board,
              guint              side,
              guint              left,
              guint              top)
{
  guint8 *rgb = g_malloc (3 * (gsize) side * side);

  for (guint i = 0; i < side * side; i++) {
    const guint    x = i % side, y = i / side;
    const gboolean is_joint = x % 43 < 3 || y % 47 < 3;

    memset (rgb + 3 * i, is_joint ? 20 : 215, 3);
    if (x >= left && x < left + board->width && y >= top && y < top + board->height)
      memcpy (rgb + 3 * i, board->rgb + (y - top) * board->stride + 3 * (x - left), 3);
  }
  return koma_picture_new_take (rgb, side, side, 3 * (gsize) side);
}

/* Where clearer lines are all around, a part of the picture shows the board. */
static void
test_on_tiles (void)
{
  const DrawnBoard   drawn = { .width = 640,
                               .height = 520,
                               .tilt = 20,
                               .roll = 8,
                               .n_rows = 9,
                               .n_columns = 9,
                               .pieces = 0.3,
                               .is_inked = TRUE };
  KomaBoardCandidate found[KOMA_BOARD_MAX_CANDIDATES];
  KomaPoint          corners[4];
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (KomaPicture) board = drawn_board_new (&drawn, random, corners);
  g_autoptr (KomaPicture) picture = lay_on_tiles (board, 1400, 100, 60);

  for (guint i = 0; i < 4; i++)
    corners[i] = (KomaPoint){ corners[i].x + 100, corners[i].y + 60 };
  g_assert_cmpuint (koma_board_search (picture, found), >, 0);
  g_assert_cmpfloat (found[0].lines, >, KOMA_BOARD_LINES_MIN);
  g_assert_cmpfloat (measure_miss (corners, found[0].corners), <, MISS_MAX);
}

/* A map of what is no grid may lead to infinity: that ends, and finds nothing. */
static void
test_far_away (void)
{
  g_autoptr (KomaPicture) picture =
    koma_picture_new_take (g_malloc0 (3 * 64 * 64), 64, 64, 3 * 64);
  g_autoptr (KomaRidges) ridges = koma_ridges_new (picture);

  g_assert_cmpfloat (koma_ridges_look (ridges, 32, 32, 1, 0, INFINITY, NULL), ==, 0);
  g_assert_cmpfloat (koma_ridges_look (ridges, NAN, INFINITY, NAN, NAN, NAN, NULL), ==, 0);
}

/* Each cell of a picture of 3 × 2 colours, also where the corners lie outside of the picture. */
static void
test_cut (void)
{
  KomaSquareGrid grid = { .corners = { { 0, 0 }, { 60, 0 }, { 60, 40 }, { 0, 40 } },
                          .n_rows = 2,
                          .n_columns = 3,
                          .margin = -0.1 };
  guint8        *rgb = g_malloc (3 * 60 * 40);
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (KomaPicture) outside = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 60 * 40; i++)
    memset (rgb + 3 * i, (int) (40 * (i / 60 / 20 * 3 + i % 60 / 20)), 3);
  picture = koma_picture_new_take (rgb, 60, 40, 3 * 60);
  for (guint i = 0; i < 6; i++) {
    g_autoptr (KomaPicture) cell = koma_square_cut (picture, &grid, i, 8, 8, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (cell->width, ==, 8);
    g_assert_cmpuint (cell->height, ==, 8);
    for (guint j = 0; j < 3 * 8 * 8; j++)
      g_assert_cmpuint (cell->rgb[j], ==, 40 * i);
  }
  grid.corners[0] = (KomaPoint){ -50, -70 };
  outside = koma_square_cut (picture, &grid, 0, 8, 8, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (outside->rgb[0], ==, 0);
  grid.corners[0] = (KomaPoint){ 59, 39 };
  g_assert_null (koma_square_cut (picture, &grid, 0, 8, 8, &error));
  g_assert_nonnull (error);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/board/homography", test_homography);
  g_test_add_func ("/board/on-tiles", test_on_tiles);
  g_test_add_func ("/board/far-away", test_far_away);
  g_test_add_func ("/board/cut", test_cut);
  g_test_add_data_func ("/board/tilt-0", GINT_TO_POINTER (0), test_tilt);
  g_test_add_data_func ("/board/tilt-20", GINT_TO_POINTER (20), test_tilt);
  g_test_add_data_func ("/board/tilt-45", GINT_TO_POINTER (45), test_tilt);
  g_test_add_func ("/board/no-board", test_no_board);
  g_test_add_func ("/board/plain", test_plain);
  g_test_add_func ("/board/noise", test_noise);
  return g_test_run ();
}
