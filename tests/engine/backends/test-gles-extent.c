/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/backends/gles/fragment/extent.h"
#include "tests/test-main.h"

/* Every driver of GLES 3.0 has textures so high. */
#define LEAST_MAX_HEIGHT 2048

static guint
count_texels (const KomaGlesExtent *extent)
{
  guint n_texels = 0;

  for (guint i = 0; i < extent->n_layers; i++)
    n_texels += koma_gles_extent_count_texels (extent, i);
  return n_texels;
}

static KomaGlesExtent
check_tensor (gsize n_pixels,
              gsize n_channels)
{
  const gsize          n_elems = n_pixels * n_channels;
  const KomaGlesExtent extent = koma_gles_extent_make (n_elems, n_channels);

  g_assert_cmpuint (extent.n_layers, ==, KOMA_GLES_N_LAYERS);
  g_assert_cmpuint (extent.n_texels, ==, (n_elems + 3) / 4);
  g_assert_cmpuint (count_texels (&extent), ==, extent.n_texels);
  g_assert_cmpuint (extent.width * extent.height, >=, extent.quarter);
  g_assert_cmpuint (extent.width, <=, KOMA_GLES_TENSOR_WIDTH);
  if (koma_gles_extent_has_pixels (n_elems, n_channels))
    g_assert_cmpuint (extent.quarter, ==, (n_pixels + 3) / 4 * (n_channels / 4));
  else
    g_assert_cmpuint (extent.quarter, ==, (extent.n_texels + 3) / 4);
  return extent;
}

/* Layers are quarters of the pixels, the last of which may lack some. */
static void
test_pixels (void)
{
  g_assert_true (koma_gles_extent_has_pixels (4 * 8, 8));
  g_assert_true (koma_gles_extent_has_pixels (49 * 8, 8));
  g_assert_cmpuint (check_tensor (112 * 112, 96).quarter, ==, 56 * 56 * 24);
  g_assert_cmpuint (check_tensor (49, 160).quarter, ==, 13 * 40);
}

/* Channels are not in fours, or too much would be added: of the texels. */
static void
test_texels (void)
{
  g_assert_false (koma_gles_extent_has_pixels (224 * 224 * 3, 3));
  g_assert_false (koma_gles_extent_has_pixels (5 * 1280, 1280));
  g_assert_false (koma_gles_extent_has_pixels (1, 0));
  g_assert_cmpuint (check_tensor (224 * 224, 3).quarter, ==, 224 * 224 * 3 / 16);
  g_assert_cmpuint (check_tensor (5, 1280).quarter, ==, 5 * 1280 / 16);
  g_assert_cmpuint (check_tensor (1, 1).quarter, ==, 1);
}

/* As many elements as there may be where textures are as low as any. */
static void
test_limit (void)
{
  const gsize n_elems = (gsize) LEAST_MAX_HEIGHT * KOMA_GLES_CONSTANT_WIDTH * 4;

  for (gsize n_pixels = 1; n_pixels <= n_elems / 4; n_pixels = n_pixels * 2 + 1)
    g_assert_cmpuint (check_tensor (n_pixels, n_elems / 4 / n_pixels * 4).height, <=,
                      LEAST_MAX_HEIGHT);
  g_assert_cmpuint (koma_gles_extent_make_constant (n_elems).height, ==, LEAST_MAX_HEIGHT);
}

static void
test_random (void)
{
  for (guint round = 0; round < 1000; round++) {
    const gsize          n_pixels = g_test_rand_int_range (1, 3000);
    const gsize          n_channels = g_test_rand_int_range (1, 300);
    const KomaGlesExtent extent = check_tensor (n_pixels, n_channels);

    /* A fifth, and a row. */
    g_assert_cmpuint (extent.quarter * 4, <=, extent.n_texels + extent.n_texels / 5 + 4);
  }
}

static void
test_constant (void)
{
  const KomaGlesExtent extent = koma_gles_extent_make_constant (4 * 5000);

  g_assert_cmpuint (extent.n_layers, ==, 1);
  g_assert_cmpuint (extent.quarter, ==, 5000);
  g_assert_cmpuint (extent.height, ==, 5);
  g_assert_cmpuint (count_texels (&extent), ==, 5000);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gles-extent/pixels", test_pixels);
  g_test_add_func ("/gles-extent/texels", test_texels);
  g_test_add_func ("/gles-extent/limit", test_limit);
  g_test_add_func ("/gles-extent/random", test_random);
  g_test_add_func ("/gles-extent/constant", test_constant);
  return g_test_run ();
}
