/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/koma-place-words.h"

#include "tests/assert-take-str.h"
#include "tests/test-main.h"

/* @percents: of the nine places, row by row. */
static void
assert_words (const guint *percents,
              const char  *expected)
{
  double shares[9];

  for (guint i = 0; i < 9; i++)
    shares[i] = percents[i] / 100.0;
  assert_take_str (koma_place_words_for_shares (shares), expected);
}

static void
test_few (void)
{
  assert_words ((guint[]){ 2, 5, 3, 5, 70, 5, 2, 5, 3 }, "Mostly the middle");
  assert_words ((guint[]){ 0, 0, 0, 0, 0, 0, 0, 0, 100 }, "Mostly the lower right");
  assert_words ((guint[]){ 40, 5, 3, 5, 35, 5, 2, 2, 3 }, "Mostly the upper left and the middle");
  assert_words ((guint[]){ 25, 5, 25, 5, 5, 5, 2, 25, 3 },
                "Mostly the upper left, the upper right and the lower middle");
  /* Not one that has little of what the greatest has, though more than its part. */
  assert_words ((guint[]){ 13, 3, 3, 5, 60, 6, 3, 3, 4 }, "Mostly the middle");
}

static void
test_lines (void)
{
  assert_words ((guint[]){ 30, 25, 25, 5, 5, 5, 2, 2, 1 }, "Mostly the upper part");
  assert_words ((guint[]){ 5, 5, 5, 30, 25, 25, 2, 2, 1 },
                "Mostly the middle, from left to right");
  assert_words ((guint[]){ 5, 5, 5, 2, 2, 1, 30, 25, 25 }, "Mostly the lower part");
  assert_words ((guint[]){ 30, 5, 2, 25, 5, 2, 25, 5, 1 }, "Mostly the left side");
  assert_words ((guint[]){ 5, 30, 2, 5, 25, 2, 5, 25, 1 },
                "Mostly the middle, from top to bottom");
  assert_words ((guint[]){ 5, 2, 30, 5, 2, 25, 5, 1, 25 }, "Mostly the right side");
}

static void
test_spread (void)
{
  assert_words ((guint[]){ 11, 11, 11, 11, 12, 11, 11, 11, 11 }, "Spread over the whole picture");
  assert_words ((guint[]){ 16, 17, 16, 17, 17, 17, 0, 0, 0 },
                "Spread over a large part of the picture");
  assert_words ((guint[]){ 9, 9, 9, 9, 28, 9, 9, 9, 9 },
                "Spread over the whole picture, most of all the middle");
  assert_words ((guint[]){ 1, 16, 1, 16, 30, 16, 2, 16, 2 },
                "Spread over a large part of the picture, most of all the middle");
  assert_words ((guint[]){ 0, 0, 0, 0, 0, 0, 0, 0, 0 },
                "No part of the picture counts more than another");
}

/* One digit more where there is little. */
static void
test_cell (void)
{
  float                    values[] = { 12, -1, -3, 0, 8, 180 };
  const KomaExplanationMap map = { 2, 3, values };

  assert_take_str (koma_place_words_for_cell (&map, 0.1, 0.1), "6.0% of what counted");
  assert_take_str (koma_place_words_for_cell (&map, 0.9, 0.9), "90% of what counted");
  assert_take_str (koma_place_words_for_cell (&map, 0.5, 0), "25% of what spoke against it");
  assert_take_str (koma_place_words_for_cell (&map, 0, 1), "0.0% of what counted");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ui/place-words/few", test_few);
  g_test_add_func ("/ui/place-words/lines", test_lines);
  g_test_add_func ("/ui/place-words/spread", test_spread);
  g_test_add_func ("/ui/place-words/cell", test_cell);
  return g_test_run ();
}
