/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is refused when collections become one, and that the one is as it was then. */
#include "merge-fixture.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "tests/test-main.h"

/* Refused after another one, with its name and @words; nothing came into the collection. */
static void
check_refused (Collection  *fixture,
               const char  *from,
               GIOErrorEnum code,
               const char  *words)
{
  g_autofree char *into = merge_make (fixture, "into.koma", merge_contents[0]);
  g_autofree char *good = merge_make (fixture, "good.koma", merge_contents[1]);
  g_autofree char *before = merge_dump (into);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (
    merge_files (into, (const char *const[]){ good, from, NULL }, KOMA_MERGE_SAME_PATHS, &error));
  g_assert_error (error, G_IO_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, from));
  g_assert_nonnull (strstr (error->message, words));
  after = merge_dump (into);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (g_unlink (into), ==, 0);
  g_assert_cmpint (g_unlink (good), ==, 0);
}

static void
test_refused (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *missing = merge_get_path (fixture, "missing.koma");
  g_autofree char *foreign = collection_write_picture (fixture, "foreign.koma", "dear diary");
  g_autofree char *newer = merge_make (fixture, "newer.koma", "PRAGMA user_version = 1000;");
  g_autofree char *view =
    merge_make (fixture, "view.koma",
                "DROP TABLE corrections; CREATE VIEW corrections AS SELECT 1 AS id, 1 AS picture,"
                " 'a' AS label, 1 AS corrected_us;");

  check_refused (fixture, missing, G_IO_ERROR_NOT_FOUND, "");
  check_refused (fixture, foreign, G_IO_ERROR_INVALID_DATA, "is no collection of Koma");
  check_refused (fixture, newer, G_IO_ERROR_NOT_SUPPORTED, "a newer Koma");
  check_refused (fixture, view, G_IO_ERROR_FAILED, "view");
}

/* Pages that are not those of a database, in the middle of rows or all of them. */
static void
test_damaged (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = merge_make (fixture, "damaged.koma", merge_contents[0]);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memset (bytes + 4 * 4096, 0xa5, 4096);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  check_refused (fixture, path, G_IO_ERROR_INVALID_DATA, "is damaged");
  memset (bytes + 100, 0xa5, length - 100);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  check_refused (fixture, path, G_IO_ERROR_INVALID_DATA, "is damaged");
}

static void
test_locked (Collection   *fixture,
             gconstpointer data)
{
  g_autofree char *path = merge_make (fixture, "locked.koma", merge_contents[0]);
  sqlite3         *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                                 "DELETE FROM scores;",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  check_refused (fixture, path, G_IO_ERROR_BUSY, "another program writes to it");
  sqlite3_close (db);
}

/* What a stranger's file can say is checked, value by value. */
static void
test_wrong_rows (Collection   *fixture,
                 gconstpointer data)
{
  static const struct
  {
    const char *sql;
    const char *words;
  } wrong[] = {
    { "UPDATE models SET n_classes = 0 WHERE id = 7;", "table models, row 7:" },
    { "UPDATE models SET name = CAST (X'ff' AS TEXT) WHERE id = 7;", "table models, row 7:" },
    { "UPDATE labels SET class = 3 WHERE class = 2;", "table labels, row 7:" },
    { "UPDATE provenances SET precision = 'float1' WHERE id = 5;", "table provenances, row 5:" },
    { "UPDATE provenances SET backend = CAST (zeroblob (300) AS TEXT) WHERE id = 5;",
      "table provenances, row 5:" },
    { "UPDATE provenances SET model = 9, device = 'x' WHERE id = 5;", "table answers, row 1:" },
    { "UPDATE pictures SET path = X'61006200' WHERE id = 1;", "table pictures, row 1:" },
    { "UPDATE pictures SET path = X'' WHERE id = 1;", "table pictures, row 1:" },
    { "UPDATE pictures SET size_bytes = -1 WHERE id = 1;", "table pictures, row 1:" },
    { "UPDATE pictures SET sha256 = 'no hash' WHERE id = 1;", "table pictures, row 1:" },
    { "UPDATE pictures SET id = -5 WHERE id = 2;", "table pictures, row -5:" },
    { "UPDATE answers SET width = -1 WHERE id = 2;", "table answers, row 2:" },
    { "UPDATE answers SET half_turn = NULL WHERE id = 2;", "table answers, row 2:" },
    { "UPDATE answers SET decode_ms = 9e999 WHERE id = 2;", "table answers, row 2:" },
    { "UPDATE answers SET error_code = 'decode' WHERE id = 2;", "table answers, row 2:" },
    { "UPDATE answers SET picture = 77 WHERE id = 2;", "table answers, row 2:" },
    { "DELETE FROM scores WHERE answer = 2;", "table scores, row 2:" },
    { "UPDATE scores SET rank = 3 WHERE answer = 2 AND rank = 2;", "table scores, row 2:" },
    { "UPDATE scores SET class = 3 WHERE answer = 2 AND rank = 1;", "table scores, row 2:" },
    { "UPDATE scores SET score = 0.9 WHERE answer = 2 AND rank = 2;", "table scores, row 2:" },
    { "UPDATE scores SET score = -0.1 WHERE answer = 2 AND rank = 2;", "table scores, row 2:" },
    { "UPDATE vectors SET halves = X'';", "table vectors, row 1:" },
    { "UPDATE vectors SET halves = X'003c00';", "table vectors, row 1:" },
    { "UPDATE vectors SET halves = X'007c';", "table vectors, row 1:" },
    { "UPDATE vectors SET space = 4;", "table vectors, row 1:" },
    { "UPDATE corrections SET label = CAST (X'ff' AS TEXT);", "table corrections, row 1:" },
    { "DROP TABLE corrections; CREATE TABLE corrections (id, picture, label, corrected_us, author);"
      "INSERT INTO corrections VALUES (1, 1, 'a', 'now', NULL);",
      "table corrections, row 1:" },
    { "UPDATE left_out SET is_out = 2;", "table left_out, row 1:" },
    { "UPDATE left_out SET picture = 77;", "table left_out, row 1:" },
    { "UPDATE ratings SET stars = 6 WHERE id = 2;", "table ratings, row 2:" },
    { "UPDATE ratings SET author = CAST (X'ff' AS TEXT) WHERE id = 2;", "table ratings, row 2:" },
    { "UPDATE folders SET path = X'' WHERE id = 2;", "table folders, row 2:" },
    { "UPDATE pictures SET taken_us = 9000000000000000000 WHERE id = 2;",
      "table pictures, row 2:" },
    { "UPDATE pictures SET camera = 0 WHERE id = 2;", "table pictures, row 2:" },
    { "DROP TABLE pictures; CREATE TABLE pictures"
      " (id, path, size_bytes, mtime_ns, sha256, taken_us, camera);" INTO_PICTURES
      "(1, X'61', 1, 1, NULL), (2, X'61', 1, 1, NULL);",
      "table pictures, row 2:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *sql = g_strconcat (merge_contents[0], wrong[i].sql, NULL);
    g_autofree char *path = merge_make (fixture, "wrong.koma", sql);

    check_refused (fixture, path, G_IO_ERROR_INVALID_DATA, wrong[i].words);
    g_assert_cmpint (g_unlink (path), ==, 0);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-merge-refused/refused", test_refused);
  collection_add_test ("/collection-merge-refused/damaged", test_damaged);
  collection_add_test ("/collection-merge-refused/locked", test_locked);
  collection_add_test ("/collection-merge-refused/wrong-rows", test_wrong_rows);
  return g_test_run ();
}
