/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid-evidence.h"

#include <math.h>

#define N_SAMPLES 7    /* of a side of a square */
#define REACH     0.05 /* squares */
#define REACH_MAX 3.0  /* pixels */
/* Of the weakest lines: what tells a board in glare from a grid that is drawn in part. */
#define WEAKEST_MAX 0.2f

/* The mean strength of lines between two points of the grid. */
static float
look_along (const KomaRidges     *ridges,
            const KomaHomography *map,
            KomaPoint             from,
            KomaPoint             to)
{
  const KomaPoint p = koma_homography_apply (map, from.x, from.y);
  const KomaPoint q = koma_homography_apply (map, to.x, to.y);
  const double    length = hypot (q.x - p.x, q.y - p.y) + 1e-9;
  const double    reach = CLAMP (REACH * length, 1.5, REACH_MAX);
  float           sum = 0;

  for (guint i = 0; i < N_SAMPLES; i++) {
    const double t = (i + 0.5) / N_SAMPLES;

    sum += koma_ridges_look (ridges, p.x + t * (q.x - p.x), p.y + t * (q.y - p.y),
                             -(q.y - p.y) / length, (q.x - p.x) / length, reach, NULL);
  }
  return sum / N_SAMPLES;
}

/* A side of a square, or a part of one, on the line at @place. */
static float
look_at_side (const KomaRidges     *ridges,
              const KomaHomography *map,
              gboolean              is_down,
              double                place,
              double                from,
              double                to)
{
  const KomaPoint a = is_down ? (KomaPoint){ place, from } : (KomaPoint){ from, place };
  const KomaPoint b = is_down ? (KomaPoint){ place, to } : (KomaPoint){ to, place };

  return look_along (ridges, map, a, b);
}

static int
compare_floats (gconstpointer a,
                gconstpointer b)
{
  const float p = *(const float *) a, q = *(const float *) b;

  return p < q ? -1 : p > q ? 1
                            : 0;
}

/* Whether there is a tenth row or column beyond a side: another line, and those across it go on. Of
 * the edge of a board only one is true. */
static float
look_beyond (const KomaRidges     *ridges,
             const KomaHomography *map,
             gboolean              is_down,
             gboolean              is_end)
{
  const double next = is_end ? KOMA_BOARD_SIDE + 1 : -1;
  float        line = 0, across = 0;

  for (guint i = 0; i < KOMA_BOARD_SIDE; i++)
    line += look_at_side (ridges, map, is_down, next, i, i + 1.0) / KOMA_BOARD_SIDE;
  for (guint i = 0; i < KOMA_BOARD_LINES; i++)
    across += look_at_side (ridges, map, !is_down, i, is_end ? KOMA_BOARD_SIDE + 0.15 : -0.8,
                            is_end ? KOMA_BOARD_SIDE + 0.8 : -0.15) /
              KOMA_BOARD_LINES;
  return MIN (line, across);
}

KomaGridEvidence
koma_grid_evidence (const KomaRidges     *ridges,
                    const KomaHomography *map)
{
  const double     end = KOMA_BOARD_SIDE;
  float            lines[2 * KOMA_BOARD_LINES] = { 0 };
  KomaGridEvidence evidence = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    const gboolean is_down = i % 2;
    const double   place = i / 2;

    for (guint j = 0; j < KOMA_BOARD_SIDE; j++) {
      lines[i] += look_at_side (ridges, map, is_down, place, j, j + 1.0) / KOMA_BOARD_SIDE;
      if (i / 2 < KOMA_BOARD_SIDE)
        evidence.off += look_at_side (ridges, map, is_down, place + 0.5, j, j + 1.0);
    }
    evidence.on += lines[i] / G_N_ELEMENTS (lines);
    evidence.beyond += look_at_side (ridges, map, is_down, place, -0.8, -0.15) +
                       look_at_side (ridges, map, is_down, place, end + 0.15, end + 0.8);
  }
  evidence.off /= 2 * KOMA_BOARD_SIDE * KOMA_BOARD_SIDE;
  evidence.beyond /= 2 * G_N_ELEMENTS (lines);
  qsort (lines, G_N_ELEMENTS (lines), sizeof *lines, compare_floats);
  evidence.weakest = (lines[0] + lines[1] + lines[2]) / 3;
  for (guint i = 0; i < 4; i++)
    evidence.more = MAX (evidence.more, look_beyond (ridges, map, i % 2, i / 2));
  evidence.score = evidence.on - evidence.off - evidence.beyond - evidence.more +
                   MIN (evidence.weakest, WEAKEST_MAX);
  return evidence;
}
