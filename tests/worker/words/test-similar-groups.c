/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vectors that are made of a few directions and of noise fall into groups of these directions. */
#include "worker/words/koma-similar-groups.h"

#include <math.h>

#include "tests/test-main.h"

#define WIDTH 64

static void
free_vector (gpointer vector)
{
  koma_feature_vector_unref (vector);
}

/* A direction, and as much of another one as @noise says. */
static void
add (GPtrArray *vectors,
     guint      direction,
     double     noise)
{
  float  values[WIDTH] = { 0 };
  double length = 0;

  values[direction] = 1;
  for (guint i = 0; i < WIDTH; i++) {
    values[i] += (float) g_test_rand_double_range (-noise, noise);
    length += values[i] * values[i];
  }
  for (guint i = 0; i < WIDTH; i++)
    values[i] = (float) (values[i] / sqrt (length));
  g_ptr_array_add (vectors, koma_feature_vector_new (values, WIDTH));
}

static guint
find (GPtrArray *vectors,
      guint     *ret_groups)
{
  return koma_similar_groups_find ((KomaFeatureVector *const *) vectors->pdata, vectors->len, NULL,
                                   ret_groups);
}

/* Three directions in turns, the second the closest; and pictures like no other. */
static void
test_directions (void)
{
  static const double noise[3] = { 0.06, 0.01, 0.03 };
  static const guint  expected[3] = { 2, 0, 1 };
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (free_vector);
  guint groups[64] = { 0 };

  for (guint i = 0; i < 60; i++)
    add (vectors, i % 3, noise[i % 3]);
  for (guint i = 0; i < 4; i++)
    add (vectors, 10 + i, 0);
  g_assert_cmpuint (find (vectors, groups), ==, 3);
  for (guint i = 0; i < 60; i++)
    g_assert_cmpuint (groups[i], ==, expected[i % 3]);
  for (guint i = 60; i < 64; i++)
    g_assert_cmpuint (groups[i], ==, KOMA_SIMILAR_ALONE);
}

static void
test_few (void)
{
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (free_vector);
  guint groups[3] = { 0 };

  g_assert_cmpuint (find (vectors, groups), ==, 0);
  add (vectors, 0, 0);
  g_assert_cmpuint (find (vectors, groups), ==, 0);
  g_assert_cmpuint (groups[0], ==, KOMA_SIMILAR_ALONE);
  add (vectors, 1, 0);
  g_assert_cmpuint (find (vectors, groups), ==, 0);
  add (vectors, 1, 0);
  g_assert_cmpuint (find (vectors, groups), ==, 1);
  g_assert_cmpuint (groups[0], ==, KOMA_SIMILAR_ALONE);
  g_assert_cmpuint (groups[1], ==, 0);
  g_assert_cmpuint (groups[2], ==, 0);
}

/* All the same: one group. */
static void
test_same (void)
{
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (free_vector);
  guint groups[20] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    add (vectors, 5, 0);
  g_assert_cmpuint (find (vectors, groups), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    g_assert_cmpuint (groups[i], ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (free_vector);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint groups[2] = { 0 };

  add (vectors, 5, 0);
  add (vectors, 5, 0);
  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (koma_similar_groups_find ((KomaFeatureVector *const *) vectors->pdata, 2,
                                              cancellable, groups),
                    ==, 0);
  g_assert_cmpuint (groups[0], ==, KOMA_SIMILAR_ALONE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/similar-groups/directions", test_directions);
  g_test_add_func ("/similar-groups/few", test_few);
  g_test_add_func ("/similar-groups/same", test_same);
  g_test_add_func ("/similar-groups/cancelled", test_cancelled);
  return g_test_run ();
}
