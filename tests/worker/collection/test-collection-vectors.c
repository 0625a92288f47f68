/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vectors of pictures, with answers and without. */
#include "collection-fixture.h"
#include "tests/test-main.h"

/* Vectors without a model; those of another space are others, and those of another file none. */
static void
test_vector_alone (Collection   *fixture,
                   gconstpointer data)
{
  static const float values[] = { 0.6f, 0.8f };
  g_autofree char   *path = collection_write_picture (fixture, "a.png", "one");
  g_autoptr (KomaFeatureVector) given = koma_feature_vector_new (values, G_N_ELEMENTS (values));
  g_autoptr (KomaFeatureVector) found = NULL;
  KomaCollection *collection = NULL;
  KomaFileId      id = { 0 };

  collection_open (fixture);
  collection = fixture->collection;
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_true (koma_collection_choose_space (collection, "one", NULL));
  g_assert_null (koma_collection_find_vector (collection, path, &id, NULL));
  g_assert_true (koma_collection_add_vector (collection, path, &id, given, NULL));
  g_assert_true (koma_collection_add_vector (collection, path, &id, given, NULL));
  found = koma_collection_find_vector (collection, path, &id, NULL);
  g_assert_nonnull (found);
  g_assert_cmpfloat_with_epsilon (koma_feature_vector_get_values (found)[1], 0.8, 1e-3);
  g_assert_true (koma_collection_commit (collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM vectors;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 1);
  g_assert_true (koma_collection_choose_space (collection, "other", NULL));
  g_assert_null (koma_collection_find_vector (collection, path, &id, NULL));
  collection_touch (path, 1);
  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_true (koma_collection_add_vector (collection, path, &id, given, NULL));
  g_assert_true (koma_collection_commit (collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM vectors;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 0);
}

/* A vector is of the picture, whichever the words are that it is compared with. */
static void
test_vector (Collection   *fixture,
             gconstpointer data)
{
  static const float values[] = { 0.5f, -0.25f, 0.8291f };
  g_autofree char   *path = collection_write_picture (fixture, "a.png", "one");
  g_autoptr (KomaFeatureVector) vector = NULL;
  KomaFileId id = { 0 };

  fixture->answer->info->space = g_strdup ("of the model");
  fixture->answer->vector = koma_feature_vector_new (values, G_N_ELEMENTS (values));
  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_choose_other (fixture, fixture->answer->info->hash, "other words", 0);
  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_null (koma_collection_find_vector (fixture->collection, path, &id, NULL));
  fixture->answer->info->space = g_strdup ("of the model");
  collection_choose (fixture);
  vector = koma_collection_find_vector (fixture->collection, path, &id, NULL);
  g_assert_nonnull (vector);
  g_assert_cmpuint (koma_feature_vector_get_n (vector), ==, G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpfloat_with_epsilon (koma_feature_vector_get_values (vector)[i], values[i], 5e-4);
  id.mtime_ns++;
  g_assert_null (koma_collection_find_vector (fixture->collection, path, &id, NULL));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-vectors/of-answer", test_vector);
  collection_add_test ("/collection-vectors/alone", test_vector_alone);
  return g_test_run ();
}
