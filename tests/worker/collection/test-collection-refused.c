/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that are no collection, that others write to, or that hold what Koma did not write: each is
 * an error that says so, and nothing is changed. */
#include "worker/collection/koma-collection.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "collection-fixture.h"
#include "tests/list-files.h"
#include "tests/test-main.h"
#include "worker/koma-journal-file.h"

/* Refused, with the file's name and @words, and left as it was; nothing lies beside it. */
static void
check_refused (Collection  *fixture,
               GIOErrorEnum code,
               const char  *words)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *before = NULL, *after = NULL;
  gsize            n_before = 0, n_after = 0;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  g_assert_null (koma_collection_open (path, &error));
  g_assert_error (error, G_IO_ERROR, (gint) code);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, words));
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  files = list_files (fixture->folder);
  g_assert_cmpuint (files->len, ==, 1);
}

static void
test_foreign (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char  *path = collection_get_path (fixture);
  g_autofree char  *longer = g_strnfill (5000, 'x');
  const char *const texts[] = { "", "no database", "SQLite format 3", longer };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    check_refused (fixture, G_IO_ERROR_INVALID_DATA, "is no collection of Koma");
  }
  g_unlink (path);
  {
    sqlite3 *db = NULL;

    g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_exec (db, "CREATE TABLE pictures (id); PRAGMA user_version = 1;", NULL,
                                   NULL, NULL),
                     ==, SQLITE_OK);
    sqlite3_close (db);
  }
  check_refused (fixture, G_IO_ERROR_INVALID_DATA, "is no collection of Koma");
}

static void
test_folder (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "missing", "a.koma", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_collection_open (fixture->folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_null (koma_collection_open (missing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, missing));
}

static void
test_newer (Collection   *fixture,
            gconstpointer data)
{
  collection_open (fixture);
  collection_close (fixture);
  collection_exec (fixture, "PRAGMA user_version = 1000;");
  check_refused (fixture, G_IO_ERROR_NOT_SUPPORTED, "a newer Koma");
}

/* One of before the first version, made by hand, gets all that the present one has. */
static void
test_older (Collection   *fixture,
            gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *picture = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) known = { 0 };
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA application_id = 0x4b6f6d61; CREATE TABLE more (x);",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  collection_open (fixture);
  collection_add_answer (fixture, picture, 3);
  collection_find (fixture, picture, 3, &known);
  g_assert_nonnull (known.result);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM more;"), ==, 0);
}

/* A step that can not be taken leaves the file as it was. */
static void
test_half_migrated (Collection   *fixture,
                    gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  sqlite3         *db = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (
    sqlite3_exec (db, "PRAGMA application_id = 0x4b6f6d61; CREATE TABLE vectors (x);", NULL, NULL,
                  NULL),
    ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_null (koma_collection_open (path, &error));
  g_assert_nonnull (strstr (error->message, "vectors"));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM sqlite_schema;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), ==, 0);
}

/* Bytes that are not those of a page. */
static void
test_damaged (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  collection_open (fixture);
  collection_close (fixture);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memset (bytes + 100, 0xa5, length - 100);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  check_refused (fixture, G_IO_ERROR_INVALID_DATA, "is damaged");
}

#define N_PICTURES 1000

static void
add_many (Collection *fixture)
{
  for (guint i = 0; i < N_PICTURES; i++) {
    g_autofree char    *path = g_strdup_printf ("/nowhere/%04u.png", i);
    KomaCollectionEntry entry = {
      .path = path, .id = { .size_bytes = i }, .result = fixture->answer
    };

    g_assert_true (koma_collection_add (fixture->collection, &entry, 3, NULL));
  }
}

/* The row and what is said of it are on other pages. */
static void
say_of_many (Collection *fixture)
{
  g_autoptr (KomaRating) five = koma_rating_new (5, "Ada", 5);

  for (guint i = 0; i < N_PICTURES; i += 100) {
    g_autofree char *path = g_strdup_printf ("/nowhere/%04u.png", i);

    g_assert_true (koma_collection_rate (fixture->collection, path, five, NULL));
    g_assert_true (koma_collection_leave_out (fixture->collection, path, TRUE, NULL));
  }
}

/* How many are known; none of them wrongly. */
static guint
count_known (Collection *fixture)
{
  guint n = 0;

  for (guint i = 0; i < N_PICTURES; i++) {
    g_autofree char *path = g_strdup_printf ("/nowhere/%04u.png", i);
    const KomaFileId id = { .size_bytes = i };
    g_auto (KomaCollectionKnown) known = { 0 };
    g_autoptr (GError) error = NULL;

    koma_collection_find (fixture->collection, path, &id, 3, 3, &known, &error);
    g_assert_no_error (error);
    if (known.result == NULL)
      continue;
    g_assert_cmpuint (known.result->n_classes, ==, 3);
    g_assert_cmpstr (koma_result_get_class (known.result, 0).label, ==, "cat");
    n++;
  }
  return n;
}

/* One page of many, whichever, costs what stands on it, and what belongs to that. */
static void
test_salvaged (Collection   *fixture,
               gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *aside = g_strconcat (path, ".damaged", NULL);
  g_autofree char *bytes = NULL;
  gsize            length = 0;
  guint            n_kept = 0;
  gint64           n_said = 0;

  collection_open (fixture);
  add_many (fixture);
  say_of_many (fixture);
  collection_close (fixture);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize page = 2; page * 4096 < length; page += 7) {
    g_autofree char *damaged = g_memdup2 (bytes, length);
    guint            n = 0;

    memset (damaged + page * 4096, 0xa5, 4096);
    g_assert_true (g_file_set_contents (path, damaged, (gssize) length, NULL));
    collection_open (fixture);
    g_assert_nonnull (koma_collection_get_notice (fixture->collection));
    g_assert_nonnull (strstr (koma_collection_get_notice (fixture->collection), aside));
    n = count_known (fixture);
    g_assert_cmpuint (n, <, N_PICTURES + 1);
    n_kept = MAX (n_kept, n);
    n_said = MAX (n_said, collection_count (fixture, "SELECT count(*) FROM left_out JOIN ratings"
                                                     " USING (picture) WHERE is_out"
                                                     " AND stars = 5;"));
    add_many (fixture);
    g_assert_cmpuint (count_known (fixture), ==, N_PICTURES);
    collection_close (fixture);
    {
      g_autofree char *found = NULL;
      gsize            n_found = 0;

      g_assert_true (g_file_get_contents (aside, &found, &n_found, NULL));
      g_assert_cmpmem (found, n_found, damaged, length);
    }
    g_assert_cmpint (g_unlink (aside), ==, 0);
    collection_open (fixture);
    g_assert_null (koma_collection_get_notice (fixture->collection));
    collection_close (fixture);
  }
  g_assert_cmpuint (n_kept, >, N_PICTURES / 2);
  g_assert_cmpint (n_said, ==, N_PICTURES / 100);
}

static void
check_busy (Collection *fixture,
            const char *words)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_collection_open (path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, words));
}

/* One writes; a lock that is left behind by nobody holds nobody up. */
static void
test_locked (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autofree char *lock = g_strconcat (path, "-lock", NULL);
  g_autofree char *picture = collection_write_picture (fixture, "a.png", "one");
  int              fd = -1;

  collection_open (fixture);
  check_busy (fixture, "another Koma is writing to this collection");
  collection_add_answer (fixture, picture, 3);
  collection_close (fixture);
  g_assert_false (g_file_test (lock, G_FILE_TEST_EXISTS));
  fd = open (lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  g_assert_true (koma_journal_file_lock (fd));
  check_busy (fixture, "another Koma is writing to this collection");
  close (fd);
  g_assert_true (g_file_test (lock, G_FILE_TEST_EXISTS));
  collection_open (fixture);
}

/* A program that reads holds nobody up; one that writes is told of, and nothing is lost. */
static void
test_others (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char    *path = collection_get_path (fixture);
  g_autofree char    *picture = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionEntry entry = { .path = picture, .result = fixture->answer };
  sqlite3            *db = NULL;
  g_autoptr (GError) error = NULL;

  collection_open (fixture);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN; SELECT * FROM pictures;", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  collection_add_answer (fixture, picture, 3);
  g_assert_true (koma_collection_commit (fixture->collection, &error));
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK; BEGIN IMMEDIATE;", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_true (koma_collection_get_file_id (picture, &entry.id));
  g_assert_false (koma_collection_add (fixture->collection, &entry, 3, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, "another program writes to it"));
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK;", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  collection_add_answer (fixture, picture, 3);
}

/* What a stranger's file can say is checked, value by value, and is new once it was answered. */
static void
test_wrong_rows (Collection   *fixture,
                 gconstpointer data)
{
  static const struct
  {
    const char *sql;
    const char *table;
  } wrong[] = {
    { "UPDATE scores SET class = 4 WHERE rank = 1;", "table scores, row " },
    { "UPDATE scores SET class = -1 WHERE rank = 2;", "table scores, row " },
    { "UPDATE scores SET score = 9e999 WHERE rank = 1;", "table scores, row " },
    { "UPDATE scores SET score = -0.1 WHERE rank = 1;", "table scores, row " },
    { "UPDATE scores SET score = 0.95 WHERE rank = 2;", "table scores, row " },
    { "UPDATE scores SET rank = 9 WHERE rank = 2;", "table scores, row " },
    { "DELETE FROM scores;", "table scores, row " },
    { "UPDATE answers SET width = -1;", "table answers, row " },
    { "UPDATE answers SET half_turn = NULL;", "table answers, row " },
    { "UPDATE answers SET decode_ms = -9e999;", "table answers, row " },
    { "UPDATE answers SET top_k = 0;", "table answers, row " },
    { "UPDATE answers SET error_code = 'decode';", "table answers, row " },
    { "UPDATE answers SET error_code = 'decode', error = CAST (X'ff' AS TEXT);",
      "table answers, row " },
    { "UPDATE answers SET error_code = 'memory', error = '', is_lasting = 1;",
      "table answers, row " },
    { "UPDATE answers SET error_code = 'decode', error = '', is_lasting = 2;",
      "table answers, row " },
    { "UPDATE pictures SET sha256 = 'no hash';", "table pictures, row 1:" },
    { "UPDATE provenances SET precision = 'float1';", "table provenances, row " },
    { "UPDATE provenances SET backend = CAST (zeroblob (300) AS TEXT);",
      "table provenances, row " },
    { "PRAGMA foreign_keys = OFF; DELETE FROM provenances;", "table provenances, row " },
  };
  g_autofree char *picture = collection_write_picture (fixture, "a.png", "one");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    KomaCollectionKnown known = { 0 };
    KomaFileId          id = { 0 };
    g_autoptr (GError) error = NULL;

    collection_open (fixture);
    collection_add_answer (fixture, picture, 3);
    collection_close (fixture);
    collection_exec (fixture, wrong[i].sql);
    collection_open (fixture);
    g_assert_true (koma_collection_get_file_id (picture, &id));
    g_test_message ("%s", wrong[i].sql);
    g_assert_false (koma_collection_find (fixture->collection, picture, &id, 3, 3, &known, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_nonnull (strstr (error->message, wrong[i].table));
    collection_exec (fixture, "DELETE FROM pictures; DELETE FROM answers;"
                              " DELETE FROM provenances; DELETE FROM scores;");
    collection_close (fixture);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-refused/foreign", test_foreign);
  collection_add_test ("/collection-refused/folder", test_folder);
  collection_add_test ("/collection-refused/newer", test_newer);
  collection_add_test ("/collection-refused/older", test_older);
  collection_add_test ("/collection-refused/half-migrated", test_half_migrated);
  collection_add_test ("/collection-refused/damaged", test_damaged);
  collection_add_test ("/collection-refused/salvaged", test_salvaged);
  collection_add_test ("/collection-refused/locked", test_locked);
  collection_add_test ("/collection-refused/others", test_others);
  collection_add_test ("/collection-refused/wrong-rows", test_wrong_rows);
  return g_test_run ();
}
