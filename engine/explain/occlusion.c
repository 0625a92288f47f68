/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Occlusion: the score of a class falls where what speaks for it is covered (Zeiler and Fergus,
 * “Visualizing and Understanding Convolutional Networks”, 2014, section 4.2).
 *
 * A level covers the input with square patches of 1/n of its sides, and each patch is half a patch
 * from the next: 2n − 1 rows and columns of them. What a patch says is said of its middle, and the
 * map is linear between the middles: a coarse level leaves no edges in it.
 *
 * What was chosen by measurement (tests/worker/explain/test-explain-halves.c prints the figures):
 * without the mean taken off, the least share on the right half was 0.81 in place of 0.91, both
 * with a map that has edges between patches. */
#include "occlusion.h"

#include <string.h>

#include "log-odds.h"

/* Patches along a side of the input, side by side: n of each level. */
static const guint n_along[KOMA_OCCLUSION_LEVELS] = { 2, 4, 8 };

/**
 * koma_occlusion_get_side:
 * @level: below %KOMA_OCCLUSION_LEVELS
 *
 * Thread: any.
 *
 * Returns: the rows of its patches, and the columns
 */
guint
koma_occlusion_get_side (guint level)
{
  return 2 * n_along[level] - 1;
}

/**
 * koma_occlusion_get_patch:
 * @size: of the input
 * @level: below %KOMA_OCCLUSION_LEVELS
 * @index: of the patch, row by row
 *
 * Thread: any.
 *
 * Returns: the patch, of a pixel at least
 */
KomaPatch
koma_occlusion_get_patch (const KomaOcclusionInput *size,
                          guint                     level,
                          guint                     index)
{
  const guint side = koma_occlusion_get_side (level);
  const guint n_cells = 2 * n_along[level];
  const guint row = index / side, column = index % side;
  const guint x = column * size->width / n_cells, y = row * size->height / n_cells;

  return (KomaPatch){ x, y, MAX ((column + 2) * size->width / n_cells - x, 1),
                      MAX ((row + 2) * size->height / n_cells - y, 1) };
}

/* The mean of a row of pixels within @radius of each, in one pass. @step: values from one pixel to
 * the next. */
static void
blur_line (const float *line,
           guint        n,
           guint        radius,
           gsize        step,
           float       *ret_line)
{
  double sum = 0;
  guint  first = 0, end = 0; /* what @sum has */

  for (guint i = 0; i < n; i++) {
    for (; end < MIN (i + radius + 1, n); end++)
      sum += line[end * step];
    for (; first + radius < i; first++)
      sum -= line[first * step];
    ret_line[i * step] = (float) (sum / (end - first));
  }
}

/**
 * koma_occlusion_new_fill:
 * @size: of the input
 * @input: `[height, width, channels]`
 *
 * What patches are filled with: the picture itself, blurred. Its colours and its light stay, and no
 * new edges appear; all things in it are gone.
 *
 * Thread: any.
 *
 * Returns: (transfer full): `[height, width, channels]`
 */
float *
koma_occlusion_new_fill (const KomaOcclusionInput *size,
                         const float              *input)
{
  const gsize       row = (gsize) size->width * size->channels;
  float            *fill = g_new (float, row * size->height);
  g_autofree float *once = g_new (float, row * size->height);

  for (guint y = 0; y < size->height; y++)
    for (guint c = 0; c < size->channels; c++)
      blur_line (input + y * row + c, size->width, MAX (size->width / 4, 1), size->channels,
                 once + y * row + c);
  for (gsize x = 0; x < row; x++)
    blur_line (once + x, size->height, MAX (size->height / 4, 1), row, fill + x);
  return fill;
}

/**
 * koma_occlusion_cover:
 * @size: of the input
 * @fill: (array): of koma_occlusion_new_fill(), or the input itself to uncover it again
 * @patch: within the input
 * @input: (inout): `[height, width, channels]`
 *
 * Thread: any.
 */
void
koma_occlusion_cover (const KomaOcclusionInput *size,
                      const float              *fill,
                      const KomaPatch          *patch,
                      float                    *input)
{
  for (guint y = patch->y; y < patch->y + patch->height; y++) {
    const gsize at = ((gsize) y * size->width + patch->x) * size->channels;

    memcpy (input + at, fill + at, (gsize) patch->width * size->channels * sizeof (float));
  }
}

/* How much the log-odds of the class fall with each patch of a level, [side, side]. */
static void
measure_falls (const KomaOcclusion *self,
               guint                level,
               guint                class_index,
               float                floor,
               double              *ret_falls)
{
  const guint  side = koma_occlusion_get_side (level);
  const double base = koma_log_odds (self->base[class_index],
                                     koma_log_odds_sum (self->base, self->n_classes), floor);

  for (guint i = 0; i < side * side; i++) {
    const float *scores = self->levels[level] + (gsize) i * self->n_classes;

    ret_falls[i] = base - koma_log_odds (scores[class_index],
                                         koma_log_odds_sum (scores, self->n_classes), floor);
  }
}

/* The patches on both sides of @cell of the map, along one side, and how near its middle is to that
 * of the second. */
static double
find_patches (guint  cell,
              guint  side,
              guint *ret_first,
              guint *ret_second)
{
  const double middle = (cell + 0.5) / KOMA_OCCLUSION_MAP_SIDE;
  const double place = CLAMP (middle * (side + 1) - 1, 0, side - 1.0);

  *ret_first = (guint) place;
  *ret_second = MIN (*ret_first + 1, side - 1);
  return place - *ret_first;
}

static void
add_level (const KomaOcclusion *self,
           guint                level,
           guint                class_index,
           float                floor,
           float               *map)
{
  const guint        side = koma_occlusion_get_side (level);
  g_autofree double *falls = g_new (double, side *side);

  measure_falls (self, level, class_index, floor, falls);
  for (guint y = 0; y < KOMA_OCCLUSION_MAP_SIDE; y++) {
    guint         top = 0, bottom = 0;
    const double  down = find_patches (y, side, &top, &bottom);
    const double *above = falls + top * side, *below = falls + bottom * side;

    for (guint x = 0; x < KOMA_OCCLUSION_MAP_SIDE; x++) {
      guint        left = 0, right = 0;
      const double across = find_patches (x, side, &left, &right);

      map[y * KOMA_OCCLUSION_MAP_SIDE + x] +=
        (float) ((1 - down) * ((1 - across) * above[left] + across * above[right]) +
                 down * ((1 - across) * below[left] + across * below[right]));
    }
  }
}

static float
find_floor (const KomaOcclusion *self)
{
  float floor = koma_log_odds_find_floor (self->base, self->n_classes);

  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++) {
    const gsize n_patches = koma_occlusion_get_side (i) * koma_occlusion_get_side (i);

    if (self->levels[i] != NULL)
      floor = MIN (floor, koma_log_odds_find_floor (self->levels[i], n_patches * self->n_classes));
  }
  return floor;
}

/**
 * koma_occlusion_make_map:
 * @self: what the sweep has found
 * @class_index: the class to explain
 * @ret_map: (out caller-allocates): `[KOMA_OCCLUSION_MAP_SIDE, KOMA_OCCLUSION_MAP_SIDE]`, over the
 *   whole input: by how much the log-odds of the class fall where a place is covered, between the
 *   middles of patches, the mean of all levels there are, less the mean of all places; below 0
 *   where it speaks against the class
 *
 * Thread: any.
 */
void
koma_occlusion_make_map (const KomaOcclusion *self,
                         guint                class_index,
                         float               *ret_map)
{
  const gsize n_cells = KOMA_OCCLUSION_MAP_SIDE * KOMA_OCCLUSION_MAP_SIDE;
  const float floor = find_floor (self);
  guint       n_levels = 0;

  memset (ret_map, 0, n_cells * sizeof (float));
  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++)
    if (self->levels[i] != NULL) {
      add_level (self, i, class_index, floor, ret_map);
      n_levels++;
    }
  for (gsize i = 0; i < n_cells && n_levels > 0; i++)
    ret_map[i] /= (float) n_levels;
  koma_log_odds_centre (ret_map, n_cells);
}
