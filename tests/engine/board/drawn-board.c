/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A board in perspective, with blots for pieces, on a floor of planks. */
#include "drawn-board.h"

#include <math.h>

#define DISTANCE 2.2  /* of the camera, in sides of the board */
#define LINE     0.03 /* squares */

typedef struct
{
  const DrawnBoard *board;
  GRand            *random;
  KomaHomography    back;          /* from pixels to squares */
  double            grey[32 * 32]; /* of the piece on each square; 0: none */
} Drawing;

/* From the board's plane, its side 1 and its middle at 0, to pixels. */
static KomaPoint
project (const DrawnBoard *board,
         double            x,
         double            y)
{
  const double tilt = board->tilt * G_PI / 180, roll = board->roll * G_PI / 180;
  const double down = y * cos (tilt), depth = DISTANCE - y * sin (tilt);
  const double scale = 0.7 * DISTANCE * MIN (board->width, board->height) / depth;

  return (KomaPoint){ board->width / 2.0 + scale * (cos (roll) * x - sin (roll) * down),
                      board->height / 2.0 + scale * (sin (roll) * x + cos (roll) * down) };
}

static double
get_distance_to_line (double at,
                      guint  n)
{
  return fabs (at - CLAMP (round (at), 0, n));
}

static double
get_grey (const Drawing *self,
          double         x,
          double         y)
{
  const DrawnBoard *board = self->board;
  const KomaPoint   at = koma_homography_apply (&self->back, x, y);
  double            in_x = at.x - floor (at.x), in_y = at.y - floor (at.y), piece = 0;

  if (at.x < -0.4 || at.y < -0.4 || at.x > board->n_columns + 0.4 || at.y > board->n_rows + 0.4)
    return fmod (x + 0.2 * y, 90) < 3 ? 60 : 110;
  if (at.x > 0 && at.y > 0 && at.x < board->n_columns && at.y < board->n_rows)
    piece = self->grey[(guint) at.y * board->n_columns + (guint) at.x];
  if (piece > 0 && fabs (in_x - 0.5) < 0.2 + 0.15 * in_y && fabs (in_y - 0.5) < 0.38)
    return fabs (in_x - 0.5) < 0.06 || fabs (in_y - 0.4) < 0.05 ? 40 : piece;
  if (board->is_inked && at.x > -LINE && at.y > -LINE && at.x < board->n_columns + LINE &&
      at.y < board->n_rows + LINE &&
      MIN (get_distance_to_line (at.x, board->n_columns),
           get_distance_to_line (at.y, board->n_rows)) < LINE / 2)
    return 70;
  return 175;
}

/* @corners: (out): of the playing field */
KomaPicture *
drawn_board_new (const DrawnBoard *board,
                 GRand            *random,
                 KomaPoint         corners[4])
{
  const double    right = board->n_columns, bottom = board->n_rows;
  const KomaPoint from[4] = { { 0, 0 }, { right, 0 }, { right, bottom }, { 0, bottom } };
  Drawing         self = { .board = board, .random = random };
  KomaHomography  map;
  guint8         *rgb = g_malloc (3 * (gsize) board->width * board->height);

  for (guint i = 0; i < 4; i++)
    corners[i] = project (board, from[i].x / right - 0.5, 1.08 * (from[i].y / bottom - 0.5));
  g_assert_true (koma_homography_from_points (from, corners, &map));
  g_assert_true (koma_homography_invert (&map, &self.back));
  for (guint i = 0; i < board->n_rows * board->n_columns; i++)
    if (g_rand_double (random) < board->pieces)
      self.grey[i] = g_rand_double_range (random, 190, 225);
  for (guint i = 0; i < board->width * board->height; i++) {
    double sum = 0;

    for (guint j = 0; j < 4; j++)
      sum += get_grey (&self, i % board->width + 0.25 + 0.5 * (j % 2),
                       i / board->width + 0.25 + 0.5 * (j / 2)) /
             4;
    sum += g_rand_double_range (random, -6, 6);
    rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = (guint8) CLAMP (sum, 0, 255);
  }
  return koma_picture_new_take (rgb, board->width, board->height, 3 * (gsize) board->width);
}
