/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A collection of an older Koma becomes one of this. */
#include <sqlite3.h>

#include "collection-fixture.h"
#include "tests/test-main.h"

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

/* The same of version 3, of whose pictures nobody said that they are to be left out. */
static void
test_version_3 (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.jpg", NULL);

  make_version (fixture, 3);
  collection_open (fixture);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), >, 3);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE taken_us = 1795978000500000;"),
                   ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best;"), ==, 4);
  g_assert_true (koma_collection_leave_out (fixture->collection, path, TRUE, NULL));
  collection_rate (fixture, path, 4, "Ada", 5);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best;"), ==, 3);
  g_assert_cmpint (collection_count (fixture, "SELECT stars FROM ratings;"), ==, 4);
}

/* The same of version 4, whose pictures are found by their time in another order. */
static void
test_version_4 (Collection   *fixture,
                gconstpointer data)
{
  make_version (fixture, 4);
  collection_open (fixture);
  g_assert_cmpint (collection_count (fixture, "PRAGMA user_version;"), ==, 5);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best;"), ==, 3);
  g_assert_cmpint (collection_count (fixture, "SELECT stars FROM ratings;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT group_concat (name) = 'mtime_ns,size_bytes'"
                                              " FROM pragma_index_info ('pictures_by_time');"),
                   ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-versions/1", test_version_1);
  collection_add_test ("/collection-versions/2", test_version_2);
  collection_add_test ("/collection-versions/3", test_version_3);
  collection_add_test ("/collection-versions/4", test_version_4);
  return g_test_run ();
}
