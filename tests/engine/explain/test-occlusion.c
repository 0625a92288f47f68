/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/explain/occlusion.h"

#include <math.h>

#include "engine/explain/log-odds.h"
#include "tests/test-main.h"

#define N_CLASSES 3

/* Each pixel lies in a patch, and no patch reaches beyond the input, also of a few odd pixels. */
static void
test_patches (void)
{
  static const KomaOcclusionInput sizes[] = { { 224, 224, 3 }, { 31, 17, 1 }, { 3, 2, 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint level = 0; level < KOMA_OCCLUSION_LEVELS; level++) {
      const guint          n = koma_occlusion_get_side (level);
      g_autofree gboolean *is_covered = g_new0 (gboolean, sizes[i].width * sizes[i].height);

      for (guint k = 0; k < n * n; k++) {
        const KomaPatch patch = koma_occlusion_get_patch (&sizes[i], level, k);

        g_assert_cmpuint (patch.width, >, 0);
        g_assert_cmpuint (patch.height, >, 0);
        g_assert_cmpuint (patch.x + patch.width, <=, sizes[i].width);
        g_assert_cmpuint (patch.y + patch.height, <=, sizes[i].height);
        for (guint y = patch.y; y < patch.y + patch.height; y++)
          for (guint x = patch.x; x < patch.x + patch.width; x++)
            is_covered[y * sizes[i].width + x] = TRUE;
      }
      for (guint k = 0; k < sizes[i].width * sizes[i].height; k++)
        g_assert_true (is_covered[k]);
    }
}

/* The mean of all pixels within a quarter of the sides, clipped at the edges. */
static double
blur_naively (const KomaOcclusionInput *size,
              const float              *input,
              guint                     at_x,
              guint                     at_y,
              guint                     c)
{
  const int radius_x = MAX (size->width / 4, 1), radius_y = MAX (size->height / 4, 1);
  double    sum = 0;
  guint     n = 0;

  for (int y = 0; y < (int) size->height; y++)
    for (int x = 0; x < (int) size->width; x++)
      if (abs (x - (int) at_x) <= radius_x && abs (y - (int) at_y) <= radius_y) {
        sum += input[((gsize) y * size->width + x) * size->channels + c];
        n++;
      }
  return sum / n;
}

static void
test_fill (void)
{
  const KomaOcclusionInput size = { 13, 9, 3 };
  float                    input[13 * 9 * 3];
  g_autofree float        *fill = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (input); i++)
    input[i] = (float) g_test_rand_double_range (-1, 1);
  fill = koma_occlusion_new_fill (&size, input);
  for (guint y = 0; y < size.height; y++)
    for (guint x = 0; x < size.width; x++)
      for (guint c = 0; c < 3; c++)
        g_assert_cmpfloat_with_epsilon (fill[(y * size.width + x) * 3 + c],
                                        blur_naively (&size, input, x, y, c), 1e-5);
}

static void
test_cover (void)
{
  const KomaOcclusionInput size = { 4, 3, 1 };
  const KomaPatch          patch = { 1, 1, 2, 2 };
  const float              fill[12] = { 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9 };
  float                    input[12] = { 0 };

  koma_occlusion_cover (&size, fill, &patch, input);
  for (guint i = 0; i < 12; i++)
    g_assert_cmpfloat (input[i], ==, i == 5 || i == 6 || i == 9 || i == 10 ? 9 : 0);
}

static double
get_log_odds (const float *scores,
              guint        c)
{
  double others = 0;

  for (guint i = 0; i < N_CLASSES; i++)
    others += i != c ? scores[i] : 0;
  return log (scores[c]) - log (others);
}

/* How much of patch @i of @side, whose middle is (i + 1) / (side + 1), is in what is at @at: from 1
 * at its middle to 0 at its neighbours'. Beyond the first and the last middle only that counts. */
static double
weigh (guint  i,
       guint  side,
       double at)
{
  const double step = 1.0 / (side + 1);

  return MAX (0, 1 - fabs (CLAMP (at, step, side * step) - (i + 1) * step) / step);
}

/* The mean, over all levels, of the falls of all patches, each as far as its middle is near that of
 * a cell. */
static void
make_map_naively (const KomaOcclusion *occlusion,
                  guint                n_levels,
                  guint                c,
                  double              *ret_map)
{
  const guint side = KOMA_OCCLUSION_MAP_SIDE;
  double      mean = 0;

  for (guint cell = 0; cell < side * side; cell++) {
    const double x = (cell % side + 0.5) / side, y = (cell / side + 0.5) / side;

    ret_map[cell] = 0;
    for (guint level = 0; level < n_levels; level++) {
      const guint n = koma_occlusion_get_side (level);

      for (guint i = 0; i < n * n; i++)
        ret_map[cell] += weigh (i % n, n, x) * weigh (i / n, n, y) / n_levels *
                         (get_log_odds (occlusion->base, c) -
                          get_log_odds (occlusion->levels[level] + i * N_CLASSES, c));
    }
    mean += ret_map[cell] / (side * side);
  }
  for (guint cell = 0; cell < side * side; cell++)
    ret_map[cell] -= mean;
}

static float *
make_scores (guint n)
{
  float *scores = g_new (float, n *N_CLASSES);

  for (guint i = 0; i < n * N_CLASSES; i++)
    scores[i] = (float) g_test_rand_double_range (0.01, 0.99);
  return scores;
}

static void
test_map (void)
{
  g_autofree float *base = make_scores (1);
  g_autofree float *coarse = make_scores (9);
  g_autofree float *middle = make_scores (49);
  g_autofree float *fine = make_scores (225);
  float             map[KOMA_OCCLUSION_MAP_SIDE * KOMA_OCCLUSION_MAP_SIDE];
  double            expected[G_N_ELEMENTS (map)];

  for (guint n_levels = 1; n_levels <= KOMA_OCCLUSION_LEVELS; n_levels++) {
    KomaOcclusion occlusion = { .base = base,
                                .levels = { coarse, n_levels > 1 ? middle : NULL,
                                            n_levels > 2 ? fine : NULL },
                                .n_classes = N_CLASSES };

    for (guint c = 0; c < N_CLASSES; c++) {
      koma_occlusion_make_map (&occlusion, c, map);
      make_map_naively (&occlusion, n_levels, c, expected);
      for (guint i = 0; i < G_N_ELEMENTS (map); i++)
        g_assert_cmpfloat_with_epsilon (map[i], expected[i], 1e-5);
    }
  }
}

/* A score of 0 is finite; a score of nearly 1 has not lost what the others have. */
static void
test_log_odds (void)
{
  const float scores[] = { 1.0f, 1e-9f, 0.0f };
  const float floor = koma_log_odds_find_floor (scores, 3);

  g_assert_cmpfloat_with_epsilon (floor, 5e-10, 1e-14);
  g_assert_cmpfloat_with_epsilon (koma_log_odds (scores[0], koma_log_odds_sum (scores, 3), floor),
                                  -log (1e-9), 1e-4);
  g_assert_cmpfloat_with_epsilon (koma_log_odds (scores[2], koma_log_odds_sum (scores, 3), floor),
                                  log (5e-10), 1e-4);
  g_assert_cmpfloat_with_epsilon (koma_log_odds (0.75, 0.75, 1e-6f), log (3), 1e-6);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/occlusion/patches", test_patches);
  g_test_add_func ("/occlusion/fill", test_fill);
  g_test_add_func ("/occlusion/cover", test_cover);
  g_test_add_func ("/occlusion/map", test_map);
  g_test_add_func ("/occlusion/log-odds", test_log_odds);
  return g_test_run ();
}
