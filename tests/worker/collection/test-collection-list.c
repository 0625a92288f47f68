/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All that a collection has: its pictures, also those that were moved, its folders, its last model;
 * and a collection of an older Koma. */
#include "worker/collection/koma-collection-list.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "collection-fixture.h"
#include "tests/test-main.h"

#define INTO_PICTURES "INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256) VALUES "

#define N_PICTURES 7

static GPtrArray *
list (Collection *fixture,
      gint64      after,
      guint       n)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *pictures = koma_collection_list (fixture->collection, after, n, 10, &error);

  g_assert_no_error (error);
  return pictures;
}

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
    g_autoptr (GPtrArray) pictures = list (fixture, after, 3);

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
  pictures = list (fixture, 0, 10);
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
  pictures = list (fixture, 0, 10);
  collection_touch (((KomaCollectionPicture *) pictures->pdata[1])->path, 1);
  g_assert_cmpint (g_unlink (((KomaCollectionPicture *) pictures->pdata[2])->path), ==, 0);
  for (guint i = 0; i < pictures->len; i++) {
    KomaCollectionPicture *picture = pictures->pdata[i];

    koma_collection_picture_look (picture);
    g_assert_cmpint ((int) picture->change, ==, (int) changes[i]);
  }
}

static char *
rename_picture (Collection *fixture,
                const char *path,
                const char *name)
{
  char *to = g_build_filename (fixture->folder, name, NULL);

  g_assert_cmpint (g_rename (path, to), ==, 0);
  return to;
}

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
  to = rename_picture (fixture, path, "b.png");
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

static void
test_forget (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_forget (fixture->collection, path, NULL));
  g_assert_true (koma_collection_forget (fixture->collection, "/nowhere/b.png", NULL));
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT (SELECT count(*) FROM pictures) +"
                                              " (SELECT count(*) FROM answers) +"
                                              " (SELECT count(*) FROM scores);"),
                   ==, 0);
}

static void
check_correction (Collection *fixture,
                  const char *path,
                  const char *label) /* (nullable) */
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_true ((known.correction != NULL) == (label != NULL));
  if (label == NULL)
    return;
  g_assert_cmpstr (known.correction->label, ==, label);
  g_assert_cmpstr (known.correction->author, ==, "Ada");
  g_assert_cmpint (known.correction->corrected_us, ==, 1700000000000000);
}

/* It stays when the file changes, needs no answer, and may be taken back. */
static void
test_correct (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *unanswered = collection_write_picture (fixture, "b.png", "two");
  g_autoptr (KomaCorrection) said = koma_correction_new ("a toy", "Ada", 1700000000000000);
  g_autoptr (KomaCorrection) other = koma_correction_new ("a doll", "Ada", 1700000000000000);
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  check_correction (fixture, path, NULL);
  g_assert_true (koma_collection_correct (fixture->collection, path, said, NULL));
  g_assert_true (koma_collection_correct (fixture->collection, unanswered, said, NULL));
  g_assert_true (koma_collection_correct (fixture->collection, unanswered, other, NULL));
  collection_touch (path, 1);
  collection_close (fixture);
  collection_open (fixture);
  check_correction (fixture, path, "a toy");
  check_correction (fixture, unanswered, "a doll");
  pictures = list (fixture, 0, 10);
  g_assert_cmpuint (pictures->len, ==, 2);
  g_assert_cmpstr (((KomaCollectionPicture *) pictures->pdata[1])->known.correction->label, ==,
                   "a doll");
  g_assert_true (koma_collection_correct (fixture->collection, path, NULL, NULL));
  check_correction (fixture, path, NULL);
  collection_exec (fixture, "UPDATE corrections SET corrected_us = -1;");
  g_clear_pointer (&pictures, g_ptr_array_unref);
  pictures = list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[1])->known.correction);
}

/* Makes the collection of tests/data/collection that has this version. */
static void
make_version (Collection *fixture,
              guint       version)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *name = g_strdup_printf ("version-%u.sql", version);
  g_autofree char *dump =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "collection", name, NULL);
  g_autofree char *sql = NULL;
  sqlite3         *db = NULL;

  g_assert_true (g_file_get_contents (dump, &sql, NULL, NULL));
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), ==, version);
}

/* What it had is there, and what a new one has can be put into it. */
static void
test_version_1 (Collection   *fixture,
                gconstpointer data)
{
  make_version (fixture, 1);
  collection_open (fixture);
  g_assert_true (koma_collection_add_folder (fixture->collection, fixture->folder, NULL));
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), >, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM vectors;"), ==, 3);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best WHERE label = 'car'"
                                              " AND score > 0.9;"),
                   ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT label = 'a toy' AND author IS NULL"
                                              " FROM corrections;"),
                   ==, 1);
}

/* The same of version 2, whose pictures have no time yet: an answer brings it. */
static void
test_version_2 (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");

  make_version (fixture, 2);
  collection_open (fixture);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), >, 2);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE taken_us IS NULL AND camera IS NULL;"),
                   ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM folders;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT author = 'Ada' FROM corrections;"), ==, 1);
  fixture->answer->taken = (KomaTaken){ 5, 7 };
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE taken_us = 5 AND camera = 7;"),
                   ==, 1);
}

static void
rate (Collection *fixture,
      const char *path,
      int         stars,
      const char *author,
      gint64      rated_us)
{
  g_autoptr (KomaRating) rating = koma_rating_new (stars, author, rated_us);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_rate (fixture->collection, path, rating, &error));
  g_assert_no_error (error);
}

/* The same of version 3, of whose pictures nobody said that they are to be left out. */
static void
test_version_3 (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.jpg", NULL);

  make_version (fixture, 3);
  collection_open (fixture);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE taken_us = 1795978000500000;"),
                   ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best;"), ==, 4);
  g_assert_true (koma_collection_leave_out (fixture->collection, path, TRUE, NULL));
  rate (fixture, path, 4, "Ada", 5);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best;"), ==, 3);
  g_assert_cmpint (collection_count (fixture, "SELECT stars FROM ratings;"), ==, 4);
}

static guint
count_listed (Collection *fixture)
{
  g_autoptr (GPtrArray) pictures = list (fixture, 0, 10);
  g_autoptr (GPtrArray) files =
    koma_collection_list_files (fixture->collection, 0, 10, FALSE, NULL);
  g_autoptr (GPtrArray) unhashed =
    koma_collection_list_files (fixture->collection, 0, 10, TRUE, NULL);
  gint64 n = 0;

  g_assert_true (koma_collection_count (fixture->collection, &n, NULL));
  g_assert_cmpuint (pictures->len, ==, files->len);
  g_assert_cmpuint (pictures->len, ==, unhashed->len);
  g_assert_cmpint (n, ==, pictures->len);
  return pictures->len;
}

static void
leave_out (Collection *fixture,
           const char *path,
           gboolean    is_out)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_leave_out (fixture->collection, path, is_out, &error));
  g_assert_no_error (error);
}

static void
check_left_out (Collection *fixture,
                const char *path,
                gboolean    is_out)
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_cmpint (known.is_left_out, ==, is_out);
}

/* The same without a model, and before anybody else found that it was moved. */
static void
check_left_out_alone (Collection *fixture,
                      const char *path,
                      gboolean    is_out)
{
  KomaFileId id = { 0 };
  gboolean   is_left_out = !is_out;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &id));
  koma_collection_is_left_out (fixture->collection, path, &id, &is_left_out, &error);
  g_assert_no_error (error);
  g_assert_cmpint (is_left_out, ==, is_out);
}

/* It is in no list, neither with a new answer nor when the file changes or moves; its answers come
 * back with it. Of what was never left out, nothing is written. */
static void
test_leave_out (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *other = collection_write_picture (fixture, "b.png", "two");
  g_autofree char *to = NULL;
  gboolean         has = FALSE;

  collection_open (fixture);
  collection_touch (path, 0);
  collection_add_answer (fixture, path, 3);
  leave_out (fixture, path, FALSE);
  g_assert_true (koma_collection_has (fixture->collection, path, &has, NULL));
  g_assert_true (has);
  g_assert_true (koma_collection_has (fixture->collection, other, &has, NULL));
  g_assert_false (has);
  check_left_out_alone (fixture, path, FALSE);
  check_left_out_alone (fixture, other, FALSE);
  leave_out (fixture, path, TRUE);
  leave_out (fixture, other, TRUE);
  g_assert_cmpuint (count_listed (fixture), ==, 0);
  collection_add_answer (fixture, other, 3);
  check_left_out (fixture, other, TRUE);
  collection_touch (other, 1);
  check_left_out (fixture, other, TRUE);
  to = rename_picture (fixture, path, "c.png");
  check_left_out_alone (fixture, to, TRUE);
  check_left_out (fixture, to, TRUE);
  g_assert_cmpuint (count_listed (fixture), ==, 0);
  collection_close (fixture);
  collection_open (fixture);
  leave_out (fixture, to, FALSE);
  check_left_out (fixture, to, FALSE);
  g_assert_cmpuint (count_listed (fixture), ==, 1);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM left_out"
                                              " WHERE changed_us > 1700000000000000;"),
                   ==, 2);
}

static void
check_rating (Collection *fixture,
              const char *path,
              int         stars,
              const char *author) /* (nullable) of no stars */
{
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_find (fixture, path, 3, &known);
  g_assert_cmpint (koma_rating_get_stars (known.rating), ==, stars);
  g_assert_cmpstr (known.rating != NULL ? known.rating->author : NULL, ==, author);
}

/* It stays when the file changes, and that it was taken back is kept; a wrong one is none. Who says
 * the same again is not who said it. */
static void
test_rate (Collection   *fixture,
           gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *unrated = collection_write_picture (fixture, "b.png", "two");
  g_autoptr (GPtrArray) pictures = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  check_rating (fixture, path, KOMA_RATING_NONE, NULL);
  rate (fixture, path, 5, "Ada", 5);
  rate (fixture, path, -1, "Bo", 7);
  rate (fixture, path, -1, "Ada", 9);
  rate (fixture, unrated, 0, "Ada", 5);
  collection_touch (path, 1);
  check_rating (fixture, path, KOMA_RATING_REJECTED, "Bo");
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM ratings WHERE rated_us = 7;"),
                   ==, 1);
  rate (fixture, path, 0, "Ada", 11);
  check_rating (fixture, path, KOMA_RATING_NONE, NULL);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT rated_us FROM ratings;"), ==, 11);
  collection_exec (fixture, "UPDATE ratings SET stars = 6;");
  pictures = list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.rating);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.result);
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
  pictures = list (fixture, 0, 10);
  g_assert_null (((KomaCollectionPicture *) pictures->pdata[0])->known.result);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-list/list", test_list);
  collection_add_test ("/collection-list/unknown", test_unknown);
  collection_add_test ("/collection-list/look", test_look);
  collection_add_test ("/collection-list/renamed", test_renamed);
  collection_add_test ("/collection-list/copied", test_copied);
  collection_add_test ("/collection-list/same-content", test_same_content);
  collection_add_test ("/collection-list/folders", test_folders);
  collection_add_test ("/collection-list/last-model", test_last_model);
  collection_add_test ("/collection-list/forget", test_forget);
  collection_add_test ("/collection-list/correct", test_correct);
  collection_add_test ("/collection-list/version-1", test_version_1);
  collection_add_test ("/collection-list/version-2", test_version_2);
  collection_add_test ("/collection-list/version-3", test_version_3);
  collection_add_test ("/collection-list/taken", test_taken);
  collection_add_test ("/collection-list/leave-out", test_leave_out);
  collection_add_test ("/collection-list/rate", test_rate);
  return g_test_run ();
}
