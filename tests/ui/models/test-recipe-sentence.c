/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model expects, in one line. That other languages have all of it, the tests of
 * translations see; what a window shows in one of them, tests/e2e/test-checkup.py. */
#include "ui/models/koma-recipe-sentence.h"

#include "tests/assert-take-str.h"
#include "tests/test-main.h"

static KomaRecipe
make_recipe (const char *range)
{
  KomaRecipe recipe = { .width = 224, .height = 224 };
  g_autoptr (GError) error = NULL;

  koma_recipe_set_range (&recipe, range, &error);
  g_assert_no_error (error);
  return recipe;
}

static void
test_ranges (void)
{
  KomaRecipe bounds = make_recipe ("-1,1");
  KomaRecipe imagenet = make_recipe ("imagenet");
  KomaRecipe caffe = make_recipe ("caffe");

  assert_take_str (koma_recipe_sentence_create (&bounds),
                   "centre square, resized to 224 × 224 (bilinear), RGB, values −1\u00a0…\u00a01; "
                   "output: probabilities");
  bounds.sources[KOMA_PART_RANGE] = KOMA_SOURCE_GUESS;
  koma_recipe_set_inverted (&bounds, TRUE);
  assert_take_str (koma_recipe_sentence_create (&bounds),
                   "centre square, resized to 224 × 224 (bilinear), RGB, values 1\u00a0…\u00a0−1; "
                   "output: probabilities");
  assert_take_str (koma_recipe_sentence_create (&imagenet),
                   "centre square, resized to 224 × 224 (bilinear), RGB, values "
                   "−2.118\u00a0…\u00a02.249, −2.036\u00a0…\u00a02.429 and "
                   "−1.804\u00a0…\u00a02.64 (ImageNet); output: probabilities");
  koma_recipe_set_inverted (&imagenet, TRUE);
  assert_take_str (koma_recipe_sentence_create (&imagenet),
                   "centre square, resized to 224 × 224 (bilinear), RGB, values "
                   "2.249\u00a0…\u00a0−2.118, 2.429\u00a0…\u00a0−2.036 and "
                   "2.64\u00a0…\u00a0−1.804 (ImageNet); output: probabilities");
  caffe.width = 320;
  assert_take_str (koma_recipe_sentence_create (&caffe),
                   "centre, cropped and resized to 320 × 224 (bilinear), BGR, values "
                   "−104\u00a0…\u00a0151, −117\u00a0…\u00a0138 and −123\u00a0…\u00a0132 (Caffe); "
                   "output: probabilities");
}

static void
test_parts (void)
{
  KomaRecipe recipe = make_recipe ("0,255");

  recipe.width = 28;
  recipe.channels = KOMA_CHANNELS_GREY;
  recipe.fit = KOMA_FIT_STRETCH;
  recipe.resize = KOMA_RESIZE_NEAREST;
  recipe.scores = KOMA_SCORES_LOG;
  assert_take_str (koma_recipe_sentence_create (&recipe),
                   "whole picture, stretched to 28 × 224 (nearest), grey, values "
                   "0\u00a0…\u00a0255; output: logarithms of probabilities");
  recipe.scaled_width = recipe.scaled_height = 250;
  assert_take_str (koma_recipe_sentence_create (&recipe),
                   "whole picture, stretched, then its centre of 28 × 224 (nearest), grey, values "
                   "0\u00a0…\u00a0255; output: logarithms of probabilities");
  recipe.fit = KOMA_FIT_CROP;
  assert_take_str (koma_recipe_sentence_create (&recipe),
                   "picture resized, then its centre of 28 × 224 (nearest), grey, values "
                   "0\u00a0…\u00a0255; output: logarithms of probabilities");
  recipe.scaled_width = recipe.scaled_height = 0;
  recipe.fit = KOMA_FIT_PAD;
  recipe.resize = KOMA_RESIZE_BICUBIC;
  recipe.scores = KOMA_SCORES_LOGITS;
  recipe.temperature = 1.5;
  recipe.is_selfie = TRUE;
  assert_take_str (koma_recipe_sentence_create (&recipe),
                   "whole picture between bars, resized to 28 × 224 (bicubic), grey, values "
                   "0\u00a0…\u00a0255; output: logits (softmax is applied); temperature of the "
                   "scores 1.5; pictures of a camera are mirrored");
}

static void
test_turned (void)
{
  KomaRecipe recipe = make_recipe ("0,1");

  recipe.tta_below = 0.9;
  assert_take_str (koma_recipe_sentence_create (&recipe),
                   "centre square, resized to 224 × 224 (bilinear), RGB, values 0\u00a0…\u00a01; "
                   "output: probabilities; where the best class has less than 90%, averaged with "
                   "the picture turned by half a turn, which costs a second run");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recipe-sentence/ranges", test_ranges);
  g_test_add_func ("/recipe-sentence/parts", test_parts);
  g_test_add_func ("/recipe-sentence/turned", test_turned);
  return g_test_run ();
}
