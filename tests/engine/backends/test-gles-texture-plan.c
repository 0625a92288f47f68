/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/backends/gles/fragment/texture-plan.h"
#include "tests/test-main.h"

#include <glib.h>

static guint
plan (KomaGlesTexturePlan *tensors,
      guint                n_tensors,
      guint               *ret_heights)
{
  const guint n_textures = koma_gles_texture_plan (tensors, n_tensors, ret_heights);

  for (guint i = 0; i < n_tensors; i++) {
    g_assert_cmpuint (tensors[i].texture, <, n_textures);
    g_assert_cmpuint (ret_heights[tensors[i].texture], >=, tensors[i].height);
    for (guint k = 0; k < i; k++)
      if (tensors[i].texture == tensors[k].texture)
        g_assert_true (tensors[i].first > tensors[k].last || tensors[k].first > tensors[i].last);
  }
  return n_textures;
}

static void
test_none (void)
{
  guint heights[1] = { 0 };

  g_assert_cmpuint (plan (NULL, 0, heights), ==, 0);
}

/* Each is read by the next step alone: two textures, whatever the length. */
static void
test_chain (void)
{
  KomaGlesTexturePlan tensors[20] = { { 0 } };
  guint               heights[20] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    tensors[i] = (KomaGlesTexturePlan){ .height = 1 + i % 3, .first = i, .last = i + 1 };
  g_assert_cmpuint (plan (tensors, G_N_ELEMENTS (tensors), heights), ==, 2);
  g_assert_cmpuint (heights[0], ==, 3);
  g_assert_cmpuint (heights[1], ==, 3);
}

/* Of the free ones the least that is high enough; else the highest grows. */
static void
test_choice (void)
{
  KomaGlesTexturePlan tensors[] = {
    { .height = 10, .first = 0, .last = 0 },
    { .height = 4, .first = 0, .last = 0 },
    { .height = 3, .first = 1, .last = 1 },
    { .height = 12, .first = 1, .last = 1 },
  };
  guint heights[G_N_ELEMENTS (tensors)] = { 0 };

  g_assert_cmpuint (plan (tensors, G_N_ELEMENTS (tensors), heights), ==, 2);
  g_assert_cmpuint (tensors[2].texture, ==, tensors[1].texture);
  g_assert_cmpuint (tensors[3].texture, ==, tensors[0].texture);
  g_assert_cmpuint (heights[tensors[0].texture], ==, 12);
  g_assert_cmpuint (heights[tensors[1].texture], ==, 4);
}

/* In any order, and never two at a time in one. */
static void
test_random (void)
{
  for (guint round = 0; round < 200; round++) {
    KomaGlesTexturePlan tensors[40] = { { 0 } };
    guint               heights[40] = { 0 };
    const guint         n_tensors = g_test_rand_int_range (1, G_N_ELEMENTS (tensors) + 1);

    for (guint i = 0; i < n_tensors; i++) {
      tensors[i].height = g_test_rand_int_range (1, 100);
      tensors[i].first = g_test_rand_int_range (0, 30);
      tensors[i].last = tensors[i].first + g_test_rand_int_range (0, 8);
    }
    plan (tensors, n_tensors, heights);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gles-texture-plan/none", test_none);
  g_test_add_func ("/gles-texture-plan/chain", test_chain);
  g_test_add_func ("/gles-texture-plan/choice", test_choice);
  g_test_add_func ("/gles-texture-plan/random", test_random);
  return g_test_run ();
}
