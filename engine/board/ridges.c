/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ridges.h"

#include <math.h>

/* Pixels from the middle of a line to what must be lighter, on both sides. */
#define SIDE 3
/* Grey levels that a line is darker by: to be seen at all, and to be sure. */
#define DEPTH_MIN  3.0f
#define DEPTH_FULL 14.0f
/* Degrees by which a ridge may point elsewhere than its line. */
#define ANGLE_TOLERANCE 14

static float *
make_grey (const KomaPicture *picture)
{
  float *grey = g_new (float, (gsize) picture->width * picture->height);

  for (guint y = 0; y < picture->height; y++) {
    const guint8 *rgb = picture->rgb + y * picture->stride;
    float        *row = grey + (gsize) y * picture->width;

    for (guint x = 0; x < picture->width; x++)
      row[x] = 0.299f * rgb[3 * x] + 0.587f * rgb[3 * x + 1] + 0.114f * rgb[3 * x + 2];
  }
  return grey;
}

/* A Gaussian of about a pixel, along one axis. */
static void
blur (const float *from,
      float       *to,
      guint        n, /* pixels of a line */
      guint        n_lines,
      gsize        step, /* from one pixel to the next */
      gsize        line_step)
{
  static const float taps[] = { 0.40f, 0.24f, 0.06f };

  for (guint line = 0; line < n_lines; line++) {
    for (guint i = 0; i < n; i++) {
      const float *in = from + line * line_step;
      float        sum = taps[0] * in[i * step];

      for (guint k = 1; k < G_N_ELEMENTS (taps); k++)
        sum += taps[k] * (in[(i > k ? i - k : 0) * step] + in[MIN (i + k, n - 1) * step]);
      to[line * line_step + i * step] = sum;
    }
  }
}

/* By how much it is darker here than at both sides. */
static float
measure_depth (const float *at,
               gssize       width,
               double       normal_x,
               double       normal_y)
{
  const gssize step = (gssize) lround (SIDE * normal_y) * width + lround (SIDE * normal_x);

  return MIN (at[step], at[-step]) - at[0];
}

/* Darkest across the line. */
static gboolean
is_middle (const float *at,
           gssize       width,
           double       normal_x,
           double       normal_y)
{
  const gssize step = (gssize) lround (normal_y) * width + lround (normal_x);

  return at[0] <= at[step] && at[0] < at[-step];
}

static void
look_at (KomaRidges  *self,
         const float *grey,
         guint        x,
         guint        y)
{
  const gssize width = self->width;
  const gsize  index = (gsize) y * self->width + x;
  const float *at = grey + index;
  const double xx = at[1] - 2 * at[0] + at[-1];
  const double yy = at[width] - 2 * at[0] + at[-width];
  const double xy = 0.25 * (at[width + 1] - at[width - 1] - at[1 - width] + at[-1 - width]);
  double       angle = 0, normal_x = 0, normal_y = 0;
  float        depth = 0;
  KomaRidge    ridge = { 0 };

  if (xx + yy <= 0)
    return;
  angle = 0.5 * atan2 (2 * xy, xx - yy);
  normal_x = cos (angle);
  normal_y = sin (angle);
  depth = measure_depth (at, width, normal_x, normal_y);
  if (depth < DEPTH_MIN || !is_middle (at, width, normal_x, normal_y))
    return;
  ridge.x = (guint16) x;
  ridge.y = (guint16) y;
  ridge.angle = (guint8) ((lround (angle * 180 / G_PI) + 180) % 180);
  ridge.strength = MIN ((depth - 0.5f * DEPTH_MIN) / DEPTH_FULL, 1.0f);
  self->strength[index] = ridge.strength;
  self->angle[index] = ridge.angle;
  g_array_append_val (self->points, ridge);
}

/**
 * koma_ridges_new:
 * @picture: at most 65535 pixels a side
 *
 * Finds thin dark lines: pixels that are darker than what lies across the line on both sides. The
 * edge of a thing is darker than one side only, and is none.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the pixels of lines
 */
KomaRidges *
koma_ridges_new (const KomaPicture *picture)
{
  const guint       width = picture->width, height = picture->height;
  const gsize       n_pixels = (gsize) width * height;
  KomaRidges       *self = g_new0 (KomaRidges, 1);
  g_autofree float *grey = make_grey (picture);
  g_autofree float *blurred = g_new (float, n_pixels);

  self->width = width;
  self->height = height;
  self->strength = g_new0 (float, n_pixels);
  self->angle = g_new0 (guint8, n_pixels);
  self->points = g_array_new (FALSE, FALSE, sizeof (KomaRidge));
  blur (grey, blurred, width, height, 1, width);
  blur (blurred, grey, height, width, width, 1);
  for (guint y = SIDE; y + SIDE < height; y++)
    for (guint x = SIDE; x + SIDE < width; x++)
      look_at (self, grey, x, y);
  return self;
}

void
koma_ridges_free (KomaRidges *self)
{
  if (self == NULL)
    return;
  g_free (self->strength);
  g_free (self->angle);
  g_array_unref (self->points);
  g_free (self);
}

/**
 * koma_ridges_look:
 * @self: the ridges of a picture
 * @x: pixels from the left
 * @y: pixels from the top
 * @normal_x: of the line that may be there, unit length
 * @normal_y: likewise
 * @reach: pixels to both sides in which it is searched
 * @ret_offset: (out) (optional): where it was found, pixels along the normal
 *
 * Thread: any.
 *
 * Returns: how strong the strongest ridge of that direction is; 0: there is none
 */
float
koma_ridges_look (const KomaRidges *self,
                  double            x,
                  double            y,
                  double            normal_x,
                  double            normal_y,
                  double            reach,
                  double           *ret_offset)
{
  int   angle = -1; /* is computed where there is a ridge at all */
  float best = 0;

  /* The map of what is no grid may lead anywhere. */
  if (!isfinite (x) || !isfinite (y) || !isfinite (normal_x) || !isfinite (normal_y))
    return 0;
  reach = MIN (reach, hypot (self->width, self->height));
  for (double offset = -reach; offset <= reach; offset += 0.75) {
    const double at_x = x + offset * normal_x + 0.5, at_y = y + offset * normal_y + 0.5;
    gsize        index = 0;
    float        strength = 0;
    int          turn = 0;

    if (!(at_x >= 0 && at_y >= 0 && at_x < self->width && at_y < self->height))
      continue;
    index = (gsize) at_y * self->width + (gsize) at_x;
    strength = self->strength[index];
    if (strength <= best)
      continue;
    if (angle < 0)
      angle = (int) lround (atan2 (normal_y, normal_x) * 180 / G_PI) + 360;
    turn = abs (angle - self->angle[index]) % KOMA_RIDGE_ANGLES;
    if (MIN (turn, KOMA_RIDGE_ANGLES - turn) > ANGLE_TOLERANCE)
      continue;
    best = strength;
    if (ret_offset != NULL)
      *ret_offset = (floor (at_x) - x) * normal_x + (floor (at_y) - y) * normal_y;
  }
  return best;
}
