/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Painting undoes the range of koma_preprocess(), and nothing else. */
#include <math.h>

#include "engine/picture/paint.h"
#include "engine/picture/preprocess.h"
#include "tests/test-main.h"

#define SIDE 16
#define N    (SIDE * SIDE * 3)

/* Every byte is there. */
static void
make_picture (guint8 *rgb)
{
  for (guint i = 0; i < N; i++)
    rgb[i] = (guint8) (i * 7 + i / 256);
}

static guint8
expect (const KomaRecipe *recipe,
        const guint8     *pixel,
        guint             channel)
{
  const guint  from = recipe->channels == KOMA_CHANNELS_BGR ? 2 - channel : channel;
  const guint8 byte = recipe->channels == KOMA_CHANNELS_GREY
                        ? (guint8) ((pixel[0] * 19595u + pixel[1] * 38470u + pixel[2] * 7471u +
                                     0x8000u) >>
                                    16)
                        : pixel[from];

  return koma_recipe_is_inverted (recipe) ? 255 - byte : byte;
}

static void
test_back (gconstpointer data)
{
  const char *range = data;
  guint8      rgb[N];
  guint8      painted[N];
  float       input[N];

  make_picture (rgb);
  for (guint i = 0; i < 6; i++) {
    KomaRecipe  recipe = { .width = SIDE, .height = SIDE, .channels = (KomaChannels) (i / 2) };
    KomaPainted said = { 0 };

    g_assert_true (koma_recipe_set_range (&recipe, range, NULL));
    koma_recipe_set_inverted (&recipe, i % 2 == 1);
    g_assert_true (koma_preprocess (&recipe, rgb, SIDE, SIDE, 3 * SIDE, input, NULL));
    koma_paint (&recipe, input, painted, &said);
    for (guint k = 0; k < N; k++)
      g_assert_cmpuint (painted[k], ==, expect (&recipe, rgb + k / 3 * 3, k % 3));
    g_assert_cmpuint (said.n_outside, ==, 0);
  }
}

/* Values that no picture has are clipped, and counted. */
static void
test_outside (void)
{
  const float input[] = { -1.5f, -1, 0, 1, 1.01f, NAN };
  KomaRecipe  recipe = { .width = 2, .height = 1 };
  KomaPainted said = { 0 };
  guint8      painted[6];

  g_assert_true (koma_recipe_set_range (&recipe, "-1,1", NULL));
  koma_paint (&recipe, input, painted, &said);
  g_assert_cmpuint (painted[0], ==, 0);
  g_assert_cmpuint (painted[1], ==, 0);
  g_assert_cmpuint (painted[2], ==, 128);
  g_assert_cmpuint (painted[3], ==, 255);
  g_assert_cmpuint (painted[4], ==, 255);
  g_assert_cmpuint (painted[5], ==, 0);
  g_assert_cmpuint (said.n_outside, ==, 3);
  g_assert_cmpfloat (said.least, ==, -1.5f);
  g_assert_cmpfloat (said.greatest, ==, 1.01f);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/paint/back/-1,1", "-1,1", test_back);
  g_test_add_data_func ("/paint/back/imagenet", "imagenet", test_back);
  g_test_add_data_func ("/paint/back/teachable-machine", "teachable-machine", test_back);
  g_test_add_data_func ("/paint/back/0,255", "0,255", test_back);
  g_test_add_func ("/paint/outside", test_outside);
  return g_test_run ();
}
