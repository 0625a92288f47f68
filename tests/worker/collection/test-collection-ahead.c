/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is read ahead of pictures that are asked for in turn. */
#include "collection-fixture.h"
#include "tests/test-main.h"

static int
find_stars (Collection *fixture,
            const char *path)
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  return koma_rating_get_stars (known.rating);
}

/* Behind the others, so that they are read ahead; of one nobody can ask. */
static const char strange_rows[] =
  "INSERT INTO pictures (path, size_bytes, mtime_ns) VALUES (x'', 1, 1), (x'612e6a706700', 1, 1);"
  "UPDATE ratings SET stars = 9 WHERE picture ="
  " (SELECT id FROM pictures WHERE path = x'342e6a7067');";

/* In the order of the rows, in another, with new files between, and where a row is gone: what is
 * known is of the picture that was asked for. */
static void
test_in_turn (Collection   *fixture,
              gconstpointer data)
{
  static const guint order[] = { 0, 1, 2, 4, 3, 4, 1, 2, 3, 4, 0 };
  char              *paths[5] = { NULL };
  g_autofree char *new = collection_write_picture (fixture, "new.jpg", "new");
  KomaFileId id = { 0 };
  g_auto (KomaCollectionKnown) known = { 0 };
  g_autoptr (GError) error = NULL;

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *name = g_strdup_printf ("%u.jpg", i);

    paths[i] = collection_write_picture (fixture, name, name);
    collection_add_answer (fixture, paths[i], 3);
    collection_rate (fixture, paths[i], (int) i + 1, "Ada", 5);
  }
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_assert_cmpint (find_stars (fixture, paths[order[i]]), ==, order[i] + 1);
    g_assert_cmpint (find_stars (fixture, new), ==, 0);
  }
  collection_rate (fixture, paths[1], 5, "Ada", 7);
  g_assert_cmpint (find_stars (fixture, paths[1]), ==, 5);
  g_assert_true (koma_collection_forget (fixture->collection, paths[2], NULL));
  collection_exec (fixture, strange_rows);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (find_stars (fixture, paths[i]), ==, i == 2 ? 0 : i == 1 ? 5
                                                                             : i + 1);
  collection_touch (paths[3], 1);
  g_assert_cmpint (find_stars (fixture, paths[3]), ==, 4);
  g_assert_true (koma_collection_get_file_id (paths[4], &id));
  g_assert_false (koma_collection_find (fixture->collection, paths[4], &id, 3, 3, &known, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_free (paths[i]);
}

/* What was read ahead is of the file that it was then, and of so many classes. */
static void
test_ahead (Collection   *fixture,
            gconstpointer data)
{
  char *paths[4] = { NULL };

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *name = g_strdup_printf ("%u.jpg", i);

    paths[i] = collection_write_picture (fixture, name, name);
    collection_add_answer (fixture, paths[i], 2);
  }
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_touch (paths[2], 1);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_auto (KomaCollectionKnown) known = { 0 };

    collection_find (fixture, paths[i], i == 3 ? 3 : 2, &known);
    g_assert_cmpint (known.result != NULL, ==, i < 2);
    g_assert_cmpint (known.result != NULL ? known.result->n_classes : 2, ==, 2);
    g_free (paths[i]);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-ahead/in-turn", test_in_turn);
  collection_add_test ("/collection-ahead/ahead", test_ahead);
  return g_test_run ();
}
