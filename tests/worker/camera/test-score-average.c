/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Averages over time, rates, and the part of a frame that a model sees. */
#include <math.h>

#include "worker/camera/koma-camera-region.h"
#include "worker/koma-rate-meter.h"
#include "worker/camera/koma-score-average.h"
#include "tests/test-main.h"

#define SECOND G_USEC_PER_SEC

static void
assert_top (KomaScoreAverage *average,
            guint             index,
            const char       *label,
            double            score)
{
  const KomaResultClass *class = koma_score_average_get_class (average, index);

  g_assert_cmpstr (class->label, ==, label);
  g_assert_cmpfloat_with_epsilon (class->score, score, 1e-5);
}

static void
test_follows (void)
{
  const KomaResultClass cat[] = { { "cat", "Cat", 0, 0.9f }, { "dog", "Dog", 1, 0.1f } };
  const KomaResultClass dog[] = { { "dog", "Dog", 1, 0.8f }, { "cat", "Cat", 0, 0.2f } };
  g_autoptr (KomaScoreAverage) average = koma_score_average_new (2);
  const double kept = exp (-0.5);

  g_assert_cmpuint (koma_score_average_get_n_classes (average), ==, 0);
  koma_score_average_add (average, cat, 2, 100 * SECOND);
  assert_top (average, 0, "cat", 0.9);
  g_assert_cmpstr (koma_score_average_get_class (average, 0)->name, ==, "Cat");

  koma_score_average_add (average, dog, 2, 101 * SECOND);
  assert_top (average, 0, "cat", 0.9 * kept + 0.2 * (1 - kept));
  assert_top (average, 1, "dog", 0.1 * kept + 0.8 * (1 - kept));

  koma_score_average_add (average, dog, 2, 200 * SECOND);
  assert_top (average, 0, "dog", 0.8);
}

/* By time: many answers in a second weigh as much as one. */
static void
test_any_rate (void)
{
  const KomaResultClass cat[] = { { "cat", "Cat", 0, 1 } };
  const KomaResultClass dog[] = { { "dog", "Dog", 1, 1 } };
  g_autoptr (KomaScoreAverage) often = koma_score_average_new (1);
  g_autoptr (KomaScoreAverage) seldom = koma_score_average_new (1);

  koma_score_average_add (often, cat, 1, 0);
  koma_score_average_add (seldom, cat, 1, 0);
  for (gint64 i = 1; i <= 30; i++)
    koma_score_average_add (often, dog, 1, i * SECOND / 30);
  koma_score_average_add (seldom, dog, 1, SECOND);
  assert_top (often, 0, "dog", 1 - exp (-1));
  assert_top (seldom, 0, "dog", 1 - exp (-1));
  assert_top (often, 1, "cat", exp (-1));
}

static void
test_forgets (void)
{
  const KomaResultClass cat[] = { { "cat", "Cat", 0, 1 } };
  const KomaResultClass dog[] = { { "dog", "Dog", 1, 1 } };
  const KomaResultClass fox[] = { { "fox", "Fox", 0, 1 } };
  g_autoptr (KomaScoreAverage) average = koma_score_average_new (1);

  koma_score_average_add (average, cat, 1, 0);
  koma_score_average_add (average, dog, 1, 20 * SECOND);
  g_assert_cmpuint (koma_score_average_get_n_classes (average), ==, 1);
  assert_top (average, 0, "dog", 1);

  koma_score_average_add (average, cat, 1, 40 * SECOND);
  g_assert_cmpuint (koma_score_average_get_n_classes (average), ==, 1);
  assert_top (average, 0, "cat", 1);

  /* The class of another model, of the same index, is another. */
  koma_score_average_add (average, fox, 1, 41 * SECOND);
  g_assert_cmpuint (koma_score_average_get_n_classes (average), ==, 2);
}

static void
test_no_average (void)
{
  const KomaResultClass cat[] = { { "cat", "Cat", 0, 0.7f }, { "dog", "Dog", 1, 0.3f } };
  const KomaResultClass dog[] = { { "dog", "Dog", 1, 0.6f }, { "cat", "Cat", 0, 0.4f } };
  g_autoptr (KomaScoreAverage) average = koma_score_average_new (0);

  koma_score_average_add (average, cat, 2, 0);
  koma_score_average_add (average, dog, 2, 1);
  assert_top (average, 0, "dog", 0.6);
  assert_top (average, 1, "cat", 0.4);
}

static void
test_rate (void)
{
  KomaRateMeter meter = { 0 };
  guint64       count = 0;

  g_assert_cmpfloat (koma_rate_meter_get (&meter, 0), ==, 0);
  koma_rate_meter_add (&meter, 10 * SECOND, ++count);
  g_assert_cmpfloat (koma_rate_meter_get (&meter, 0), ==, 0);
  /* Twice at the same time: nothing to divide by. */
  koma_rate_meter_add (&meter, 10 * SECOND, ++count);
  g_assert_cmpfloat (koma_rate_meter_get (&meter, 0), ==, 0);

  for (gint64 i = 1; i <= 200; i++)
    koma_rate_meter_add (&meter, 10 * SECOND + i * SECOND / 25, ++count);
  g_assert_cmpfloat_with_epsilon (koma_rate_meter_get (&meter, 0), 25, 1e-6);
  g_assert_cmpfloat_with_epsilon (koma_rate_meter_get (&meter, 17 * SECOND), 25, 1e-6);
  g_assert_cmpfloat (koma_rate_meter_get (&meter, 19 * SECOND), ==, 0);

  /* Faster: what was before the window no longer counts. */
  for (gint64 i = 1; i <= 10; i++)
    koma_rate_meter_add (&meter, 20 * SECOND + i * SECOND, count += 50);
  g_assert_cmpfloat_with_epsilon (koma_rate_meter_get (&meter, 21 * SECOND), 50, 1e-6);
}

static void
assert_rect (KomaCameraRegion region,
             double           ratio,
             KomaCameraRect   wanted)
{
  KomaCameraRect rect = { 0 };

  koma_camera_region_get_rect (&region, 640, 480, ratio, &rect);
  g_assert_cmpuint (rect.x, ==, wanted.x);
  g_assert_cmpuint (rect.y, ==, wanted.y);
  g_assert_cmpuint (rect.width, ==, wanted.width);
  g_assert_cmpuint (rect.height, ==, wanted.height);
}

#define RECT(x, y, w, h)   ((KomaCameraRect){ x, y, w, h })
#define SQUARE(x, y, side) ((KomaCameraRegion){ KOMA_CAMERA_REGION_SQUARE, x, y, side })
#define REGION(kind)       ((KomaCameraRegion){ KOMA_CAMERA_REGION_##kind, 0, 0, 0 })

static void
test_region (void)
{
  assert_rect (REGION (CENTRE), 1, RECT (80, 0, 480, 480));
  assert_rect (REGION (CENTRE), 2, RECT (0, 80, 640, 320));
  assert_rect (REGION (WHOLE), 1, RECT (0, 0, 640, 480));
  assert_rect (SQUARE (0.5, 0.25, 0.5), 1, RECT (320, 120, 240, 240));
  assert_rect (SQUARE (1, 1, 0.5), 1, RECT (400, 240, 240, 240));
  assert_rect (SQUARE (-1, -1, 7), 1, RECT (0, 0, 480, 480));
  assert_rect (SQUARE (0.5, 0.5, 0), 1, RECT (320, 240, 1, 1));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/score-average/follows", test_follows);
  g_test_add_func ("/score-average/any-rate", test_any_rate);
  g_test_add_func ("/score-average/forgets", test_forgets);
  g_test_add_func ("/score-average/no-average", test_no_average);
  g_test_add_func ("/score-average/rate", test_rate);
  g_test_add_func ("/score-average/region", test_region);
  return g_test_run ();
}
