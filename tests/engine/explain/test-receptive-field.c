/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/explain/receptive-field.h"
#include "tests/test-main.h"

#define N_PLACES   2
#define N_FEATURES 3

/* Of an input whose sides are no multiple of the patches, too. */
static void
test_patches (void)
{
  const KomaOcclusionInput size = { .width = 13, .height = 9, .channels = 1 };
  guint                    n_times[9][13] = { 0 };

  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++) {
    const KomaPatch patch = koma_receptive_field_get_patch (&size, i);

    for (guint y = patch.y; y < patch.y + patch.height; y++)
      for (guint x = patch.x; x < patch.x + patch.width; x++)
        n_times[y][x]++;
  }
  for (guint y = 0; y < size.height; y++)
    for (guint x = 0; x < size.width; x++)
      g_assert_cmpuint (n_times[y][x], ==, 1);
}

static void
test_wanted (void)
{
  const KomaClassActivation few = { .rows = 3, .columns = 15 };
  const KomaClassActivation many = { .rows = 8, .columns = 8 };

  g_assert_true (koma_receptive_field_is_wanted (&few));
  g_assert_false (koma_receptive_field_is_wanted (&many));
}

/* Both orders of features say the same. */
static void
test_measure (void)
{
  const float         whole[] = { 0, 0, 0, 0, 0, 0 };
  const float         by_place[] = { 1, -2, 0, 0, 0, 4 };   /* [places, features] */
  const float         by_feature[] = { 1, 0, -2, 0, 0, 4 }; /* [features, places] */
  KomaClassActivation activation = { .rows = 1, .columns = N_PLACES, .n_features = N_FEATURES };
  float               sight[N_PLACES * KOMA_RECEPTIVE_FIELD_N_PATCHES] = { 0 };

  koma_receptive_field_measure (&activation, whole, by_place, 5, sight);
  g_assert_cmpfloat (sight[5], ==, 3);
  g_assert_cmpfloat (sight[KOMA_RECEPTIVE_FIELD_N_PATCHES + 5], ==, 4);
  activation.is_channels_first = TRUE;
  koma_receptive_field_measure (&activation, whole, by_feature, 6, sight);
  g_assert_cmpfloat (sight[6], ==, 3);
  g_assert_cmpfloat (sight[KOMA_RECEPTIVE_FIELD_N_PATCHES + 6], ==, 4);
}

/* What speaks for a class is where the place that says so looks, not where the place stands. */
static void
test_map (void)
{
  const float shares[N_PLACES] = { 2, -2 };
  float       sight[N_PLACES * KOMA_RECEPTIVE_FIELD_N_PATCHES];
  float       map[KOMA_RECEPTIVE_FIELD_N_PATCHES];
  float       sum = 0;

  for (guint i = 0; i < N_PLACES * KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    sight[i] = 10;                                 /* both see everything, … */
  sight[48] = 40;                                  /* … the first sees the last patch best, … */
  sight[KOMA_RECEPTIVE_FIELD_N_PATCHES + 0] = 130; /* … the second the first one */
  koma_receptive_field_make_map (shares, sight, N_PLACES, map);
  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    sum += map[i];
  g_assert_cmpfloat_with_epsilon (sum, 0, 1e-5);
  g_assert_cmpfloat_with_epsilon (map[48], 2 * 40.0 / 520 - 2 * 10.0 / 610, 1e-5);
  g_assert_cmpfloat_with_epsilon (map[0], 2 * 10.0 / 520 - 2 * 130.0 / 610, 1e-5);
  g_assert_cmpfloat_with_epsilon (map[7], 2 * 10.0 / 520 - 2 * 10.0 / 610, 1e-5);
}

/* Where no patch changes anything, nothing is said of where. */
static void
test_blind (void)
{
  const float shares[N_PLACES] = { 2, -2 };
  const float sight[N_PLACES * KOMA_RECEPTIVE_FIELD_N_PATCHES] = { 0 };
  float       map[KOMA_RECEPTIVE_FIELD_N_PATCHES];

  koma_receptive_field_make_map (shares, sight, N_PLACES, map);
  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    g_assert_cmpfloat (map[i], ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/receptive-field/patches", test_patches);
  g_test_add_func ("/receptive-field/wanted", test_wanted);
  g_test_add_func ("/receptive-field/measure", test_measure);
  g_test_add_func ("/receptive-field/map", test_map);
  g_test_add_func ("/receptive-field/blind", test_blind);
  return g_test_run ();
}
