/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture that was moved or copied is found by its size and time, or by its content; a collection
 * that was moved with its pictures has them. */

#include <glib/gstdio.h>

#include "collection-fixture.h"
#include "tests/test-main.h"

/* By its size and time; its other path is not known any more. */
static void
test_renamed (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *to = NULL;
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_open (fixture);
  collection_touch (path, 0);
  collection_add_answer (fixture, path, 3);
  to = collection_rename (fixture, path, "b.png");
  collection_find (fixture, to, 3, &known);
  g_assert_nonnull (known.result);
  g_assert_cmpstr (known.moved_from, ==, path);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT path = x'622e706e67' FROM pictures;"), ==, 1);
}

/* A copy is another picture, as long as the first is there. */
static void
test_copied (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *copy = collection_write_picture (fixture, "b.png", "one");
  g_auto (KomaCollectionKnown) known = { 0 };
  KomaFileId id = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_get_file_id (path, &id));
  g_assert_true (
    koma_collection_find (fixture->collection, copy, &id, 3, 3, &known, NULL));
  g_assert_null (known.result);
  g_assert_null (known.moved_from);
}

/* Times of whole seconds, and other times, say nothing; the content does. */
static void
test_same_content (Collection   *fixture,
                   gconstpointer data)
{
  static const char *const contents[] = { "one", "two" };
  g_autofree char         *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char         *sha256 = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "one", -1);
  KomaFileId               id = { 0 };

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++) {
    g_auto (KomaCollectionKnown) before = { 0 }, after = { 0 };
    g_autofree char *to = NULL;

    g_assert_true (g_file_set_contents (path, "one", -1, NULL));
    collection_add_answer (fixture, path, 3);
    g_assert_true (koma_collection_get_file_id (path, &id));
    g_assert_cmpint (g_unlink (path), ==, 0);
    to = collection_write_picture (fixture, "b.png", contents[i]);
    collection_touch (to, 5);
    collection_find (fixture, to, 3, &before);
    g_assert_null (before.result);
    g_assert_true (
      koma_collection_add_sha256 (fixture->collection, path, &id, sha256, NULL));
    collection_find (fixture, to, 3, &after);
    g_assert_true ((after.result != NULL) == g_str_equal (contents[i], "one"));
    g_assert_cmpint (g_unlink (to), ==, 0);
  }
}

/* The folder with the collection and its pictures may be moved. */
static void
test_with_pictures (Collection   *fixture,
                    gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *moved = g_strconcat (fixture->folder, "-moved", NULL);
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  g_assert_cmpint (g_rename (fixture->folder, moved), ==, 0);
  g_free (fixture->folder);
  fixture->folder = g_steal_pointer (&moved);
  g_free (path);
  path = g_build_filename (fixture->folder, "a.png", NULL);
  collection_open (fixture);
  collection_find (fixture, path, 3, &known);
  g_assert_nonnull (known.result);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-moved/renamed", test_renamed);
  collection_add_test ("/collection-moved/copied", test_copied);
  collection_add_test ("/collection-moved/same-content", test_same_content);
  collection_add_test ("/collection-moved/with-pictures", test_with_pictures);
  return g_test_run ();
}
