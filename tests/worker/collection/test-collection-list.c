/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All that a collection has: its pictures, its folders, its last model. */
#include "worker/collection/koma-collection-list.h"

#include <glib/gstdio.h>

#include "collection-fixture.h"
#include "tests/test-main.h"

#define INTO_PICTURES "INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256) VALUES "

#define N_PICTURES 7

/* Piece by piece, each once, with answers of fewer classes than were wanted. */
static void
test_list (Collection   *fixture,
           gconstpointer data)
{
  guint  n_listed = 0;
  gint64 after = 0;

  collection_open (fixture);
  for (guint i = 0; i < N_PICTURES; i++) {
    g_autofree char *name = g_strdup_printf ("%u.png", i);
    g_autofree char *path = collection_write_picture (fixture, name, name);

    collection_add_answer (fixture, path, 3);
  }
  for (;;) {
    g_autoptr (GPtrArray) pictures = collection_list (fixture, after, 3);

    if (pictures->len == 0)
      break;
    for (guint i = 0; i < pictures->len; i++) {
      const KomaCollectionPicture *picture = pictures->pdata[i];
      g_autofree char             *name = g_strdup_printf ("%u.png", n_listed++);
      g_autofree char             *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_cmpstr (picture->path, ==, path);
      g_assert_cmpstr (koma_result_get_class (picture->known.result, 0).label, ==, "cat");
      g_assert_cmpuint (picture->known.result->n_classes, ==, 4);
      after = picture->row;
    }
  }
  g_assert_cmpuint (n_listed, ==, N_PICTURES);
}

/* A picture that another model alone has answered is there without an answer, one with a wrong row
 * likewise, and one whose name is none is not. */
static void
test_unknown (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *other = collection_write_picture (fixture, "b.png", "two");
  g_autoptr (GPtrArray) pictures = NULL;
  gint64 n = 0;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_add_answer (fixture, other, 3);
  collection_exec (fixture, "UPDATE answers SET model = 77 WHERE picture = 1;"
                            "UPDATE scores SET score = 9.0 WHERE answer = 2;" INTO_PICTURES
                            "(3, x'610062', 1, 1, NULL), (4, x'', 1, 1, NULL);");
  pictures = collection_list (fixture, 0, 10);
  g_assert_cmpuint (pictures->len, ==, 2);
  for (guint i = 0; i < pictures->len; i++)
    g_assert_null (((KomaCollectionPicture *) pictures->pdata[i])->known.result);
  g_assert_true (koma_collection_count (fixture->collection, &n, NULL));
  g_assert_cmpint (n, ==, 4);
}

static void
test_look (Collection   *fixture,
           gconstpointer data)
{
  static const char *const    names[] = { "same", "changed", "gone" };
  static const KomaFileChange changes[] = { KOMA_FILE_SAME, KOMA_FILE_CHANGED, KOMA_FILE_GONE };
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = collection_write_picture (fixture, names[i], "one");

    collection_add_answer (fixture, path, 3);
  }
  pictures = collection_list (fixture, 0, 10);
  collection_touch (((KomaCollectionPicture *) pictures->pdata[1])->path, 1);
  g_assert_cmpint (g_unlink (((KomaCollectionPicture *) pictures->pdata[2])->path), ==, 0);
  for (guint i = 0; i < pictures->len; i++) {
    KomaCollectionPicture *picture = pictures->pdata[i];

    koma_collection_picture_look (picture);
    g_assert_cmpint ((int) picture->change, ==, (int) changes[i]);
  }
}

static void
test_folders (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *inside = g_build_filename (fixture->folder, "2026", NULL);
  g_autoptr (GPtrArray) none = NULL, folders = NULL;

  g_assert_cmpint (g_mkdir (inside, 0755), ==, 0);
  collection_open (fixture);
  none = koma_collection_read_folders (fixture->collection, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  for (guint i = 0; i < 2; i++) {
    g_assert_true (koma_collection_add_folder (fixture->collection, inside, NULL));
    g_assert_true (koma_collection_add_folder (fixture->collection, fixture->folder, NULL));
    g_assert_true (koma_collection_add_folder (fixture->collection, "/usr", NULL));
  }
  collection_close (fixture);
  collection_open (fixture);
  folders = koma_collection_read_folders (fixture->collection, NULL);
  g_assert_cmpuint (folders->len, ==, 3);
  g_assert_cmpstr (folders->pdata[0], ==, inside);
  g_assert_cmpstr (folders->pdata[1], ==, fixture->folder);
  g_assert_cmpstr (folders->pdata[2], ==, "/usr");
}

static void
test_last_model (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_auto (KomaCollectionLastModel) none = { 0 }, last = { 0 };

  fixture->collection = koma_collection_open (path, NULL);
  g_assert_true (koma_collection_get_last_model (fixture->collection, &none, NULL));
  g_assert_null (none.name);
  collection_choose (fixture);
  g_assert_true (koma_collection_get_last_model (fixture->collection, &last, NULL));
  g_assert_cmpstr (last.name, ==, fixture->answer->info->name);
  g_assert_cmpstr (last.hash, ==, fixture->answer->info->hash);
  g_assert_cmpstr (last.source, ==, fixture->answer->info->path);
}

/* All that is known of a picture goes with it, and nothing else. */
static void
test_forget (Collection   *fixture,
             gconstpointer data)
{
  static const char *const tables[] = { "pictures", "answers", "scores", "vectors",
                                        "corrections", "left_out", "ratings" };
  g_autofree char         *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char         *other = collection_write_picture (fixture, "b.png", "two");

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_add_answer (fixture, other, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_exec (
    fixture,
    "INSERT INTO spaces (space) VALUES ('s');"
    "INSERT INTO vectors (picture, space, halves) SELECT id, 1, X'00' FROM pictures;"
    "INSERT INTO corrections (picture, label, corrected_us) SELECT id, 'cat', 0 FROM pictures;"
    "INSERT INTO left_out (picture, is_out, author, changed_us) SELECT id, 1, '', 0 FROM pictures;"
    "INSERT INTO ratings (picture, stars, author, rated_us) SELECT id, 5, '', 0 FROM pictures;");
  g_assert_true (koma_collection_forget (fixture->collection, path, NULL));
  g_assert_true (koma_collection_forget (fixture->collection, "/nowhere/b.png", NULL));
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s;", tables[i]);
    const gint64     n = g_str_equal (tables[i], "scores") ? 4 : 1;

    g_assert_cmpint (collection_count (fixture, sql), ==, n);
  }
  collection_check_parents (fixture);
}

/* The file changed, and has no such block now; of what is no time, nothing is believed. */
static void
test_taken (Collection   *fixture,
            gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) known = { 0 };
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  fixture->answer->taken = (KomaTaken){ 5, 7 };
  collection_add_answer (fixture, path, 3);
  collection_touch (path, 1);
  fixture->answer->taken = (KomaTaken){ 0 };
  collection_add_answer (fixture, path, 3);
  collection_find (fixture, path, 3, &known);
  g_assert_cmpint (known.result->taken.time_us, ==, 0);
  g_assert_cmpint (known.result->taken.camera, ==, 0);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_exec (fixture, "UPDATE pictures SET camera = -1;");
  pictures = collection_list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.result);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-list/list", test_list);
  collection_add_test ("/collection-list/unknown", test_unknown);
  collection_add_test ("/collection-list/look", test_look);
  collection_add_test ("/collection-list/folders", test_folders);
  collection_add_test ("/collection-list/last-model", test_last_model);
  collection_add_test ("/collection-list/forget", test_forget);
  collection_add_test ("/collection-list/taken", test_taken);
  return g_test_run ();
}
