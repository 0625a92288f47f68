/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cosines of many vectors with one, against their definition in double. */
#include "engine/words/vector-index.h"

#include <math.h>

#include "engine/words/text-tower.h"
#include "tests/test-main.h"

static float *
make_vector (guint width)
{
  float *vector = g_new (float, width);

  for (guint i = 0; i < width; i++)
    vector[i] = (float) g_test_rand_double_range (-1, 1);
  koma_vector_make_unit (vector, width);
  return vector;
}

static double
find_cosine (const float *a,
             const float *b,
             guint        width)
{
  double sum = 0;

  for (guint i = 0; i < width; i++)
    sum += (double) a[i] * b[i];
  return sum;
}

/* What rounding both vectors to steps of 1 / 32767 can do at most. */
static double
find_bound (guint width)
{
  return sqrt (width) / 32767 + 1e-6;
}

static void
check_index (guint width,
             guint count)
{
  g_autoptr (KomaVectorIndex) index = koma_vector_index_new (width);
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (g_free);
  g_autofree float *wanted = make_vector (width);
  g_autofree float *cosines = g_new (float, count + 1);
  double            squares = 0;

  for (guint i = 0; i < count; i++) {
    g_ptr_array_add (vectors, make_vector (width));
    g_assert_cmpuint (koma_vector_index_add (index, vectors->pdata[i]), ==, i);
  }
  g_assert_cmpuint (koma_vector_index_get_count (index), ==, count);
  g_assert_cmpuint (koma_vector_index_get_width (index), ==, width);
  g_assert_cmpuint (koma_vector_index_get_size (index), >=, (gsize) 2 * count * width);
  cosines[count] = 7;
  koma_vector_index_compare (index, wanted, cosines);
  g_assert_cmpfloat (cosines[count], ==, 7);
  for (guint i = 0; i < count; i++) {
    const double error = cosines[i] - find_cosine (vectors->pdata[i], wanted, width);

    g_assert_cmpfloat (fabs (error), <=, find_bound (width));
    squares += error * error;
  }
  if (count > 0)
    g_assert_cmpfloat (sqrt (squares / count), <, 5e-5);
}

/* Odd widths, blocks that are not full, blocks of one vector. */
static void
test_sizes (void)
{
  static const guint widths[] = { 1, 2, 31, 32, 33, 63, 64, 65, 511, 512, 513, 768, 25089 };
  static const guint counts[] = { 0, 1, 2, 3, 4, 5, 19 };

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
      check_index (widths[w], counts[c]);
  check_index (512, 1000);
  check_index (131073, 3);
}

/* Itself, its opposite, one at a right angle, none. */
static void
test_ends (void)
{
  static const float vectors[][3] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 0.6f, 0.8f }, { 0, 0, 0 } };
  static const float expected[] = { 1, -1, 0, 0 };
  g_autoptr (KomaVectorIndex) index = koma_vector_index_new (3);
  float cosines[G_N_ELEMENTS (vectors)];

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    koma_vector_index_add (index, vectors[i]);
  koma_vector_index_compare (index, vectors[0], cosines);
  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    g_assert_cmpfloat (cosines[i], ==, expected[i]);
}

/* Blocks are asked for as they are needed: what is kept ready is one of them at most. */
static void
test_size (void)
{
  g_autoptr (KomaVectorIndex) index = koma_vector_index_new (512);
  g_autofree float *vector = make_vector (512);
  const gsize       empty = koma_vector_index_get_size (index);

  g_assert_cmpuint (empty, <, 1024);
  for (guint i = 0; i < 1000; i++)
    koma_vector_index_add (index, vector);
  g_assert_cmpuint (koma_vector_index_get_size (index), <=, 1000 * 1024 + (1 << 18) + empty);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vector-index/sizes", test_sizes);
  g_test_add_func ("/vector-index/ends", test_ends);
  g_test_add_func ("/vector-index/size", test_size);
  return g_test_run ();
}
