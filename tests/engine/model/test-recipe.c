/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/recipe.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

static KomaRecipe
make_recipe (const char *range)
{
  KomaRecipe recipe = { .width = 224,
                        .height = 224,
                        .sources = { [KOMA_PART_RANGE] = KOMA_SOURCE_OPTION,
                                     [KOMA_PART_SCORES] = KOMA_SOURCE_OPTION } };
  g_autoptr (GError) error = NULL;

  koma_recipe_set_range (&recipe, range, &error);
  g_assert_no_error (error);
  return recipe;
}

static void
test_ranges (void)
{
  static const struct
  {
    const char *range;
    double      black[3];
    double      white[3];
  } cases[] = {
    { "-1,1", { -1, -1, -1 }, { 1, 1, 1 } },
    { "0,1", { 0, 0, 0 }, { 1, 1, 1 } },
    { "0,255", { 0, 0, 0 }, { 255, 255, 255 } },
    { "1,0", { 1, 1, 1 }, { 0, 0, 0 } },
    { "1,-1.5e0", { 1, 1, 1 }, { -1.5, -1.5, -1.5 } },
    { "imagenet",
      { -0.485 / 0.229, -0.456 / 0.224, -0.406 / 0.225 },
      { 0.515 / 0.229, 0.544 / 0.224, 0.594 / 0.225 } },
    { "caffe", { -104, -117, -123 }, { 151, 138, 132 } },
    { "0.5,0.25,0/0.5,0.25,2", { -1, -1, 0 }, { 1, 3, 0.5 } },
    { "teachable-machine", { -1, -1, -1 }, { 128.0 / 127, 128.0 / 127, 128.0 / 127 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaRecipe recipe = make_recipe (cases[i].range);

    for (guint c = 0; c < 3; c++) {
      g_assert_cmpfloat_with_epsilon (recipe.offset[c], cases[i].black[c], 1e-12);
      g_assert_cmpfloat_with_epsilon (255 * recipe.scale[c] + recipe.offset[c],
                                      cases[i].white[c], 1e-12);
    }
    g_assert_cmpint (recipe.channels, ==,
                     g_str_equal (cases[i].range, "caffe") ? KOMA_CHANNELS_BGR : KOMA_CHANNELS_RGB);
  }
}

/* What a recipe says of its range makes the same range again. */
static void
test_range_back (void)
{
  static const char *const ranges[] = { "-1,1", "0,1", "1,0", "0,255", "imagenet", "caffe",
                                        "teachable-machine", "-0.5,0.25",
                                        "0.5,0.25,0.125/0.5,1,2" };
  KomaRecipe               uneven = make_recipe ("0,1");
  g_autofree char         *uneven_range = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    KomaRecipe       recipe = make_recipe (ranges[i]);
    g_autofree char *range = koma_recipe_dup_range (&recipe);

    g_assert_cmpstr (range, ==, ranges[i]);
  }
  uneven.scale[1] *= 2;
  uneven_range = koma_recipe_dup_range (&uneven);
  g_assert_cmpstr (uneven_range, ==, "0,0,0/1,0.5,1");
}

static void
test_equal (void)
{
  const KomaRecipe recipe = make_recipe ("-1,1");
  KomaRecipe       other = recipe;

  other.sources[KOMA_PART_RANGE] = KOMA_SOURCE_GUESS;
  g_assert_true (koma_recipe_is_equal (&recipe, &other));
  other.scores = KOMA_SCORES_LOG;
  g_assert_false (koma_recipe_is_equal (&recipe, &other));
  other = make_recipe ("1,-1");
  g_assert_false (koma_recipe_is_equal (&recipe, &other));
  other = recipe;
  other.tta_below = 0.5;
  g_assert_false (koma_recipe_is_equal (&recipe, &other));
}

static void
test_refused (void)
{
  static const char *const ranges[] = { "", ",", "1", "1,", ",1", "0,1,2", "1,1", "a,b", "0,inf",
                                        "nan,1", "0;1", "imageNet", "0,1 ", "1,1,1/1,1",
                                        "1,1,1/1,0,1", "1,1/1,1", "1,1,1/1,1,1/1" };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    KomaRecipe recipe = make_recipe ("0,1");
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_recipe_set_range (&recipe, ranges[i], &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (error->message, ranges[i]));
    g_assert_cmpfloat (recipe.scale[0], ==, 1.0 / 255.0);
  }
}

static void
assert_words (const KomaRecipe *recipe,
              const char       *expected)
{
  g_autofree char *words = koma_recipe_to_string (recipe);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_words (void)
{
  KomaRecipe recipe = make_recipe ("-1,1");

  assert_words (&recipe, "centre square, resized to 224 × 224 (bilinear), RGB, values −1 … 1; "
                         "output: probabilities");
  recipe.sources[KOMA_PART_RANGE] = KOMA_SOURCE_GUESS;
  recipe.scores = KOMA_SCORES_LOGITS;
  recipe.sources[KOMA_PART_SCORES] = KOMA_SOURCE_GUESS;
  assert_words (&recipe, "centre square, resized to 224 × 224 (bilinear), RGB, values −1 … 1, "
                         "guessed; output: logits (softmax is applied), guessed");
  recipe = make_recipe ("imagenet");
  recipe.scores = KOMA_SCORES_LOGITS;
  assert_words (&recipe, "centre square, resized to 224 × 224 (bilinear), RGB, values "
                         "−2.118 … 2.249, −2.036 … 2.429 and −1.804 … 2.64 (imagenet); "
                         "output: logits (softmax is applied)");
  recipe = make_recipe ("0,255");
  recipe.channels = KOMA_CHANNELS_GREY;
  recipe.fit = KOMA_FIT_STRETCH;
  recipe.resize = KOMA_RESIZE_NEAREST;
  recipe.scores = KOMA_SCORES_LOG;
  recipe.width = 28;
  assert_words (&recipe, "whole picture, stretched to 28 × 224 (nearest), grey, values 0 … 255; "
                         "output: logarithms of probabilities");
  recipe.is_selfie = TRUE;
  assert_words (&recipe, "whole picture, stretched to 28 × 224 (nearest), grey, values 0 … 255; "
                         "output: logarithms of probabilities; pictures of a camera are mirrored");
  recipe = make_recipe ("-1,1");
  recipe.tta_below = 0.75;
  assert_words (&recipe, "centre square, resized to 224 × 224 (bilinear), RGB, values −1 … 1; "
                         "output: probabilities; where the best class has less than 75 %, averaged "
                         "with the picture turned by half a turn, which costs a second run");
  recipe = make_recipe ("caffe");
  recipe.width = 320;
  assert_words (&recipe, "centre, cropped and resized to 320 × 224 (bilinear), BGR, values "
                         "−104 … 151, −117 … 138 and −123 … 132 (caffe); output: probabilities");
}

/* Every part takes its word, says it again, and remembers who said it. */
static void
test_parts (void)
{
  static const char *const words[KOMA_N_PARTS] = {
    [KOMA_PART_SIZE] = "320x200",
    [KOMA_PART_RANGE] = "imagenet",
    [KOMA_PART_INVERT] = "true",
    [KOMA_PART_CHANNELS] = "bgr",
    [KOMA_PART_FIT] = "pad",
    [KOMA_PART_RESIZE] = "bicubic",
    [KOMA_PART_SCORES] = "logits",
    [KOMA_PART_BACKGROUND] = "first",
    [KOMA_PART_TEMPERATURE] = "1.5",
    [KOMA_PART_SURE_FROM] = "0.75",
  };
  KomaRecipe recipe = { .channels = KOMA_CHANNELS_RGB };

  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *word = NULL;

    koma_recipe_set_part (&recipe, part, words[part] != NULL ? words[part] : "names.txt",
                          KOMA_SOURCE_KOMA_JSON, &error);
    g_assert_no_error (error);
    word = koma_recipe_dup_part (&recipe, part);
    g_assert_cmpstr (word, ==, words[part]);
    g_assert_cmpint (recipe.sources[part], ==, KOMA_SOURCE_KOMA_JSON);
  }
  g_assert_cmpuint (recipe.width, ==, 320);
  g_assert_cmpuint (recipe.height, ==, 200);
  g_assert_true (recipe.has_background);
  assert_words (&recipe, "whole picture between bars, resized to 320 × 200 (bicubic), BGR, values "
                         "2.249 … −2.118, 2.429 … −2.036 and 2.64 … −1.804 (imagenet); "
                         "output: logits (softmax is applied), at a temperature of 1.5");
}

static void
test_bad_parts (void)
{
  static const struct
  {
    KomaRecipePart part;
    const char    *word;
  } cases[] = {
    { KOMA_PART_SIZE, "224" },
    { KOMA_PART_SIZE, "0x224" },
    { KOMA_PART_SIZE, "224x" },
    { KOMA_PART_SIZE, "-1x2" },
    { KOMA_PART_SIZE, "9x5000" },
    { KOMA_PART_SIZE, "100x224" },
    { KOMA_PART_INVERT, "yes" },
    { KOMA_PART_CHANNELS, "gbr" },
    { KOMA_PART_CHANNELS, "grey" },
    { KOMA_PART_FIT, "squeeze" },
    { KOMA_PART_RESIZE, "" },
    { KOMA_PART_SCORES, "Logits" },
    { KOMA_PART_BACKGROUND, "last" },
    { KOMA_PART_SURE_FROM, "1.1" },
    { KOMA_PART_SURE_FROM, "nan" },
    { KOMA_PART_TEMPERATURE, "0" },
    { KOMA_PART_TEMPERATURE, "21" },
    { KOMA_PART_TEMPERATURE, "1x" },
    { KOMA_PART_RANGE, "warm" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaRecipe       recipe = make_recipe ("0,1");
    const KomaRecipe before = recipe;
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_recipe_set_part (&recipe, cases[i].part, cases[i].word,
                                          KOMA_SOURCE_OPTION, &error));
    g_assert_true (error->domain == KOMA_ERROR);
    g_assert_nonnull (strstr (error->message, cases[i].word));
    g_assert_cmpmem (&recipe, sizeof recipe, &before, sizeof before);
  }
}

/* Swapping light and dark twice changes nothing, and any range can be swapped. */
static void
test_inverted (void)
{
  static const char *const ranges[] = { "-1,1", "imagenet", "caffe", "0,255" };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    const KomaRecipe upright = make_recipe (ranges[i]);
    KomaRecipe       recipe = upright;

    koma_recipe_set_inverted (&recipe, FALSE);
    g_assert_true (koma_recipe_is_equal (&recipe, &upright));
    koma_recipe_set_inverted (&recipe, TRUE);
    g_assert_true (koma_recipe_is_inverted (&recipe));
    for (guint c = 0; c < 3; c++) {
      g_assert_cmpfloat_with_epsilon (recipe.offset[c],
                                      255 * upright.scale[c] + upright.offset[c], 1e-12);
      g_assert_cmpfloat_with_epsilon (255 * recipe.scale[c] + recipe.offset[c],
                                      upright.offset[c], 1e-12);
    }
  }
}

/* A range brings its order of channels along, and says who says so. */
static void
test_range_sources (void)
{
  KomaRecipe recipe = make_recipe ("0,1");

  g_assert_true (koma_recipe_set_part (&recipe, KOMA_PART_RANGE, "caffe", KOMA_SOURCE_OPTION,
                                       NULL));
  g_assert_cmpint (recipe.channels, ==, KOMA_CHANNELS_BGR);
  g_assert_cmpint (recipe.sources[KOMA_PART_CHANNELS], ==, KOMA_SOURCE_OPTION);
  g_assert_cmpint (recipe.sources[KOMA_PART_INVERT], ==, KOMA_SOURCE_OPTION);
  g_assert_cmpint (recipe.sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recipe/ranges", test_ranges);
  g_test_add_func ("/recipe/range-back", test_range_back);
  g_test_add_func ("/recipe/equal", test_equal);
  g_test_add_func ("/recipe/refused", test_refused);
  g_test_add_func ("/recipe/words", test_words);
  g_test_add_func ("/recipe/parts", test_parts);
  g_test_add_func ("/recipe/bad-parts", test_bad_parts);
  g_test_add_func ("/recipe/inverted", test_inverted);
  g_test_add_func ("/recipe/range-sources", test_range_sources);
  return g_test_run ();
}
