/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Collections that become one: which rows stay, whatever the order, and what is refused. */
#include "worker/collection/koma-collection-merge.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "collection-fixture.h"
#include "tests/list-files.h"
#include "tests/test-main.h"
#include "worker/collection/koma-sqlite.h"

#define N_FILES 4

#define SHA256 "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"

#define INTO_PICTURES "INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256) VALUES "

/* What all of them know of models. */
#define MODELS                                                                           \
  "INSERT INTO models (id, hash, recipe_hash, recipe, name, n_classes)"                  \
  " VALUES (7, 'h1', 'r1', 'recipe', 'Pets', 3), (9, 'h2', 'r', 'other', 'B', "          \
  "2);"                                                                                  \
  "INSERT INTO labels VALUES (7, 0, 'cat'), (7, 1, 'dog'), (7, 2, 'bird'), (9, 0, 'a');" \
  "INSERT INTO provenances VALUES (5, 7, 'xnnpack', 'cpu', 'float32', '0.1.0'),"         \
  " (6, 9, 'xnnpack', 'cpu', 'float32', '0.1.0');"                                       \
  "INSERT INTO spaces VALUES (3, 'space');"
/* A picture; an answer of the first model; a failure of the second. */
#define PICTURE(id, name, size, mtime, sha256)                                     \
  INTO_PICTURES "(" id ", CAST ('" name "' AS BLOB), " size ", " mtime ", " sha256 \
                ");"
#define TAKEN(id, time, camera) \
  "UPDATE pictures SET taken_us = " time ", camera = " camera " WHERE id = " id ";"
#define ANSWER(id, picture, time, best)                          \
  "INSERT INTO answers VALUES (" id ", " picture ", 7, 5, " time \
  ", NULL, NULL, NULL, 2, 0, 8, 6, 1.5, 0.5, 2.5);"              \
  "INSERT INTO scores VALUES (" id ", 1, " best ", 0.75), (" id ", 2, 0, 0.25);"
#define FAILURE(id, picture, time, message)                                              \
  "INSERT INTO answers VALUES (" id ", " picture ", 9, 6, " time ", 'decode', '" message \
  "', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);"
#define VECTOR(id, picture, halves) \
  "INSERT INTO vectors VALUES (" id ", " picture ", 3, X'" halves "');"
#define CORRECTION(id, picture, label, time)                           \
  "INSERT INTO corrections (id, picture, label, author, corrected_us)" \
  " VALUES (" id ", " picture ", '" label "', 'Ada', " time ");"
#define LEFT_OUT(id, picture, is_out, time) \
  "INSERT INTO left_out VALUES (" id ", " picture ", " is_out ", 'Ada', " time ");"
#define RATING(id, picture, stars, time) \
  "INSERT INTO ratings VALUES (" id ", " picture ", " stars ", 'Ada', " time ");"
#define FOLDER(id, path) "INSERT INTO folders VALUES (" id ", CAST ('" path "' AS BLOB));"

/* They differ in all that they can differ in. */
/* clang-format off */
static const char *const contents[N_FILES] = {
  MODELS PICTURE ("1", "a.png", "10", "100", "NULL") ANSWER ("1", "1", "1000", "1")
  VECTOR ("1", "1", "003c003c") CORRECTION ("1", "1", "dog", "50")
  PICTURE ("2", "more/b.png", "20", "200", "NULL") ANSWER ("2", "2", "1000", "2")
  TAKEN ("1", "900", "7") TAKEN ("2", "9999", "9999")
  LEFT_OUT ("1", "1", "1", "70") RATING ("1", "1", "3", "50") RATING ("2", "2", "5", "1")
  FOLDER ("1", ".") FOLDER ("2", "/far/."),

  MODELS PICTURE ("4", "a.png", "10", "100", SHA256)
  ANSWER ("3", "4", "1000", "2") FAILURE ("8", "4", "900", "first") VECTOR ("1", "4", "003c0038")
  CORRECTION ("7", "4", "cat", "50") PICTURE ("1", "c.png", "30", "300", "NULL")
  "UPDATE labels SET label = 'wolf' WHERE model = 7 AND class = 1;"
  "UPDATE models SET name = 'Animals' WHERE id = 7;"
  LEFT_OUT ("5", "4", "0", "69") RATING ("7", "4", "4", "50") FOLDER ("7", "more/."),

  MODELS PICTURE ("2", "more/b.png", "20", "201", "NULL") TAKEN ("2", "2010", "NULL")
  FAILURE ("1", "2", "10", "torn") CORRECTION ("1", "2", "bird", "5")
  PICTURE ("3", "a.png", "10", "100", "NULL")
  FAILURE ("2", "3", "900", "second") "UPDATE provenances SET device = 'other' WHERE id = 6;"
  "DELETE FROM labels WHERE model = 9; INSERT INTO labels VALUES (9, 1, 'z');"
  LEFT_OUT ("1", "2", "0", "90") RATING ("1", "2", "0", "2") FOLDER ("1", "/far/."),

  MODELS PICTURE ("1", "more/b.png", "19", "201", "NULL") ANSWER ("1", "1", "5000", "1")
  VECTOR ("9", "1", "003c003c") PICTURE ("5", "a.png", "10", "100", "NULL")
  ANSWER ("5", "5", "999", "1") CORRECTION ("1", "5", "bird", "49")
  "INSERT INTO labels VALUES (9, 1, 'b');"
  "INSERT INTO provenances VALUES (8, 7, 'gles', 'card', 'float16', '0.1.0');"
  LEFT_OUT ("2", "1", "1", "89"),
};
/* clang-format on */

static char *
get_path (Collection *fixture,
          const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
exec (const char *path,
      const char *sql)
{
  sqlite3 *db = NULL;
  char    *message = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

/* (transfer full) the path of a new collection */
static char *
make (Collection *fixture,
      const char *name,
      const char *sql)
{
  char *path = get_path (fixture, name);

  g_assert_true (koma_collection_close (koma_collection_open (path, NULL), NULL));
  exec (path, sql);
  return path;
}

static gboolean
merge (const char         *into,
       const char *const  *from,
       KomaCollectionPaths paths,
       GError            **error)
{
  g_autoptr (KomaCollection) collection = koma_collection_open (into, error);

  g_assert_nonnull (collection);
  return koma_collection_merge (collection, from, paths, error) &&
         koma_collection_close (g_steal_pointer (&collection), error);
}

static void
merge_well (const char        *into,
            const char *const *from)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (merge (into, from, KOMA_MERGE_SAME_PATHS, &error));
  g_assert_no_error (error);
}

#define LIST(columns, from)                   \
  "SELECT group_concat (row, char (10)) FROM" \
  " (SELECT " columns " AS row FROM " from " ORDER BY row)"

/* All that a file says, without the numbers of rows. */
static char *
dump (const char *path)
{
  static const char *const lists[] = {
    LIST ("hash || ' ' || recipe_hash || ' ' || recipe || ' ' || name || ' ' || n_classes",
          "models"),
    LIST ("m.hash || ' ' || l.class || ' ' || l.label", "labels l JOIN models m ON m.id = l.model"),
    LIST ("m.hash || ' ' || backend || ' ' || device || ' ' || precision || ' ' || koma_version",
          "provenances p JOIN models m ON m.id = p.model"),
    LIST ("space", "spaces"),
    LIST ("path || ' ' || size_bytes || ' ' || mtime_ns || ' ' || quote (sha256) || ' ' ||"
          "quote (taken_us) || ' ' || quote (camera)",
          "pictures"),
    LIST ("p.path || ' ' || m.hash || ' ' || v.device || ' ' || answered_us || ' ' || "
          "quote (error) || ' ' || ifnull ((SELECT group_concat (rank || ':' || class || ':' || "
          "score) FROM scores s WHERE s.answer = a.id), '')",
          "answers a JOIN pictures p ON p.id = a.picture JOIN models m ON m.id = a.model"
          " JOIN provenances v ON v.id = a.provenance"),
    LIST ("p.path || ' ' || s.space || ' ' || hex (halves)",
          "vectors v JOIN pictures p ON p.id = v.picture JOIN spaces s ON s.id = v.space"),
    LIST ("p.path || ' ' || label || ' ' || author || ' ' || corrected_us",
          "corrections c JOIN pictures p ON p.id = c.picture"),
    LIST ("p.path || ' ' || is_out || ' ' || author || ' ' || changed_us",
          "left_out o JOIN pictures p ON p.id = o.picture"),
    LIST ("p.path || ' ' || stars || ' ' || author || ' ' || rated_us",
          "ratings r JOIN pictures p ON p.id = r.picture"),
    LIST ("path", "folders"),
    "SELECT count(*) FROM scores WHERE answer NOT IN (SELECT id FROM answers)",
  };
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    sqlite3_stmt *statement = NULL;

    g_assert_cmpint (sqlite3_prepare_v2 (db, lists[i], -1, &statement, NULL), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
    g_string_append_printf (text, "%s\n", (const char *) sqlite3_column_text (statement, 0));
    sqlite3_finalize (statement);
  }
  sqlite3_close (db);
  return g_strdup (text->str);
}

static void
make_all (Collection *fixture,
          char      **ret_paths)
{
  for (guint i = 0; i < N_FILES; i++) {
    g_autofree char *name = g_strdup_printf ("%u.koma", i);

    ret_paths[i] = make (fixture, name, contents[i]);
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
  char *paths[N_FILES + 1] = { NULL };
  guint n_orders = 0;

  make_all (fixture, paths);
  for (guint order = 0; order < 256; order++) {
    const char *const from[] = { paths[order % 4], paths[order / 4 % 4], paths[order / 16 % 4],
                                 paths[order / 64], NULL };
    g_autofree char  *name = g_strdup_printf ("into-%u.koma", order);
    g_autofree char  *into = get_path (fixture, name);
    g_autofree char  *found = NULL, *again = NULL;

    if (from[0] == from[1] || from[0] == from[2] || from[0] == from[3] || from[1] == from[2] ||
        from[1] == from[3] || from[2] == from[3])
      continue;
    n_orders++;
    if (n_orders % 2 == 0)
      merge_well (into, from);
    for (guint i = 0; n_orders % 2 == 1 && i < N_FILES; i++)
      merge_well (into, (const char *const[]){ from[i], NULL });
    found = dump (into);
    g_assert_cmpstr (found, ==, expected);
    merge_well (into, from);
    again = dump (into);
    g_assert_cmpstr (again, ==, expected);
  }
  g_assert_cmpuint (n_orders, ==, 24);
  for (guint i = 0; i < N_FILES; i++)
    g_free (paths[i]);
}

/* Parts of parts; and what was merged may be merged with itself. */
static void
test_trees (Collection   *fixture,
            gconstpointer data)
{
  char            *paths[N_FILES + 1] = { NULL };
  g_autofree char *left = get_path (fixture, "left.koma");
  g_autofree char *right = get_path (fixture, "right.koma");
  g_autofree char *all = get_path (fixture, "all.koma");
  g_autofree char *found = NULL;

  make_all (fixture, paths);
  merge_well (left, (const char *const[]){ paths[3], paths[1], NULL });
  merge_well (right, (const char *const[]){ paths[2], paths[0], NULL });
  merge_well (all, (const char *const[]){ left, right, NULL });
  merge_well (all, (const char *const[]){ all, left, NULL });
  found = dump (all);
  g_assert_cmpstr (found, ==, expected);
  for (guint i = 0; i < N_FILES; i++)
    g_free (paths[i]);
}

/* The others stay as they are, to the byte, and nothing lies beside them. */
static void
test_only_read (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *into = make (fixture, "into.koma", contents[0]);
  g_autofree char *from = make (fixture, "a b%20?c#.koma", contents[1]);
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
  g_autofree char *into = get_path (fixture, "into.koma");
  g_autofree char *from = collection_get_path (fixture);
  g_autofree char *one = collection_write_picture (fixture, "one.png", "one");
  g_autofree char *two = collection_write_picture (fixture, "two.png", "two");
  g_autofree char *found = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, one, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_add_answer (fixture, two, 3);
  merge_well (into, (const char *const[]){ from, NULL });
  found = dump (into);
  g_assert_nonnull (strstr (found, "one.png "));
  g_assert_null (strstr (found, "two.png "));
  collection_close (fixture);
  merge_well (into, (const char *const[]){ from, NULL });
  g_free (g_steal_pointer (&found));
  found = dump (into);
  g_assert_nonnull (strstr (found, "two.png "));
}

/* A file that nobody had open is read without locks; who writes to it meanwhile is noticed. */
static void
test_changed (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = make (fixture, "from.koma", contents[0]);
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
  exec (path, "DELETE FROM pictures;");
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
  g_autofree char  *folder = get_path (fixture, "sub");
  g_autofree char  *same = get_path (fixture, "same.koma");
  g_autofree char  *in_place = get_path (fixture, "in-place.koma");
  g_autofree char  *inside = get_path (fixture, "sub/inside.koma");
  g_autofree char  *absolute = get_path (fixture, "c.png");
  g_autofree char  *sql = NULL, *from = NULL, *top = NULL;
  g_autofree char  *kept = NULL, *moved = NULL, *out = NULL;
  const char *const from_sub[] = { get_path (fixture, "sub/from.koma"), NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  sql = g_strconcat (content, INTO_PICTURES "(3, CAST ('", absolute,
                     "' AS BLOB), 1, 1, NULL);", NULL);
  from = make (fixture, "sub/from.koma", sql);
  merge_well (same, from_sub);
  kept = dump (same);
  g_assert_nonnull (strstr (kept, "\na.png 1 1"));
  g_assert_nonnull (strstr (kept, "/far/b.png 1 1"));
  g_assert_nonnull (strstr (kept, "\nc.png 1 1"));
  g_assert_nonnull (strstr (kept, "\n.\n/far/.\nin/.\n"));
  g_assert_true (merge (in_place, from_sub, KOMA_MERGE_IN_PLACE, &error));
  g_assert_no_error (error);
  moved = dump (in_place);
  g_assert_nonnull (strstr (moved, "\nsub/a.png 1 1"));
  g_assert_nonnull (strstr (moved, "/far/b.png 1 1"));
  /* It lies beside the collection, which so has another name for it. */
  g_assert_nonnull (strstr (moved, "\nc.png 1 1"));
  g_assert_nonnull (strstr (moved, "\n/far/.\nsub/.\nsub/in/.\n"));

  top = make (fixture, "top.koma", content);
  g_assert_true (
    merge (inside, (const char *const[]){ top, NULL }, KOMA_MERGE_IN_PLACE, &error));
  g_assert_no_error (error);
  out = dump (inside);
  g_assert_nonnull (strstr (out, "/a.png 1 1"));
  g_assert_null (strstr (out, "\na.png 1 1"));
  g_free ((char *) from_sub[0]);
}

/* One collection has the same name twice once it lies elsewhere: both pictures stay. */
static void
test_same_names (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *absolute = get_path (fixture, "a.png");
  g_autofree char *sql = g_strconcat (
    MODELS INTO_PICTURES "(1, CAST ('", absolute,
    "' AS BLOB), 1, 1, NULL), (2, X'612e706e67', 2, 2, NULL);" ANSWER ("1", "1", "1", "1")
      ANSWER ("2", "2", "2", "2"),
    NULL);
  g_autofree char *folder = get_path (fixture, "sub");
  g_autofree char *into = get_path (fixture, "into.koma");
  g_autofree char *from = NULL, *found = NULL, *wanted = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  from = make (fixture, "sub/from.koma", sql);
  merge_well (into, (const char *const[]){ from, NULL });
  merge_well (into, (const char *const[]){ from, into, NULL });
  found = dump (into);
  wanted = g_strconcat ("\n", absolute, " 1 1 NULL NULL NULL\na.png 2 2 NULL NULL NULL\n", NULL);
  g_assert_nonnull (strstr (found, wanted));
  g_assert_nonnull (strstr (found, "\na.png h1 cpu 2 NULL 1:2:"));
}

/* Refused after another one, with its name and @words; nothing came into the collection. */
static void
check_refused (Collection  *fixture,
               const char  *from,
               GIOErrorEnum code,
               const char  *words)
{
  g_autofree char *into = make (fixture, "into.koma", contents[0]);
  g_autofree char *good = make (fixture, "good.koma", contents[1]);
  g_autofree char *before = dump (into);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (
    merge (into, (const char *const[]){ good, from, NULL }, KOMA_MERGE_SAME_PATHS, &error));
  g_assert_error (error, G_IO_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, from));
  g_assert_nonnull (strstr (error->message, words));
  after = dump (into);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (g_unlink (into), ==, 0);
  g_assert_cmpint (g_unlink (good), ==, 0);
}

static void
test_refused (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *missing = get_path (fixture, "missing.koma");
  g_autofree char *foreign = collection_write_picture (fixture, "foreign.koma", "dear diary");
  g_autofree char *newer = make (fixture, "newer.koma", "PRAGMA user_version = 1000;");
  g_autofree char *view =
    make (fixture, "view.koma",
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
  g_autofree char *path = make (fixture, "damaged.koma", contents[0]);
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
  g_autofree char *path = make (fixture, "locked.koma", contents[0]);
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
    g_autofree char *sql = g_strconcat (contents[0], wrong[i].sql, NULL);
    g_autofree char *path = make (fixture, "wrong.koma", sql);

    check_refused (fixture, path, G_IO_ERROR_INVALID_DATA, wrong[i].words);
    g_assert_cmpint (g_unlink (path), ==, 0);
  }
}

/* What an older Koma wrote has no authors, and is not changed. */
static void
test_version_1 (Collection   *fixture,
                gconstpointer data)
{
  g_autofree char *from = get_path (fixture, "from.koma");
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
  collection_add_test ("/collection-merge/refused", test_refused);
  collection_add_test ("/collection-merge/damaged", test_damaged);
  collection_add_test ("/collection-merge/locked", test_locked);
  collection_add_test ("/collection-merge/wrong-rows", test_wrong_rows);
  collection_add_test ("/collection-merge/version-1", test_version_1);
  return g_test_run ();
}
