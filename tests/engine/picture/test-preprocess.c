/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Crops, channels and values, on pictures whose pixels tell where they were:
 * red is x, green is y, blue is 200. */
#include "engine/picture/preprocess.h"

#include "engine/koma/koma-error.h"
#include "engine/picture/resize.h"
#include "tests/test-main.h"

#define GAP 7

static guint8 *
make_picture (guint width,
              guint height)
{
  const gsize stride = (gsize) width * 3 + GAP;
  guint8     *rgb = g_malloc (stride * height);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      guint8 *pixel = rgb + y * stride + x * 3;

      pixel[0] = (guint8) x;
      pixel[1] = (guint8) y;
      pixel[2] = 200;
    }
  return rgb;
}

static float *
run (const KomaRecipe *recipe,
     guint             width,
     guint             height)
{
  g_autofree guint8 *rgb = make_picture (width, height);
  float             *input = g_new (float, (gsize) recipe->width * recipe->height * 3);
  g_autoptr (GError) error = NULL;

  koma_preprocess (recipe, rgb, width, height, (gsize) width * 3 + GAP, input, &error);
  g_assert_no_error (error);
  return input;
}

static float *
run_mirrored (const KomaRecipe *recipe,
              guint             width,
              guint             height)
{
  const gsize        count = (gsize) recipe->width * recipe->height * 3;
  g_autofree guint8 *rgb = make_picture (width, height);
  g_autofree guint8 *pixels = g_new (guint8, count);
  float             *input = g_new (float, count);
  g_autoptr (GError) error = NULL;

  koma_preprocess_pixels (recipe, rgb, width, height, (gsize) width * 3 + GAP, pixels, &error);
  g_assert_no_error (error);
  koma_preprocess_mirror (recipe, pixels);
  koma_preprocess_numbers (recipe, pixels, input);
  return input;
}

static KomaRecipe
make_recipe (guint        width,
             guint        height,
             KomaChannels channels)
{
  return (KomaRecipe){
    .width = width, .height = height, .channels = channels, .scale = { 1, 1, 1 }
  };
}

static void
test_crop (void)
{
  static const struct
  {
    guint in_width;
    guint in_height;
    guint out_width;
    guint out_height;
    guint left;
    guint top;
  } cases[] = {
    { 5, 5, 5, 5, 0, 0 },
    { 9, 4, 4, 4, 2, 0 }, /* 5 / 2, rounded down */
    { 4, 9, 4, 4, 0, 2 },
    { 10, 9, 4, 9, 3, 0 },
    { 9, 10, 9, 4, 0, 3 },
    { 13, 1, 1, 1, 6, 0 },
    { 1, 13, 1, 1, 0, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const KomaRecipe  recipe = make_recipe (cases[i].out_width, cases[i].out_height,
                                            KOMA_CHANNELS_RGB);
    g_autofree float *input = run (&recipe, cases[i].in_width, cases[i].in_height);
    const float      *last = input + (gsize) (recipe.width * recipe.height - 1) * 3;

    g_assert_cmpfloat (input[0], ==, cases[i].left);
    g_assert_cmpfloat (input[1], ==, cases[i].top);
    g_assert_cmpfloat (last[0], ==, cases[i].left + cases[i].out_width - 1);
    g_assert_cmpfloat (last[1], ==, cases[i].top + cases[i].out_height - 1);
  }
}

/* A target with a ratio that no part of so thin a picture has. */
static void
test_thin (void)
{
  const KomaRecipe  recipe = make_recipe (100, 3, KOMA_CHANNELS_RGB);
  g_autofree float *input = run (&recipe, 2, 200);

  g_assert_cmpfloat (input[1], ==, 99);
  g_assert_cmpfloat (input[2], ==, 200);
}

static void
test_stretch (void)
{
  KomaRecipe        recipe = make_recipe (2, 4, KOMA_CHANNELS_RGB);
  g_autofree float *input = NULL;

  recipe.fit = KOMA_FIT_STRETCH;
  recipe.resize = KOMA_RESIZE_NEAREST;
  input = run (&recipe, 8, 8);
  for (guint y = 0; y < 4; y++)
    for (guint x = 0; x < 2; x++) {
      g_assert_cmpfloat (input[(y * 2 + x) * 3], ==, 4 * x + 2);
      g_assert_cmpfloat (input[(y * 2 + x) * 3 + 1], ==, 2 * y + 1);
    }
}

/* A picture of this size is scaled first, to 4 × 4 or to cover that; then 2 × 2, or more than there
 * is, are cut out of its centre. Nearest pixels tell where they came from. */
static void
test_scaled (void)
{
  static const struct
  {
    guint    width;
    guint    height;
    KomaFit  fit;
    gboolean is_cut_rounded;
    guint    side;
    float    left; /* of the picture: what is at the left upper corner */
    float    top;
  } cases[] = {
    { 8, 4, KOMA_FIT_CROP, FALSE, 2, 3, 1 },
    { 7, 4, KOMA_FIT_CROP, FALSE, 2, 2, 1 }, /* 5 pixels too many: 2 */
    { 7, 4, KOMA_FIT_CROP, TRUE, 2, 2, 1 },
    { 9, 4, KOMA_FIT_CROP, FALSE, 2, 3, 1 }, /* 7: 3, or rounded 4 */
    { 9, 4, KOMA_FIT_CROP, TRUE, 2, 4, 1 },
    { 4, 8, KOMA_FIT_CROP, FALSE, 2, 1, 3 },
    { 8, 4, KOMA_FIT_STRETCH, FALSE, 2, 3, 1 }, /* every second column */
    { 4, 4, KOMA_FIT_CROP, FALSE, 6, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaRecipe        recipe = make_recipe (cases[i].side, cases[i].side, KOMA_CHANNELS_RGB);
    g_autofree float *input = NULL;

    recipe.fit = cases[i].fit;
    recipe.resize = KOMA_RESIZE_NEAREST;
    recipe.scaled_width = recipe.scaled_height = 4;
    recipe.is_cut_rounded = cases[i].is_cut_rounded;
    input = run (&recipe, cases[i].width, cases[i].height);
    g_assert_cmpfloat (input[0], ==, cases[i].left);
    g_assert_cmpfloat (input[1], ==, cases[i].top);
    /* Around a picture that is too small is black. */
    g_assert_cmpfloat (input[2], ==, cases[i].side > 4 ? 0 : 200);
    g_assert_cmpuint (koma_preprocess_get_min_side (&recipe), ==, 2 * MAX (4, cases[i].side));
  }
}

/* The part of the picture that the model sees. */
static void
test_scaled_region (void)
{
  KomaRecipe           recipe = make_recipe (2, 2, KOMA_CHANNELS_RGB);
  KomaPreprocessRegion region = { 0 };

  recipe.scaled_width = recipe.scaled_height = 4;
  region = koma_preprocess_find_region (&recipe, 80, 40);
  g_assert_cmpfloat (region.x, ==, 3.0 / 8);
  g_assert_cmpfloat (region.y, ==, 1.0 / 4);
  g_assert_cmpfloat (region.width, ==, 1.0 / 4);
  g_assert_cmpfloat (region.height, ==, 1.0 / 2);
}

/* The pixel of the picture that is shown at a place along one side; -1: none, a bar. */
static int
find_source (guint place,
             guint in_side,
             guint between, /* what of the side the picture takes */
             guint out_side)
{
  const guint before = (out_side - between) / 2;

  if (place < before || place >= before + between)
    return -1;
  return (int) ((place - before + 0.5) * in_side / between);
}

/* All of the picture, its ratio kept; the bars are black as the model sees it. */
static void
test_pad (void)
{
  static const struct
  {
    guint in_width, in_height, out_width, out_height;
    guint width, height; /* of the picture between the bars */
  } cases[] = {
    { 8, 4, 6, 6, 6, 3 },
    { 4, 8, 6, 6, 3, 6 },
    { 7, 7, 5, 5, 5, 5 },
    { 100, 1, 6, 6, 6, 1 }, /* thinner than a pixel */
    { 1, 100, 6, 7, 1, 7 },
    { 9, 6, 8, 4, 6, 4 },
    { 3, 2, 10, 10, 10, 7 }, /* 6.67 */
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++) {
    const guint       k = i / 2;
    const gboolean    is_swapped = i % 2 == 1;
    KomaRecipe        recipe = make_recipe (cases[k].out_width, cases[k].out_height,
                                            KOMA_CHANNELS_RGB);
    g_autofree float *input = NULL;

    recipe.fit = KOMA_FIT_PAD;
    recipe.resize = KOMA_RESIZE_NEAREST;
    recipe.offset[0] = recipe.offset[1] = -7;
    koma_recipe_set_inverted (&recipe, is_swapped);
    input = run (&recipe, cases[k].in_width, cases[k].in_height);
    for (guint y = 0; y < recipe.height; y++)
      for (guint x = 0; x < recipe.width; x++) {
        const int    from_x = find_source (x, cases[k].in_width, cases[k].width, recipe.width);
        const int    from_y = find_source (y, cases[k].in_height, cases[k].height, recipe.height);
        const float *pixel = input + (y * recipe.width + x) * 3;

        g_assert_cmpfloat (pixel[0], ==, from_x < 0 || from_y < 0 ? -7 : is_swapped ? 248 - from_x
                                                                                    : from_x - 7);
        g_assert_cmpfloat (pixel[1], ==, from_x < 0 || from_y < 0 ? -7 : is_swapped ? 248 - from_y
                                                                                    : from_y - 7);
      }
  }
}

/* Pillow's, to the bit, reaches the numbers. */
static void
test_bicubic (void)
{
  KomaRecipe         recipe = make_recipe (3, 5, KOMA_CHANNELS_RGB);
  g_autofree guint8 *rgb = make_picture (9, 9);
  const KomaPixels   pixels = { rgb, 9, 9, 3, 9 * 3 + GAP };
  g_autofree float  *input = NULL;
  guint8             expected[3 * 5 * 3];

  recipe.fit = KOMA_FIT_STRETCH;
  recipe.resize = KOMA_RESIZE_BICUBIC;
  g_assert_true (koma_resize (&pixels, KOMA_RESIZE_BICUBIC, 3, 5, expected, NULL));
  input = run (&recipe, 9, 9);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (input[i], ==, expected[i]);
}

static void
test_channels (void)
{
  KomaRecipe        rgb = make_recipe (3, 3, KOMA_CHANNELS_RGB);
  KomaRecipe        bgr = make_recipe (3, 3, KOMA_CHANNELS_BGR);
  KomaRecipe        grey = make_recipe (3, 3, KOMA_CHANNELS_GREY);
  g_autofree float *first = NULL;
  g_autofree float *second = NULL;
  g_autofree float *third = NULL;

  rgb.offset[0] = bgr.offset[0] = grey.offset[0] = 1000;
  rgb.scale[1] = bgr.scale[1] = grey.scale[1] = -2;
  first = run (&rgb, 3, 3);
  second = run (&bgr, 3, 3);
  third = run (&grey, 3, 3);

  /* Pixel x 2, y 1. */
  g_assert_cmpfloat (first[15], ==, 1002);
  g_assert_cmpfloat (first[16], ==, -2);
  g_assert_cmpfloat (first[17], ==, 200);
  g_assert_cmpfloat (second[15], ==, 1200);
  g_assert_cmpfloat (second[16], ==, -2);
  g_assert_cmpfloat (second[17], ==, 2);
  g_assert_cmpfloat (third[5], ==, 1000 + 24); /* (299 * 2 + 587 + 114 * 200) / 1000 */
}

/* In one instruction with the sum, a product would keep the bits that rounding takes away. Blue is
 * 200 everywhere. */
static void
test_rounding (void)
{
  const double divisors[] = { 255.0, 127.0, 57.375, 58.395 };

  for (guint i = 0; i < G_N_ELEMENTS (divisors); i++) {
    KomaRecipe        recipe = make_recipe (1, 1, KOMA_CHANNELS_RGB);
    g_autofree float *input = NULL;

    recipe.scale[2] = 1 / divisors[i];
    recipe.offset[2] = -(200 * recipe.scale[2]);
    input = run (&recipe, 1, 1);
    g_assert_cmpfloat (input[2], ==, 0);
  }
}

static void
test_mirror (void)
{
  const KomaRecipe  even = make_recipe (4, 3, KOMA_CHANNELS_RGB);
  const KomaRecipe  odd = make_recipe (3, 3, KOMA_CHANNELS_GREY);
  const KomaRecipe *recipes[] = { &even, &odd };

  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++) {
    const guint       n_channels = koma_recipe_get_n_channels (recipes[i]);
    const guint       width = recipes[i]->width;
    g_autofree float *input = run (recipes[i], width, 3);
    g_autofree float *mirrored = run_mirrored (recipes[i], width, 3);

    for (guint y = 0; y < 3; y++)
      for (guint x = 0; x < width; x++)
        for (guint c = 0; c < n_channels; c++)
          g_assert_cmpfloat (mirrored[(y * width + x) * n_channels + c], ==,
                             input[(y * width + width - 1 - x) * n_channels + c]);
  }
}

static void
test_empty (void)
{
  const KomaRecipe recipe = make_recipe (3, 3, KOMA_CHANNELS_RGB);
  const KomaRecipe nothing = make_recipe (0, 3, KOMA_CHANNELS_RGB);
  const guint8     rgb[3] = { 0 };
  float            input[27] = { 42 };
  g_autoptr (GError) error = NULL;

  g_assert_false (koma_preprocess (&recipe, rgb, 0, 1, 3, input, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_false (koma_preprocess (&nothing, rgb, 1, 1, 3, input, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpfloat (input[0], ==, 42);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/preprocess/crop", test_crop);
  g_test_add_func ("/preprocess/thin", test_thin);
  g_test_add_func ("/preprocess/stretch", test_stretch);
  g_test_add_func ("/preprocess/scaled", test_scaled);
  g_test_add_func ("/preprocess/scaled-region", test_scaled_region);
  g_test_add_func ("/preprocess/pad", test_pad);
  g_test_add_func ("/preprocess/bicubic", test_bicubic);
  g_test_add_func ("/preprocess/channels", test_channels);
  g_test_add_func ("/preprocess/rounding", test_rounding);
  g_test_add_func ("/preprocess/mirror", test_mirror);
  g_test_add_func ("/preprocess/empty", test_empty);
  return g_test_run ();
}
