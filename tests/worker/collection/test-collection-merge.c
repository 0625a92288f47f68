/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Collections that become one: which rows stay, whatever the order. */
#include "merge-fixture.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "tests/list-files.h"
#include "tests/test-main.h"
#include "worker/collection/koma-sqlite.h"

static void
make_all (Collection *fixture,
          char      **ret_paths)
{
  for (guint i = 0; i < MERGE_N_FILES; i++) {
    g_autofree char *name = g_strdup_printf ("%u.koma", i);

    ret_paths[i] = merge_make (fixture, name, merge_contents[i]);
  }
}

/* The newest of each, and of what is equally new the greater. */
static const char expected[] =
  "h1 r1 recipe Pets 3\nh2 r other B 2\n"
  "h1 0 cat\nh1 1 wolf\nh1 2 bird\nh2 0 a\nh2 1 b\n"
  "h1 gles card float16 0.1.0\nh1 xnnpack cpu float32 0.1.0\n"
  "h2 xnnpack cpu float32 0.1.0\nh2 xnnpack other float32 0.1.0\n"
  "space\n"
  "a.png 10 100 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' 900 7\n"
  "c.png 30 300 NULL NULL NULL\nmore/b.png 20 201 NULL 2010 NULL\n"
  "a.png h1 cpu 1000 NULL 1:2:0.75,2:0:0.25\na.png h2 other 900 'second' \n"
  "more/b.png h2 other 10 'torn' \n"
  "a.png space 003C003C\n"
  "a.png dog Ada 50\nmore/b.png bird Ada 5\n"
  "a.png 1 Ada 70\nmore/b.png 0 Ada 90\n"
  "a.png 4 Ada 50\nmore/b.png 0 Ada 2\n"
  ".\n/far/.\nmore/.\n"
  "0\n";

/* In all orders, at once and one after the other, and again. */
static void
test_orders (Collection   *fixture,
             gconstpointer data)
{
  char *paths[MERGE_N_FILES + 1] = { NULL };
  guint n_orders = 0;

  make_all (fixture, paths);
  for (guint order = 0; order < 256; order++) {
    const char *const from[] = { paths[order % 4], paths[order / 4 % 4], paths[order / 16 % 4],
                                 paths[order / 64], NULL };
    g_autofree char  *name = g_strdup_printf ("into-%u.koma", order);
    g_autofree char  *into = merge_get_path (fixture, name);
    g_autofree char  *found = NULL, *again = NULL;

    if (from[0] == from[1] || from[0] == from[2] || from[0] == from[3] || from[1] == from[2] ||
        from[1] == from[3] || from[2] == from[3])
      continue;
    n_orders++;
    if (n_orders % 2 == 0)
      merge_well (into, from);
    for (guint i = 0; n_orders % 2 == 1 && i < MERGE_N_FILES; i++)
      merge_well (into, (const char *const[]){ from[i], NULL });
    found = merge_dump (into);
    g_assert_cmpstr (found, ==, expected);
    merge_well (into, from);
    again = merge_dump (into);
    g_assert_cmpstr (again, ==, expected);
  }
  g_assert_cmpuint (n_orders, ==, 24);
  for (guint i = 0; i < MERGE_N_FILES; i++)
    g_free (paths[i]);
}

/* Parts of parts; and what was merged may be merged with itself. */
static void
test_trees (Collection   *fixture,
            gconstpointer data)
{
  char            *paths[MERGE_N_FILES + 1] = { NULL };
  g_autofree char *left = merge_get_path (fixture, "left.koma");
  g_autofree char *right = merge_get_path (fixture, "right.koma");
  g_autofree char *all = merge_get_path (fixture, "all.koma");
  g_autofree char *found = NULL;

  make_all (fixture, paths);
  merge_well (left, (const char *const[]){ paths[3], paths[1], NULL });
  merge_well (right, (const char *const[]){ paths[2], paths[0], NULL });
  merge_well (all, (const char *const[]){ left, right, NULL });
  merge_well (all, (const char *const[]){ all, left, NULL });
  found = merge_dump (all);
  g_assert_cmpstr (found, ==, expected);
  for (guint i = 0; i < MERGE_N_FILES; i++)
    g_free (paths[i]);
}

/* The others stay as they are, to the byte, and nothing lies beside them. */
static void
test_only_read (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *into = merge_make (fixture, "into.koma", merge_contents[0]);
  g_autofree char *from = merge_make (fixture, "a b%20?c#.koma", merge_contents[1]);
  g_autofree char *before = NULL, *after = NULL;
  gsize            n_before = 0, n_after = 0;
  g_autoptr (GPtrArray) files = NULL;

  g_assert_true (g_file_get_contents (from, &before, &n_before, NULL));
  merge_well (into, (const char *const[]){ from, NULL });
  g_assert_true (g_file_get_contents (from, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  files = list_files (fixture->folder);
  g_assert_cmpuint (files->len, ==, 2);
}

/* Another Koma writes to it: what that has put into the file is there, and nothing else. */
static void
test_written (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *into = merge_get_path (fixture, "into.koma");
  g_autofree char *from = collection_get_path (fixture);
  g_autofree char *one = collection_write_picture (fixture, "one.png", "one");
  g_autofree char *two = collection_write_picture (fixture, "two.png", "two");
  g_autofree char *found = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, one, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_add_answer (fixture, two, 3);
  merge_well (into, (const char *const[]){ from, NULL });
  found = merge_dump (into);
  g_assert_nonnull (strstr (found, "one.png "));
  g_assert_null (strstr (found, "two.png "));
  collection_close (fixture);
  merge_well (into, (const char *const[]){ from, NULL });
  g_free (g_steal_pointer (&found));
  found = merge_dump (into);
  g_assert_nonnull (strstr (found, "two.png "));
}

/* A file that nobody had open is read without locks; who writes to it meanwhile is noticed. */
static void
test_changed (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = merge_make (fixture, "from.koma", merge_contents[0]);
  g_auto (KomaSqlite) sqlite = { 0 };
  gint64 n = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_sqlite_open_read_only (&sqlite, path, &error));
  g_assert_true (
    koma_sqlite_get_number (&sqlite, "SELECT count(*) FROM pictures;", &n, &error));
  g_assert_cmpint (n, ==, 2);
  g_assert_false (koma_sqlite_exec (&sqlite, "DELETE FROM pictures;", NULL));
  g_assert_true (koma_sqlite_check_unchanged (&sqlite, &error));
  g_assert_no_error (error);
  merge_exec (path, "DELETE FROM pictures;");
  g_assert_false (koma_sqlite_check_unchanged (&sqlite, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, path));
}

/* Relative paths stay, as for shards that were gathered; or they begin where their own collection
 * lies. */
static void
test_places (Collection   *fixture,
             gconstpointer data)
{
  /* clang-format off */
  static const char content[] =
    MODELS PICTURE ("1", "a.png", "1", "1", "NULL")
    PICTURE ("2", "/far/b.png", "1", "1", "NULL")
    FOLDER ("1", ".") FOLDER ("2", "in/.") FOLDER ("3", "/far/.");
  /* clang-format on */
  g_autofree char  *folder = merge_get_path (fixture, "sub");
  g_autofree char  *same = merge_get_path (fixture, "same.koma");
  g_autofree char  *in_place = merge_get_path (fixture, "in-place.koma");
  g_autofree char  *inside = merge_get_path (fixture, "sub/inside.koma");
  g_autofree char  *absolute = merge_get_path (fixture, "c.png");
  g_autofree char  *sql = NULL, *from = NULL, *top = NULL;
  g_autofree char  *kept = NULL, *moved = NULL, *out = NULL;
  const char *const from_sub[] = { merge_get_path (fixture, "sub/from.koma"), NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  sql = g_strconcat (content, INTO_PICTURES "(3, CAST ('", absolute,
                     "' AS BLOB), 1, 1, NULL);", NULL);
  from = merge_make (fixture, "sub/from.koma", sql);
  merge_well (same, from_sub);
  kept = merge_dump (same);
  g_assert_nonnull (strstr (kept, "\na.png 1 1"));
  g_assert_nonnull (strstr (kept, "/far/b.png 1 1"));
  g_assert_nonnull (strstr (kept, "\nc.png 1 1"));
  g_assert_nonnull (strstr (kept, "\n.\n/far/.\nin/.\n"));
  g_assert_true (merge_files (in_place, from_sub, KOMA_MERGE_IN_PLACE, &error));
  g_assert_no_error (error);
  moved = merge_dump (in_place);
  g_assert_nonnull (strstr (moved, "\nsub/a.png 1 1"));
  g_assert_nonnull (strstr (moved, "/far/b.png 1 1"));
  /* It lies beside the collection, which so has another name for it. */
  g_assert_nonnull (strstr (moved, "\nc.png 1 1"));
  g_assert_nonnull (strstr (moved, "\n/far/.\nsub/.\nsub/in/.\n"));

  top = merge_make (fixture, "top.koma", content);
  g_assert_true (
    merge_files (inside, (const char *const[]){ top, NULL }, KOMA_MERGE_IN_PLACE, &error));
  g_assert_no_error (error);
  out = merge_dump (inside);
  g_assert_nonnull (strstr (out, "/a.png 1 1"));
  g_assert_null (strstr (out, "\na.png 1 1"));
  g_free ((char *) from_sub[0]);
}

/* One collection has the same name twice once it lies elsewhere: both pictures stay. */
static void
test_same_names (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *absolute = merge_get_path (fixture, "a.png");
  g_autofree char *sql = g_strconcat (
    MODELS INTO_PICTURES "(1, CAST ('", absolute,
    "' AS BLOB), 1, 1, NULL), (2, X'612e706e67', 2, 2, NULL);" ANSWER ("1", "1", "1", "1")
      ANSWER ("2", "2", "2", "2"),
    NULL);
  g_autofree char *folder = merge_get_path (fixture, "sub");
  g_autofree char *into = merge_get_path (fixture, "into.koma");
  g_autofree char *from = NULL, *found = NULL, *wanted = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  from = merge_make (fixture, "sub/from.koma", sql);
  merge_well (into, (const char *const[]){ from, NULL });
  merge_well (into, (const char *const[]){ from, into, NULL });
  found = merge_dump (into);
  wanted = g_strconcat ("\n", absolute, " 1 1 NULL NULL NULL\na.png 2 2 NULL NULL NULL\n", NULL);
  g_assert_nonnull (strstr (found, wanted));
  g_assert_nonnull (strstr (found, "\na.png h1 cpu 2 NULL 1:2:"));
}

/* What an older Koma wrote has no authors, and is not changed. */
static void
test_version_1 (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *from = merge_get_path (fixture, "from.koma");
  g_autofree char *into = collection_get_path (fixture);
  g_autofree char *dumped = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data",
                                              "collection", "version-1.sql", NULL);
  g_autofree char *sql = NULL, *before = NULL, *after = NULL;
  gsize            n_before = 0, n_after = 0;
  sqlite3         *db = NULL;

  g_assert_true (g_file_get_contents (dumped, &sql, NULL, NULL));
  g_assert_cmpint (sqlite3_open (from, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_true (g_file_get_contents (from, &before, &n_before, NULL));
  merge_well (into, (const char *const[]){ from, NULL });
  g_assert_true (g_file_get_contents (from, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM corrections"
                                              " WHERE label = 'a toy' AND author IS NULL;"),
                   ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-merge/orders", test_orders);
  collection_add_test ("/collection-merge/trees", test_trees);
  collection_add_test ("/collection-merge/only-read", test_only_read);
  collection_add_test ("/collection-merge/written", test_written);
  collection_add_test ("/collection-merge/changed", test_changed);
  collection_add_test ("/collection-merge/places", test_places);
  collection_add_test ("/collection-merge/same-names", test_same_names);
  collection_add_test ("/collection-merge/version-1", test_version_1);
  return g_test_run ();
}
