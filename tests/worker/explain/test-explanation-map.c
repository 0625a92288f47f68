/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is drawn and said of a map: numbers alone, without a worker. */
#include <math.h>

#include "worker/explain/koma-heat-map.h"
#include "tests/test-main.h"

#define EPSILON 1e-6

/* ---- Between places ---- */

static KomaExplanationMap
make_random (guint rows,
             guint columns)
{
  KomaExplanationMap map = { rows, columns, g_new (float, rows *columns) };

  for (guint i = 0; i < rows * columns; i++)
    map.values[i] = (float) g_test_rand_double_range (-1, 1);
  return map;
}

/* What all places say is said everywhere, and what grows evenly grows evenly between them. */
static void
test_even (void)
{
  float                    same[12], growing[64];
  const KomaExplanationMap flat = { 3, 4, same }, ramp = { 8, 8, growing };

  for (guint i = 0; i < 12; i++)
    same[i] = 0.25f;
  for (guint i = 0; i < 64; i++)
    growing[i] = (float) (i % 8) - 2.0f * (float) (i / 8);
  for (double at = 0; at <= 1; at += 1.0 / 64) {
    const double inside = 0.25 + at / 2;

    g_assert_cmpfloat_with_epsilon (koma_explanation_map_sample (&flat, at, 1 - at), 0.25, EPSILON);
    g_assert_cmpfloat_with_epsilon (koma_explanation_map_sample (&ramp, inside, 0.5),
                                    8 * inside - 0.5 - 7, 1e-5);
  }
}

static double
measure_slope (const KomaExplanationMap *map,
               double                    x,
               double                    y,
               double                    step)
{
  const double here = koma_explanation_map_sample (map, x, y);

  return (koma_explanation_map_sample (map, x + step, y) - here) / step;
}

/* Neither steps nor creases, at the middles and at the edges of places; and no more is said than
 * by any place. */
static void
test_smooth (void)
{
  g_auto (KomaExplanationMap) map = make_random (5, 7);
  const double step = 1e-6;

  for (guint i = 1; i < 14; i++)
    for (guint k = 0; k <= 10; k++) {
      const double x = i / 14.0, y = k / 10.0;
      const double value = koma_explanation_map_sample (&map, x, y);

      g_assert_cmpfloat (fabs (value), <=, 1);
      g_assert_cmpfloat_with_epsilon (koma_explanation_map_sample (&map, x - step, y), value, 1e-4);
      g_assert_cmpfloat_with_epsilon (measure_slope (&map, x, y, step),
                                      measure_slope (&map, x, y, -step), 1e-2);
    }
}

/* ---- What parts have ---- */

static void
assert_part (KomaPreprocessRegion part,
             double               x,
             double               y,
             double               width,
             double               height)
{
  g_assert_cmpfloat_with_epsilon (part.x, x, EPSILON);
  g_assert_cmpfloat_with_epsilon (part.y, y, EPSILON);
  g_assert_cmpfloat_with_epsilon (part.width, width, EPSILON);
  g_assert_cmpfloat_with_epsilon (part.height, height, EPSILON);
}

static void
test_sum (void)
{
  float                      values[] = { 1, -2, 4, -8, 16, 32 };
  const KomaExplanationMap   map = { 2, 3, values };
  const KomaPreprocessRegion all = { 0, 0, 1, 1 }, middle = { 1.0 / 6, 0.25, 2.0 / 3, 0.5 };
  KomaEvidence               sum = koma_explanation_map_sum (&map, &all);

  g_assert_cmpfloat_with_epsilon (sum.for_it, 53, EPSILON);
  g_assert_cmpfloat_with_epsilon (sum.against, 10, EPSILON);
  /* Half of the height of all, and half of the width of those on both sides. */
  sum = koma_explanation_map_sum (&map, &middle);
  g_assert_cmpfloat_with_epsilon (sum.for_it, 0.25 * (1 + 4 + 32) + 0.5 * 16, EPSILON);
  g_assert_cmpfloat_with_epsilon (sum.against, 0.5 * 2 + 0.25 * 8, EPSILON);
}

static void
test_share (void)
{
  float                      values[16] = { 0 };
  const KomaExplanationMap   map = { 4, 4, values };
  const KomaPreprocessRegion all = { 0, 0, 1, 1 }, left = { 0, 0, 0.5, 1 };
  double                     shares[9];

  koma_explanation_map_share (&map, &all, shares);
  for (guint i = 0; i < 9; i++)
    g_assert_cmpfloat (shares[i], ==, 0);
  values[5] = 3; /* second row, second column: two thirds lie in the middle third, each way … */
  values[0] = -100;
  values[15] = 1; /* … and this one all within the last */
  koma_explanation_map_share (&map, &all, shares);
  g_assert_cmpfloat_with_epsilon (shares[0], 3 / 9.0 / 4, EPSILON);
  g_assert_cmpfloat_with_epsilon (shares[1], 3 * 2 / 9.0 / 4, EPSILON);
  g_assert_cmpfloat_with_epsilon (shares[4], 3 * 4 / 9.0 / 4, EPSILON);
  g_assert_cmpfloat_with_epsilon (shares[8], 0.25, EPSILON);
  /* Ninths of the part that is asked for. */
  koma_explanation_map_share (&map, &left, shares);
  g_assert_cmpfloat_with_epsilon (shares[1], 1 / 9.0, EPSILON);
  g_assert_cmpfloat_with_epsilon (shares[5], 4 / 9.0, EPSILON);
  g_assert_cmpfloat_with_epsilon (shares[8], 0, EPSILON);
}

static void
test_cell (void)
{
  const KomaExplanationMap few = { 3, 7, NULL }, many = { 16, 16, NULL };

  assert_part (koma_explanation_map_find_cell (&few, 0, 0), 0, 0, 1.0 / 7, 1.0 / 3);
  assert_part (koma_explanation_map_find_cell (&few, 0.3, 0.5), 2.0 / 7, 1.0 / 3, 1.0 / 7, 1.0 / 3);
  assert_part (koma_explanation_map_find_cell (&few, 1, 1), 6.0 / 7, 2.0 / 3, 1.0 / 7, 1.0 / 3);
  assert_part (koma_explanation_map_find_cell (&many, 0.3, 0.99), 0.25, 0.875, 0.125, 0.125);
}

/* ---- On the picture ---- */

static void
test_shown (void)
{
  const KomaExplanation middle = { .region = { 0.25, 0, 0.5, 1 } };
  const KomaExplanation bars = { .region = { 0, -0.5, 1, 2 } };
  double                x = -1, y = -1;

  assert_part (koma_explanation_get_shown (&middle), 0, 0, 1, 1);
  assert_part (koma_explanation_get_shown (&bars), 0, 0.25, 1, 0.5);
  g_assert_true (koma_explanation_find_point (&middle, 0.5, 0.25, &x, &y));
  g_assert_cmpfloat_with_epsilon (x, 0.5, EPSILON);
  g_assert_cmpfloat_with_epsilon (y, 0.25, EPSILON);
  g_assert_true (koma_explanation_find_point (&bars, 0.5, 0, &x, &y));
  g_assert_cmpfloat_with_epsilon (y, 0.25, EPSILON);
  g_assert_false (koma_explanation_find_point (&middle, 0.2, 0.5, &x, &y));
  g_assert_false (koma_explanation_find_point (&middle, 0.8, 0.5, &x, &y));
  g_assert_cmpfloat_with_epsilon (y, 0.25, EPSILON);
}

/* Where places differ by no more than rounding, none says anything; where they do, all is kept. */
static void
test_noise (void)
{
  KomaActiveModel model = { .n_classes = 2 };
  const float     scores[] = { 0.5f, 0.5f };
  float           places[] = { 5e-4f, 0, -5e-4f, 0, 0, 0 };
  g_autoptr (GBytes) score_bytes = g_bytes_new_static (scores, sizeof scores);
  g_autoptr (GBytes) place_bytes = g_bytes_new_static (places, sizeof places);
  const KomaExplanation explanation = { .active_model = &model,
                                        .scores = score_bytes,
                                        .places = place_bytes,
                                        .rows = 3,
                                        .columns = 1 };
  g_auto (KomaExplanationMap) noise = { 0 };
  g_auto (KomaExplanationMap) map = { 0 };

  koma_explanation_make_map (&explanation, 0, &noise);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (noise.values[i], ==, 0);
  places[2] = -0.5f;
  koma_explanation_make_map (&explanation, 0, &map);
  g_assert_cmpfloat_with_epsilon (map.values[0] - map.values[2], 5e-4, EPSILON);
  g_assert_cmpfloat_with_epsilon (map.values[0] - map.values[1], 0.5005, EPSILON);
}

/* ---- Pixels ---- */

#define SIDE 60

/* Row and column in thirds of it. */
static const guint8 *
find_pixel (const guint8 *pixels,
            guint         row,
            guint         column)
{
  return pixels + 4 * (SIDE * (20 * row + 10) + 20 * column + 10);
}

/* What speaks for the class stays as it is; what says nothing, or against it, is as dark. */
static void
test_spotlight (void)
{
  float                    values[] = { 0, 0, 0, 0, 9, 0, 0, 0, -9 };
  const KomaExplanationMap map = { 3, 3, values };
  g_autofree guint8       *pixels =
    koma_heat_map_new_pixels (&map, KOMA_HEAT_MAP_SPOTLIGHT, SIDE);

  g_assert_cmpuint (find_pixel (pixels, 1, 1)[3], ==, 0);
  g_assert_cmpuint (find_pixel (pixels, 2, 2)[3], ==, 255);
  g_assert_cmpuint (pixels[3], >, 200);
  for (guint i = 0; i < SIDE * SIDE; i++)
    g_assert_cmpuint (pixels[4 * i] + pixels[4 * i + 1] + pixels[4 * i + 2], ==, 0);
}

static void
test_colours (void)
{
  float                    values[] = { 0, 0, 0, 0, 9, 0, 0, 0, -9 };
  const KomaExplanationMap map = { 3, 3, values };
  g_autofree guint8       *pixels = koma_heat_map_new_pixels (&map, KOMA_HEAT_MAP_COLOURS, SIDE);
  const guint8            *for_it = find_pixel (pixels, 1, 1), *against = find_pixel (pixels, 2, 2);

  g_assert_cmpuint (for_it[0], >, for_it[2]);
  g_assert_cmpuint (for_it[3], >, 120);
  g_assert_cmpuint (against[2], >, against[0]);
  g_assert_cmpuint (against[3], >, 200);
  g_assert_cmpuint (pixels[3], <, 30);
}

/* Of nothing, nothing is drawn: neither a dark picture nor noise. */
static void
test_nothing (void)
{
  float                    values[4] = { 0 };
  const KomaExplanationMap map = { 2, 2, values };

  for (KomaHeatMapLook look = KOMA_HEAT_MAP_SPOTLIGHT; look <= KOMA_HEAT_MAP_COLOURS; look++) {
    g_autofree guint8 *pixels = koma_heat_map_new_pixels (&map, look, SIDE);

    for (guint i = 0; i < SIDE * SIDE; i++)
      g_assert_cmpuint (pixels[4 * i + 3], ==, 0);
  }
}

/* A red picture, the right half of which the model saw: above for the class, below against it. */
static void
test_lay_over (void)
{
  KomaActiveModel model = { .n_classes = 2 };
  const float     scores[] = { 0.5f, 0.5f }, places[] = { 1, 0, 0, 0, -1, 0 };
  g_autoptr (GBytes) score_bytes = g_bytes_new_static (scores, sizeof scores);
  g_autoptr (GBytes) place_bytes = g_bytes_new_static (places, sizeof places);
  const KomaExplanation explanation = { .active_model = &model,
                                        .scores = score_bytes,
                                        .places = place_bytes,
                                        .rows = 3,
                                        .columns = 1,
                                        .region = { 0.5, 0, 0.5, 1 } };
  guint8               *rgb = g_malloc0 (3 * SIDE * SIDE);
  const guint8         *pixel = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_new_take (rgb, SIDE, SIDE, 3 * SIDE);
  g_autoptr (KomaPicture) painted = NULL;

  for (guint i = 0; i < SIDE * SIDE; i++)
    rgb[3 * i] = 200;
  painted = koma_heat_map_lay_over (&explanation, 0, picture, 1);
  pixel = painted->rgb + 3 * (SIDE / 2 - 1); /* not seen */
  g_assert_cmpmem (pixel, 3, rgb, 3);
  pixel = painted->rgb + 3 * (SIDE - 1);
  g_assert_cmpuint (pixel[0], ==, 255);
  g_assert_cmpuint (pixel[1], ==, 127);
  g_assert_cmpuint (pixel[2], ==, 0);
  pixel = painted->rgb + painted->stride * (SIDE - 1) + 3 * (SIDE - 1);
  g_assert_cmpuint (pixel[0], ==, 0);
  g_assert_cmpuint (pixel[2], ==, 230);
  /* Nothing between them: grey, as light as it was. */
  pixel = painted->rgb + painted->stride * (SIDE / 2) + 3 * (SIDE - 1);
  g_assert_cmpint (ABS (pixel[0] - 43), <, 8);
  g_assert_cmpint (ABS (pixel[0] - pixel[2]), <, 12);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explanation-map/even", test_even);
  g_test_add_func ("/explanation-map/smooth", test_smooth);
  g_test_add_func ("/explanation-map/sum", test_sum);
  g_test_add_func ("/explanation-map/share", test_share);
  g_test_add_func ("/explanation-map/cell", test_cell);
  g_test_add_func ("/explanation-map/shown", test_shown);
  g_test_add_func ("/explanation-map/noise", test_noise);
  g_test_add_func ("/heat-map/spotlight", test_spotlight);
  g_test_add_func ("/heat-map/colours", test_colours);
  g_test_add_func ("/heat-map/nothing", test_nothing);
  g_test_add_func ("/heat-map/lay-over", test_lay_over);
  return g_test_run ();
}
